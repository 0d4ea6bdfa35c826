import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SEED_PASSWORD } from '../scripts/seed/seed-shop.ts'
import { regularEmail, tourOf, type Visit } from '../scripts/seed/tour.ts'
import type { Ask } from '../scripts/seed/work.ts'
import { DEMO_TEAM } from '../src/platform/demo.ts'
import { createClient } from './client.ts'
import { openFixtures } from './people.ts'
import { cpuOf, cpuOfServer } from './processes.ts'
import { aligned } from './report.ts'
import { createSite } from './site.ts'

interface Settings {
  /** URL of a database that `npm run seed` filled. */
  databaseUrl: string
  /** The DATA_DIR of that run, whose key decrypts the look-ups. */
  dataDir: string
  folder: string
  output: number
  onExit: (cleanup: () => Promise<unknown>) => void
}

/** Server time allowed for a screen, in milliseconds. */
const budgetMs = 100
const rounds = 15
/** Number of rows above which no screen may scan a table. */
const large = 100_000

/**
 * Requests every screen of the desk, its searches, /payments and /tracking, one after the other, and prints the CPU time of each,
 * which hardly depends on other load, and its duration.
 *
 * @returns one sentence when a response is wrong or a large table was scanned, never for being slow
 */
export async function benchDesk(settings: Settings): Promise<string | undefined> {
  const { databaseUrl, dataDir, folder, output, onExit } = settings
  copyFileSync(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'))
  const site = await createSite({ folder, output, databaseUrl, web: 1 })
  onExit(() => site.stop())
  const fixtures = await openFixtures({ config: site.config, url: databaseUrl })
  onExit(() => fixtures.close())
  const observer = new pg.Client({ connectionString: databaseUrl })
  await observer.connect()
  onExit(() => observer.end())
  const ask: Ask = async (text, values) => (await observer.query(text, values)).rows as never
  const tour = Object.values(await tourOf(ask)).flat()
  const sizes = await ask<{ table: string; rows: number }>(
    `select relname as table, n_live_tup as rows from pg_stat_user_tables where n_live_tup > ${large} order by rows desc`,
  )
  console.log(sizes.map(({ table, rows }) => `${table} ${rows.toLocaleString('en')}`).join(', '))

  await site.startWeb()
  const client = createClient({ origins: site.origins, connections: 1 })
  const { publicUrl } = site.config
  const post = (path: string, fields: Record<string, string>, cookie = '') => {
    const headers = { Origin: publicUrl, 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie }
    return client.call({ path, method: 'POST', headers, body: String(new URLSearchParams(fields)) })
  }
  const signIn = async (account: { email: string; password: string }) =>
    (await post('/auth', { intent: 'sign-in', email: account.email, password: account.password })).cookie
  const member = DEMO_TEAM.find(({ role }) => role === 'owner')
  if (!member) throw new Error('no demonstration account administers')
  const signedIn = await signIn(member)
  const code = fixtures.app.team.publishedCodes().find(({ email }) => email === member.email)?.code ?? ''
  const entered = await post('/painel/entrar', { codigo: code }, signedIn)
  const cookies: Record<Visit['by'], string> = {
    team: `${signedIn}; ${entered.cookie}`,
    customer: await signIn({ email: await regularEmail(ask), password: SEED_PASSWORD }),
  }

  const pids = site.children().flatMap(({ name, pid }) => (name.startsWith('web') ? [pid] : []))
  const [backend] = await ask<{ pid: number }>('select pg_backend_pid() as pid')
  const clocks = [cpuOf(pids), cpuOfServer(backend?.pid ?? 0)]
  const cpu = () => clocks.map((clock) => clock() ?? 0)
  const scansBefore = await scansOf(ask)
  const rows: string[][] = []
  const failed: string[] = []
  let [slow, dear] = [0, 0]
  for (const { name, path, form, by } of tour) {
    const times: number[] = []
    const cpuBefore = cpu()
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      // Sends a different `Accept` each time, so that an unchanged page is rendered again.
      const headers = { Cookie: cookies[by], Accept: `text/html, x-bench/${round}` }
      const answer = form ? await post(path, { ...form }, cookies[by]) : await client.call({ path, headers })
      times.push(performance.now() - start)
      if (answer.status !== 200 && !failed.includes(name)) failed.push(`${name} (${answer.status})`)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(rounds / 2)] ?? 0
    if (median > budgetMs) slow += 1
    const spent = cpu().map((seconds, index) => ((seconds - (cpuBefore[index] ?? 0)) * 1_000) / rounds)
    const total = spent.reduce((sum, each) => sum + each, 0)
    if (total > budgetMs) dear += 1
    rows.push([name, ...[...spent, total, median, sorted.at(-2) ?? 0].map((value) => value.toFixed(1))])
  }
  client.close()
  console.log(
    `\n${aligned([['', 'app CPU', 'database CPU', 'sum', 'median ms', 'slowest but one'], ...rows])}\n`,
  )
  console.log(
    `${tour.length} requests, ${rounds} times each: ${dear} cost more than ${budgetMs} ms of CPU time, ${slow} took longer.`,
  )

  // The statistics of a backend become visible to others within ten seconds.
  await sleep(11_000)
  const scansAfter = await scansOf(ask)
  const scanned = sizes
    .map(({ table }) => table)
    .filter((table) => scansAfter.get(table) !== scansBefore.get(table))
  if (failed.length > 0) return `Wrong answers: ${failed.join(', ')}`
  return scanned.length > 0 ? `Scanned: ${scanned.join(', ')}` : undefined
}

/** Returns the number of sequential scans of each table. */
async function scansOf(ask: Ask): Promise<Map<string, number>> {
  await ask('select pg_stat_clear_snapshot()')
  const rows = await ask<{ table: string; scans: number }>(
    'select relname as table, seq_scan as scans from pg_stat_user_tables',
  )
  return new Map(rows.map(({ table, scans }) => [table, scans]))
}
