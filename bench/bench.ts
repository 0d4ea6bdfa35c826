import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../scripts/lib/postgres.ts'
import { embeddedDatabaseDir } from '../src/platform/config/config.ts'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { helloRate, insertRate } from './baselines.ts'
import { createClient } from './client.ts'
import { hire, incompleteOrders } from './hiring.ts'
import type { Figure } from './measure.ts'
import { approvedCharges, deliveries, notices, settlements } from './money.ts'
import { page } from './pages.ts'
import { openFixtures, sign } from './people.ts'
import { type CpuClock, cpuOf, cpuOfServer, memoryOf } from './processes.ts'
import { aligned, perTwoCores, rateOf, table } from './report.ts'
import { createSite, type Site } from './site.ts'

interface Settings {
  quick: boolean
  /** Web processes on PostgreSQL. */
  web: number
  /** Folder for the web processes' CPU profiles. */
  profiles?: string
  folder: string
  /** File descriptor of the log. */
  output: number
  /** Registers a cleanup that runs however the benchmark ends. */
  onExit: (cleanup: () => Promise<unknown>) => void
}

const clients = 32
const warmUp = 200

/** Runs every stage and prints the figures. @returns one sentence about failures, or undefined */
export async function bench(settings: Settings): Promise<string | undefined> {
  const { quick, onExit } = settings
  const postgres = await startPostgres()
  onExit(postgres.stop)
  console.log(
    `PostgreSQL ${postgres.version}, without fsync; ${settings.web} web processes, ${clients} clients`,
  )

  const size = quick
    ? { baseline: 0.5, hirings: 1.5, page: 0.5, settlements: 20, drafts: 600 }
    : { baseline: 3, hirings: 10, page: 3, settlements: 200, drafts: 5_000 }
  const hello = await helloRate({ clients, seconds: size.baseline })
  const served = await onPostgres({ settings, size, url: postgres.url })
  await postgres.stop()
  const embedded = await onEmbedded({ settings, size })

  console.log(`\n${table([hello, ...served.figures, embedded.figure], hello)}`)
  console.log(`\n${aligned([['', 'MB after', 'MB peak'], ...served.memory, ...embedded.memory])}\n`)
  console.log(summary({ hello, ...served, embedded: embedded.figure }))
  const failed = [...served.figures, embedded.figure].filter((figure) => figure.failed > 0)
  if (failed.length > 0) return `Failed: ${failed.map(({ name }) => name).join(', ')}`
  return served.problem ?? embedded.problem
}

type Size = { baseline: number; hirings: number; page: number; settlements: number; drafts: number }

async function onPostgres({ settings, size, url }: { settings: Settings; size: Size; url: string }) {
  const { web, folder, output, profiles, onExit } = settings
  const site = await createSite({
    folder: folderIn(folder, 'postgres'),
    output,
    databaseUrl: url,
    web,
    profiles,
  })
  onExit(() => site.stop())
  const fixtures = await openFixtures({ config: site.config, url })
  onExit(() => fixtures.close())
  const { app } = fixtures
  const database = cpuOfServer(await backendOf(fixtures.database))

  const insert = await insertRate({ url, seconds: size.baseline, database })
  const [regular, ...customers] = await fixtures.customers(65)
  if (!regular) throw new Error('no customer')
  const ready = await fixtures.drafts(customers, size.drafts + warmUp)
  await site.startWeb()
  const client = createClient({ origins: site.origins, connections: clients })
  const simulator = createClient({ origins: [site.simulator], connections: 8 })
  const webClocks = { web: cpuOf(pidsOf(site, 'web')), database }
  const load = { client, clients, clocks: webClocks }
  const { publicUrl } = site.config

  // Warm-up: a new process is still compiling.
  const first = ready.splice(0, warmUp)
  await hire({ ...load, name: 'warm-up', publicUrl, ready: first, seconds: 20 })
  const hiring = await hire({ ...load, name: 'hiring', publicUrl, ready, seconds: size.hirings })
  const problem = await incompleteOrders(fixtures, warmUp - first.length + hiring.done)

  // One customer with 8 orders and 104 instalments.
  for (const draft of await fixtures.drafts([regular], 8)) await sign(app, draft)
  const view = { ...load, seconds: size.page }
  const pages = [
    await page({ ...view, name: '/', path: '/' }),
    await page({ ...view, name: '/service/clean-name', path: '/service/clean-name' }),
    await page({ ...view, name: '/payments, 104 open', path: '/payments', cookie: regular.cookie }),
    await page({ ...view, name: '/tracking, 8 orders', path: '/tracking', cookie: regular.cookie }),
  ]

  await site.startWorker()
  const workerClocks = { web: cpuOf(pidsOf(site, 'worker')), database }
  const delivered = await deliveries({ fixtures, seconds: size.page * 5, clocks: workerClocks })
  const charges = { fixtures, customers, simulator, count: size.settlements }
  const { dataIds } = await approvedCharges(charges)
  const send = () => notices({ ...load, name: 'notices', dataIds, count: dataIds.length, seconds: 20 })
  const settled = await settlements({
    fixtures,
    dataIds,
    send,
    seconds: size.page * 8,
    clocks: workerClocks,
  })
  const worker = memoryRows(site, 'worker')
  await site.stop('worker')
  const intake = await notices({ ...load, name: 'signed notice received', dataIds, seconds: size.page })

  const memory = [...memoryRows(site, 'web'), ...worker]
  client.close()
  simulator.close()
  await fixtures.close()
  await site.stop()
  return { figures: [insert, hiring, ...pages, intake, settled, delivered], hiring, insert, memory, problem }
}

