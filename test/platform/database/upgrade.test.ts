// Databases: both
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { hasCurrentSchema } from '../../../src/platform/database/health.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import type { TestDatabase } from '../../support/database.ts'
import { emptyDatabase } from '../../support/database.ts'
import { placesOf } from '../../support/places-of-cpfs.ts'
import { type Shop, startShop } from '../../support/shop.ts'

// Database that the release of commit 52c1a3a, the oldest that upgrades, left, and the statements that it sends to one. Its
// customer paid an instalment of a first order and signed a second while no worker ran. Dumped from PostgreSQL 15.
const folder = inRoot('test', 'platform', 'database', 'release-before')
const dump = gunzipSync(readFileSync(`${folder}/dump.sql.gz`)).toString('utf8')
const statements = readFileSync(`${folder}/statements.sql`, 'utf8').trim().split('\n')

const onServer = 'server' in inject('database')
let own: TestDatabase
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('the earlier release’s database upgrades under load, serves both releases, and its customer pays', async () => {
  own = await emptyDatabase()
  const old = new pg.Client({ connectionString: own.url })
  await old.connect()
  await old.query(dump)
  await old.query('set search_path to default')
  const before = await counts(old)
  expect(before).toMatchObject({ orders: 2, receipts: 3, users: 2 })

  // The previous release keeps running while its schema is changed. The embedded database has one process.
  const database = openDatabase({ url: own.url })
  const load = onServer ? keepVisiting(old) : undefined
  await migrate(database)
  const visits = await load?.stop()
  expect(visits ?? { failed: [], slowestMs: 0 }).toMatchObject({ failed: [] })
  expect(visits?.slowestMs ?? 0).toBeLessThan(10_000)
  expect(await hasCurrentSchema(database)).toBe(true)
  expect(await counts(old)).toEqual(before)
  await database.$client.end()

  const refused: string[] = []
  for (const statement of statements) {
    await old.query(`prepare asked as ${statement}`).then(
      () => old.query('deallocate asked'),
      (error: Error) => refused.push(`${error.message}: ${statement}`),
    )
  }
  expect(statements.length).toBeGreaterThan(80)
  expect(refused).toEqual([])
  // Until tomorrow rows are written in the format that the previous release reads. Here it is tomorrow.
  const gate = await old.query('select readable_until > now() as is_later from sealing_gate')
  expect(gate.rows).toEqual([{ is_later: true }])
  await old.query("update sealing_gate set readable_until = '2026-11-24T00:00:00Z'")
  await old.end()

  const shop = await startShop({
    restorable: {
      url: () => own.url,
      backUp: async () => {},
      restore: async () => {},
      close: () => own.close(),
    },
    start: '2026-11-24T15:00:00.000Z',
  })
  closing.push(() => shop.close())
  const waiting = await shop.query<{ name: string }>(
    // The jobs of the queue itself are created each minute.
    "select name from pgboss.job where state = 'created' and name not like '\\_\\_%' order by name",
  )
  expect(waiting.map(({ name }) => name)).toEqual([
    'charges.issue',
    'event.receipts.schedule',
    'messages.deliver',
  ])
  expect(shop.app.jobs).toMatchObject(Object.fromEntries(waiting.map(({ name }) => [name, {}])))
  await shop.work()
  expect(await shop.query("select id from messages where status = 'pending'")).toEqual([])

  const documents = await readableIn(shop)
  expect((await placesOf(shop, documents)).found).toEqual(expect.arrayContaining(['profiles']))
  for (const job of ['identity.seal', 'contracting.seal']) await shop.run(job)
  expect((await placesOf(shop, documents)).found).toEqual([])
  expect(await shop.app.contracting.verifyAcceptances()).toEqual({ records: 2, breaches: [] })
  expect(await readableIn(shop)).toEqual([])

  const email = DEMO_ACCOUNTS.find(({ role }) => role === 'customer')?.email ?? ''
  const [account] = await shop.query<{ id: string }>('select id from users where email = $1', [email])
  const viewer = { id: account?.id ?? '', email, nome: 'Joana Pereira', documento: '52998224725' }
  for (const { id } of await shop.query<{ id: string }>('select id from orders')) {
    const [next, ...later] = await shop.openInstalments(id)
    const { reference } = await shop.charge(viewer, [next?.id ?? ''])
    await shop.simulator.act(reference, 'approve')
    await shop.run('payments.reconcile')
    await shop.work()
    expect(await shop.openInstalments(id)).toEqual(later)
  }
  // One that the previous release created, and one for each payment since.
  expect(await shop.query("select 1 from receipts where kind = 'receipt'")).toHaveLength(3)
  const unbalanced = await shop.query(
    'select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0',
  )
  expect(unbalanced).toEqual([])
})

/** Returns the documents that profiles contain readable. */
async function readableIn(shop: Pick<Shop, 'query'>): Promise<string[]> {
  const rows = await shop.query<{ documento: string }>("select documento from profiles where documento <> ''")
  return rows.map(({ documento }) => documento)
}

/** Repeatedly queries what a page of the previous release queries, and writes what it writes. */
function keepVisiting(client: pg.Client) {
  const failed: string[] = []
  let slowestMs = 0
  let going = true
  const visiting = (async () => {
    for (let visit = 0; going || visit < 20; visit++) {
      const began = performance.now()
      await client
        .query('begin')
        .then(() => client.query('select id from payments for update'))
        .then(() => client.query('update sessions set renewed_at = renewed_at where user_id is not null'))
        .then(() =>
          client.query(
            "insert into rate_limits (key, count, expires_at) values ('visit', 1, now()) on conflict (key) do update set count = rate_limits.count + 1",
          ),
        )
        .then(() => client.query('commit'))
        .catch((error: Error) => {
          failed.push(error.message)
          return client.query('rollback')
        })
      slowestMs = Math.max(slowestMs, performance.now() - began)
    }
  })()
  return {
    async stop() {
      going = false
      await visiting
      return { failed, slowestMs }
    },
  }
}

async function counts(client: pg.Client): Promise<Record<string, number>> {
  const tables = [
    'users',
    'orders',
    'payments',
    'charges',
    'receipts',
    'messages',
    'events',
    'ledger_entries',
  ]
  const { rows } = await client.query(
    tables
      .map((name) => `select '${name}' as name, count(*)::int as count from public.${name}`)
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
