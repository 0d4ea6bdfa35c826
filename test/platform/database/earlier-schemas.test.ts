// Databases: both

import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { breachesOfBooks } from '../../../src/modules/payments/books/check-books.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { migrate, migrationsToApply } from '../../../src/platform/database/migrate.ts'
import { readMigrations } from '../../../src/platform/database/migrations.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { emptyDatabase, testDatabase } from '../../support/database.ts'
import { placesOf } from '../../support/places-of-cpfs.ts'
import { restoredCopyOf } from '../../support/restorable-database.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { Browser, handlerOf } from '../../support/web.ts'

// A shop run at commit 129a6a7, the first schema that landed, with rows in each of its tables: orders that continue, are
// withdrawn from, disputed, refunded at the provider's panel in full and in part, underpaid, overpaid and paid twice, by Pix and
// card; look-ups; a document; and, since its worker stopped, an order, an open Pix, a refund and notices that wait. Dumped from
// PostgreSQL 15, with the journal of the simulator that was its provider.
const folder = inRoot('test', 'platform', 'database', 'first-landed')
const unpacked = (name: string) => gunzipSync(readFileSync(join(folder, name)))

const pages = {
  '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
  '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
  '/account': () => import('../../../src/web/routes/account/account.tsx'),
}
const onServer = 'server' in inject('database')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('a database of the first landed schema upgrades with its data, and its shop continues', async () => {
  const own = await emptyDatabase()
  const before = await withClient(own.url, async (client) => {
    await client.query(unpacked('dump.sql.gz').toString('utf8'))
    await client.query('set search_path to default')
    return countsOf(client)
  })
  expect(Object.keys(before)).toHaveLength(26)
  expect(Object.values(before).filter((count) => count === 0)).toEqual([])
  // On a server it is the back-up made before the upgrade, by `npm run migrate`: it is restored on the earlier schema.
  const restored = onServer ? await restoredCopyOf(own.url) : undefined
  const url = restored?.url() ?? own.url
  closing.push(async () => restored?.close())
  await expectUpgrade(url, before)
  // Rows are written readable for a day; that day is over.
  await withClient(url, (client) =>
    client.query("update sealing_gate set readable_until = '2026-11-24T00:00:00Z'"),
  )

  const shop = await startShop({
    restorable: { url: () => url, backUp: async () => {}, restore: async () => {}, close: own.close },
    start: '2026-11-24T15:00:00.000Z',
    providerJournal: unpacked('provider.jsonl.gz'),
  })
  closing.push(() => shop.close())
  await keepFile(shop)

  // The waiting work is done: the notice, the listeners of a signed order, a withdrawal's refund.
  await shop.work()
  expect(
    await shop.query(
      "select name from pgboss.job where state in ('created', 'retry') and name not like '\\_\\_%'",
    ),
  ).toEqual([])
  expect(await shop.query("select id from messages where status = 'pending'")).toEqual([])
  // The provider reports every payment since the first charge: none is booked twice, and refunded money is recorded as refunded.
  const received = await receivedIn(shop)
  await shop.run('payments.reconcile')
  await shop.work()
  expect(await receivedIn(shop)).toEqual(received)
  expect(await shop.query('select provider_id from set_aside_payments')).toEqual([])
  expect(
    await shop.query(
      'select origin, status, amount::int, unattributed::int as unclear from refunds order by origin, amount',
    ),
  ).toEqual([
    { origin: 'chargeback', status: 'done', amount: 40_000, unclear: 0 },
    { origin: 'panel', status: 'done', amount: 5_000, unclear: 0 },
    { origin: 'panel', status: 'done', amount: 9_989, unclear: 0 },
    { origin: 'panel', status: 'done', amount: 40_000, unclear: 0 },
    { origin: 'withdrawal', status: 'done', amount: 40_000, unclear: 0 },
    { origin: 'withdrawal', status: 'done', amount: 40_000, unclear: 0 },
  ])
  expect(await breachesOfBooks(shop.database)).toEqual([])

  const cpfs = ['52998224725', '11144477735']
  expect((await placesOf(shop, cpfs)).found).toEqual(
    expect.arrayContaining(['contract_acceptances', 'hiring_drafts', 'profiles']),
  )
  for (const job of ['identity.seal', 'contracting.seal']) await shop.run(job)
  expect((await placesOf(shop, cpfs)).found).toEqual([])
  expect(await shop.app.contracting.verifyAcceptances()).toEqual({ records: 9, breaches: [] })

  const { email, password } = DEMO_ACCOUNTS.find(({ role }) => role === 'customer') ?? {
    email: '',
    password: '',
  }
  const signedIn = await shop.app.identity.signIn({
    email,
    password,
    ip: '203.0.113.9',
    userAgent: 'Mozilla/5.0',
  })
  if (!signedIn.ok) throw new Error(signedIn.code)
  const viewer = { id: signedIn.value.userId, email, nome: 'Joana Pereira', documento: '52998224725' }
  const handle = await handlerOf(shop.app, pages)
  const browser = new Browser((request) => handle(request, { address: '203.0.113.9' }))
  const [name = '', value = ''] = signedIn.value.setCookie.split(';')[0]?.split(/=(.*)/s) ?? []
  browser.cookies.set(name, value)
  for (const [path, words] of [
    ['/payments', 'R$ 99,90'],
    ['/tracking', 'Limpeza de Nome'],
    ['/account', 'rg.pdf'],
  ] as const) {
    const page = await browser.get(path)
    expect([page.status, (await page.text()).replaceAll('\u00a0', ' ').includes(words)], path).toEqual([
      200,
      true,
    ])
  }

  const [order] = await shop.query<{ id: string }>(
    "select id from orders where status = 'pending' order by created_at limit 1",
  )
  const [next, ...later] = await shop.openInstalments(order?.id ?? '')
  const { reference } = await shop.charge(viewer, [next?.id ?? ''])
  await shop.simulator.act(reference, 'approve')
  await shop.run('payments.reconcile')
  await shop.work()
  expect(await shop.openInstalments(order?.id ?? '')).toEqual(later)
  expect(await breachesOfBooks(shop.database)).toEqual([])
}, 120_000)

