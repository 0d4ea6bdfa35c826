// Databases: postgres. A process with a wrong clock and a database with a right one: the embedded database has the clock of its
// process.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickResolution } from '../../../scripts/lib/preloaded.mjs'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import { applicationOptions } from '../../../scripts/lib/system.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { movableClock, startProvider, webhookSecret } from '../../modules/payments/payments-harness.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const main = join(import.meta.dirname, '../../../src/main.ts')
const skewedWeb = join(import.meta.dirname, 'skewed-web.ts')
/** Maximum time in which a loaded machine starts a process and lets it work, in milliseconds. */
const enough = 60_000
const aYear = 365 * 24 * 3_600_000 + 300_000

let source: TestDatabase
let database: Database
let folder: string
let provider: Awaited<ReturnType<typeof startProvider>>
const undo: (() => void)[] = []

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 2 })
  folder = mkdtempSync(join(tmpdir(), 'skewed-'))
  const now = () => new Date()
  provider = await startProvider({ ...movableClock(now().toISOString()), now })
})
afterAll(async () => {
  for (const step of undo.splice(0)) step()
  await provider.close()
  await database.$client.end()
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a process whose wall clock is ahead, or behind when that is negative: a worker, or the application of a web process. */
function start({ ahead, program = main }: { ahead: number; program?: string }) {
  const wrong = `class extends Date {
    constructor(...given) { given.length > 0 ? super(...given) : super(Date.now() + ${ahead}) }
    static now() { return Date.now() + ${ahead} }
  }`
  const preload = `data:text/javascript,const Date = globalThis.Date; globalThis.Date = ${encodeURIComponent(wrong)}`
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...applicationOptions,
      '--import',
      preload,
      ...quickResolution,
      program,
    ],
    {
      env: {
        ...shellEnvironment(),
        ...{ DATA_DIR: folder, DATABASE_URL: source.url, ROLE: 'worker' },
        ...{ MERCADOPAGO_BASE_URL: provider.url, MERCADOPAGO_ACCESS_TOKEN: provider.accessToken },
        ...{ MERCADOPAGO_WEBHOOK_SECRET: webhookSecret, RECONCILE_SECONDS: '2' },
        ...{ SESSION_SECRET: 's'.repeat(64), ENCRYPTION_KEY: 'ab'.repeat(32) },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  undo.push(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  return { child, output: () => output }
}

test('workers with a wrong clock notify the team once and run nothing; a right one works, and money is booked once', async () => {
  await database.$client.query(
    `insert into rate_limits (key, count, expires_at) values ('old', 1, now() - interval '1 day'), ('new', 1, now() + interval '1 day')`,
  )
  const ahead = start({ ahead: aYear })
  const behind = start({ ahead: -90_000 })
  const web = start({ ahead: 5 * 3_600_000, program: skewedWeb })
  for (const { output } of [ahead, behind])
    await expect.poll(output, { timeout: enough }).toContain('"msg":"ready"')
  const says = 'em relação ao do banco de dados: as tarefas deste processo esperam'
  expect(ahead.output()).toContain(`O relógio desta máquina está 365 d 0 h adiantado ${says}`)
  expect(behind.output()).toMatch(new RegExp(`O relógio desta máquina está 1 min (29|30) s atrasado ${says}`))
  const messages = () => rows("select kind, status from messages where kind = 'operations.clock'")
  await expect.poll(messages, { timeout: enough }).toEqual([{ kind: 'operations.clock', status: 'kept' }])

  // The customers pay what the web process charged them, and its charges expire when they should.
  await expect.poll(web.output, { timeout: enough }).toMatch(/\}\n$/)
  const { charges, skewSeconds } = JSON.parse(web.output()) as { charges: string[]; skewSeconds: number }
  expect(Math.round(skewSeconds)).toBe(5 * 3_600)
  const references = await rows<{ reference: string; minutes: number }>(
    `select reference, extract(epoch from expires_at - now())::int / 60 as minutes from charges`,
  )
  expect(references).toHaveLength(charges.length)
  for (const { reference, minutes } of references) {
    expect(minutes).toBeGreaterThan(20)
    expect(minutes).toBeLessThan(120)
    await provider.act(reference, 'approve')
  }
  await provider.noticesSent()
  expect(await rows('select 1 from provider_events')).not.toEqual([])

  // A sweep that deletes by time waits, regardless of the time that the process assumes, and so does the money.
  await database.$client.query("insert into pgboss.job (name) values ('identity.sweep')")
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await states()).toEqual([{ state: 'created' }])
  expect(
    await rows("select 1 from pgboss.job where name = 'payments.reconcile' and state = 'completed'"),
  ).toEqual([])
  expect(await rows('select 1 from provider_payments where received_at is not null')).toEqual([])

  const right = start({ ahead: 0 })
  await expect.poll(states, { timeout: enough }).toEqual([{ state: 'completed' }])
  expect(await rows("select key from rate_limits where key in ('old', 'new')")).toEqual([{ key: 'new' }])
  const received = () =>
    rows(
      `select c.status, count(*)::int as payments, bool_and(p.amount = c.amount and age(p.received_at) < '10 minutes') as right
         from charges c join provider_payments p on p.charge_id = c.id where p.received_at is not null group by c.id, c.status`,
    )
  const once = charges.map(() => ({ status: 'approved', payments: 1, right: true }))
  await expect.poll(received, { timeout: enough }).toEqual(once)
  // Two more periods of reconciliation change nothing.
  await new Promise((resolve) => setTimeout(resolve, 4_500))
  expect(await received()).toEqual(once)
  expect(await rows("select count(*)::int as n from payments where status = 'paid'")).toEqual([
    { n: charges.length },
  ])
  expect(await rows("select count(*)::int as n from ledger_transactions where kind = 'receipt'")).toEqual([
    { n: charges.length },
  ])
  expect(await rows('select * from credits')).toEqual([])
  for (const { child } of [ahead, behind, right]) child.kill('SIGTERM')
  expect(await messages()).toHaveLength(1)
}, 240_000)

function states() {
  return rows("select state from pgboss.job where name = 'identity.sweep'")
}

async function rows<T = unknown>(text: string): Promise<T[]> {
  return (await database.$client.query(text)).rows as T[]
}