/** The same hirings with web and database in one process. */
async function onEmbedded({ settings, size }: { settings: Settings; size: Size }) {
  const { folder, output, onExit } = settings
  const site = await createSite({
    folder: folderIn(folder, 'embedded'),
    output,
    databaseUrl: undefined,
    web: 1,
  })
  onExit(() => site.stop())
  const embedded = await startEmbedded({ dataDir: embeddedDatabaseDir(site.config) })
  const before = await openFixtures({ config: site.config, url: embedded.url })
  const customers = await before.customers(16)
  const ready = await before.drafts(customers, Math.ceil(size.drafts / 8) + warmUp)
  await before.close()
  await embedded.close()

  await site.startWeb()
  const client = createClient({ origins: site.origins, connections: clients })
  const clocks = { web: cpuOf(pidsOf(site, 'web')), database: (() => undefined) as CpuClock }
  const load = { client, clients, clocks, publicUrl: site.config.publicUrl }
  const first = ready.splice(0, warmUp / 2)
  await hire({ ...load, name: 'warm-up', ready: first, seconds: 20 })
  const figure = await hire({
    ...load,
    name: 'hiring, embedded (one process)',
    ready,
    seconds: size.hirings / 2,
  })
  const memory = memoryRows(site, 'web').map(([, ...rest]) => ['embedded, all in one', ...rest])
  client.close()
  await site.stop()

  const again = await startEmbedded({ dataDir: embeddedDatabaseDir(site.config) })
  const after = await openFixtures({ config: site.config, url: again.url })
  const problem = await incompleteOrders(after, warmUp / 2 - first.length + figure.done)
  await after.close()
  await again.close()
  return { figure, memory, problem }
}

function summary({
  hello,
  hiring,
  insert,
  embedded,
}: {
  hello: Figure
  hiring: Figure
  insert: Figure
  embedded: Figure
}): string {
  const rate = (figure: Figure) => rateOf(figure).toFixed(0)
  const two = perTwoCores(hiring)
  return [
    `Hirings: ${rate(hiring)} a second with the load generator on the same cores; ` +
      `${two?.toFixed(0) ?? '–'} per two cores for application and database (budget 500).`,
    `One hiring takes as long as ${(rateOf(insert) / rateOf(hiring)).toFixed(1)} single-row inserts ` +
      `or ${(rateOf(hello) / rateOf(hiring)).toFixed(1)} bare responses in the same run.`,
    `Embedded: ${rate(embedded)} a second, ${((100 * rateOf(embedded)) / rateOf(hiring)).toFixed(0)} % of PostgreSQL.`,
  ].join('\n')
}

function pidsOf(site: Site, kind: string): number[] {
  return site.children().flatMap(({ name, pid }) => (name.startsWith(kind) ? [pid] : []))
}

function memoryRows(site: Site, kind: string): string[][] {
  return site
    .children()
    .filter(({ name }) => name.startsWith(kind))
    .map(({ name, pid }) => {
      const memory = memoryOf(pid)
      return [name, String(memory?.now ?? '–'), String(memory?.peak ?? '–')]
    })
}

async function backendOf(database: {
  $client: { query<Row extends object>(text: string): Promise<{ rows: Row[] }> }
}): Promise<number> {
  const { rows } = await database.$client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

function folderIn(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}