/** Checks that everything is present, in the schema of a new database, and that the books are created from it. */
async function expectUpgrade(url: string, before: Record<string, number>): Promise<void> {
  const database = openDatabase({ url, max: 2 })
  const known = readMigrations().length
  expect(await migrationsToApply(database)).toEqual({ applied: 2, pending: known, ahead: 0 })
  await migrate(database)
  expect(await migrationsToApply(database)).toEqual({ applied: known, pending: 0, ahead: 0 })
  // Two refunds were requested; refunds at the panel and by a bank are recorded as such.
  expect(await countsOf(database.$client)).toMatchObject({ ...before, refunds: 6, provider_payments: 15 })
  expect(await breachesOfBooks(database)).toEqual([])
  // The release before the sealing of the CPF may still run: rows without it are converted tomorrow.
  const gate = await database.$client.query('select readable_until > now() as is_later from sealing_gate')
  expect(gate.rows).toEqual([{ is_later: true }])
  const catalogue = await catalogueOf(database.$client)
  await database.$client.end()
  const fresh = await testDatabase()
  closing.push(() => fresh.close())
  expect(catalogue).toEqual(await withClient(fresh.url, catalogueOf))
}

/** Returns what the books received, payment by payment. */
function receivedIn({ query }: Shop): Promise<unknown[]> {
  return query(
    `select t.key, e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.kind = 'receipt' order by 1, 2`,
  )
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function keepFile({ dataDir, query }: Shop): Promise<void> {
  const [document] = await query<{ storage_key: string }>('select storage_key from documents')
  const path = join(dataDir, 'files', document?.storage_key ?? '')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, readFileSync(join(folder, 'document.sealed')))
}

async function countsOf(client: pg.Client | pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const { rows } = await client.query<{ name: string; count: number }>(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as count from public."${name}"`)
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/**
 * Returns everything that makes up a schema: columns in their order, constraints, indexes, triggers, functions, and the record of
 * migrations.
 */
async function catalogueOf(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(`
    select format('column %s.%s %s %s %s %s', c.relname, a.attname, rank() over (partition by c.oid order by a.attnum),
        format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as what
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('sequence %s', relname) from pg_class where relkind in ('S', 'v') and relnamespace = 'public'::regnamespace
    union all select format('schema %s', nspname) from pg_namespace where nspname not like 'pg%'
    union all select format('migration %s %s', hash, created_at) from drizzle.__drizzle_migrations
    order by 1`)
  return rows.map(({ what }) => what)
}
