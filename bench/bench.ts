import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../scripts/lib/postgres.ts'
import { embeddedDatabaseDir } from '../src/platform/config/config.ts'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { helloRate, insertRate } from './baselines.ts'
import { createClient } from './client.ts'
import { hire, incompleteOrders, order, workerIsIdle } from './hiring.ts'
import { type Figure, repeated } from './measure.ts'
import { approvedCharges, deliveries, notices, settlements, sweptPayments } from './money.ts'
import { page } from './pages.ts'
import { type Fixtures, openFixtures, sign } from './people.ts'
import { cpuOf, cpuOfServer, memoryOf } from './processes.ts'
import { aligned, comparedWith, type KeptFigures, perTwoCores, rateOf, table, toKeep } from './report.ts'
import { createSite, type Site } from './site.ts'

interface Settings {
  quick: boolean
  /** Whether to replace the figures that later runs are compared with. */
  keep: boolean
  /** Number of web processes on PostgreSQL. */
  web: number
  /** Folder for the web processes' CPU profiles. */
  profiles?: string
  folder: string
  /** File descriptor of the log. */
  output: number
  /** Registers a cleanup that runs at the end of the benchmark, whether it succeeds or fails. */
  onExit: (cleanup: () => Promise<unknown>) => void
}

type Size = ReturnType<typeof sizeOf>

const clients = 8
/** Number of signatures of a warm-up. */
const warmUp = 200
const keptFile = new URL('figures.json', import.meta.url)

/**
 * Runs every stage and prints the figures.
 *
 * @returns one sentence about failures, or undefined
 */
export async function bench(settings: Settings): Promise<string | undefined> {
  const size = sizeOf(settings)
  console.log(
    `${settings.web} web processes and a worker, ${clients} clients, ${size.rounds} rounds of each stage`,
  )
  const hello = await repeated(size.rounds, () => helloRate({ clients, seconds: size.baseline }))

  const served = await onPostgres({ settings, size })
  const single = await onDurablePostgres({ settings, size })
  const embedded = await onEmbedded({ settings, size })

  const figures = [...served.figures, ...single.figures, embedded.figure]
  console.log(`\n${table([hello, ...figures], hello)}`)
  console.log(
    `\n${aligned([['', 'MB after', 'MB peak'], ...served.memory, ...single.memory, ...embedded.memory])}\n`,
  )
  console.log(summary(served))
  const kept = JSON.parse(readFileSync(keptFile, 'utf8')) as KeptFigures
  const changes = comparedWith(kept, figures, hello)
  console.log(
    changes.length > 0 ? changes.join('\n') : 'No stage became dearer than the figures that are kept.',
  )
  if (settings.keep) writeFileSync(keptFile, `${JSON.stringify(toKeep(figures, hello), undefined, 2)}\n`)
  const failed = figures.filter((figure) => figure.failed > 0)
  if (failed.length > 0) return `Failed: ${failed.map(({ name }) => name).join(', ')}`
  return served.problem ?? single.problem ?? embedded.problem
}

function sizeOf({ quick }: Settings) {
  return quick
    ? {
        rounds: 1,
        baseline: 0.5,
        orders: 1.5,
        warmUpSeconds: 1,
        page: 0.5,
        settlements: 10,
        drafts: 600,
        messages: 500,
        swept: 500,
      }
    : {
        rounds: 3,
        baseline: 2,
        orders: 6,
        // The JIT compiler is at work for the first thousand orders of each process.
        warmUpSeconds: 20,
        page: 2,
        settlements: 400,
        drafts: 4_000,
        messages: 2_000,
        swept: 10_000,
      }
}

/** Measures the cost of the application and the database, with several processes and without fsync. */
async function onPostgres({ settings, size }: { settings: Settings; size: Size }) {
  const { web, folder, output, profiles, onExit } = settings
  const postgres = await startPostgres()
  onExit(postgres.stop)
  const { url } = postgres
  const site = await createSite({
    folder: folderIn(folder, 'several'),
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
  const rounds = (run: () => Promise<Figure>) => repeated(size.rounds, run)

  const insert = await rounds(() => insertRate({ url, seconds: size.baseline, database }))
  const [regular, ...customers] = await fixtures.customers(65)
  if (!regular) throw new Error('no customer')
  await site.startWeb()
  await site.startWorker()
  const client = createClient({ origins: site.origins, connections: clients })
  const simulator = createClient({ origins: [site.simulator], connections: 8 })
  const clocks = { app: cpuOf(pidsOf(site, 'web')), database, worker: cpuOf(pidsOf(site, 'worker')) }
  const rest = workerIsIdle(fixtures)
  const { publicUrl } = site.config
  const load = { client, clients, clocks, publicUrl, rest }

  // Warm-up, because the JIT compiler of a new process is still at work.
  const first = await fixtures.drafts(customers, warmUp)
  await hire({ ...load, name: 'warm-up', ready: first, seconds: 20 })
  await order({ ...load, name: 'warm-up', customers, seconds: size.warmUpSeconds })
  const orders = await rounds(() => order({ ...load, name: 'whole order', customers, seconds: size.orders }))
  const hiring = await rounds(async () => {
    const ready = await fixtures.drafts(customers, Math.ceil(size.drafts / size.rounds))
    return hire({ ...load, name: 'signature', ready, seconds: size.orders })
  })
  const problem = await incompleteOrders(fixtures, await signedIn(fixtures))

  // Otherwise autovacuum clears up after the orders during a later stage, and counts there.
  await fixtures.database.$client.query('vacuum analyze')

  // One customer with 8 orders and 104 instalments.
  for (const draft of await fixtures.drafts([regular], 8)) await sign(app, draft)
  await rest()
  const { worker: _, ...pageClocks } = clocks
  const view = { ...load, clocks: pageClocks, seconds: size.page }
  const own = { ...view, cookie: regular.cookie }
  const pages = [
    await rounds(() => page({ ...view, name: '/', path: '/' })),
    await rounds(() => page({ ...view, name: '/service/clean-name', path: '/service/clean-name' })),
    await rounds(() => page({ ...own, name: '/, signed in', path: '/' })),
    await rounds(() =>
      page({ ...own, name: '/payments, 104 open, rendered', path: '/payments', view: 'new' }),
    ),
    await rounds(() => page({ ...own, name: '/payments, 104 open, again', path: '/payments' })),
    await rounds(() => page({ ...own, name: '/payments, 304', path: '/payments', view: 'unchanged' })),
    await rounds(() =>
      page({ ...own, name: '/tracking, 8 orders, rendered', path: '/tracking', view: 'new' }),
    ),
    await rounds(() => page({ ...own, name: '/tracking, 8 orders, again', path: '/tracking' })),
  ]

  const { app: _web, ...workerClocks } = clocks
  const delivered = await rounds(() =>
    deliveries({ fixtures, count: size.messages, seconds: 30, clocks: workerClocks }),
  )
  const count = (1 + size.rounds) * size.settlements
  const { dataIds } = await approvedCharges({ fixtures, customers, simulator, count })
  const waiting = [...dataIds]
  const settle = () => {
    const some = waiting.splice(0, size.settlements)
    const send = () => notices({ ...load, name: 'notices', dataIds: some, count: some.length, seconds: 20 })
    return settlements({ fixtures, dataIds: some, send, rest, clocks })
  }
  // Warm-up, because the worker has settled nothing yet. The statistics are of the filled tables then, as they soon are in a shop that
  // runs: the plans for empty ones read whole tables until autovacuum comes.
  await settle()
  await fixtures.database.$client.query('vacuum analyze')
  const settled = await rounds(settle)
  const worker = memoryRows(site, 'worker')
  await site.stop('worker')
  const intake = await rounds(() => notices({ ...view, name: 'signed notice received', dataIds }))
  // The first sweep reads what the settled notices were about, too.
  await app.payments.jobs['payments.reconcile'].run()
  const sweepClocks = { app: cpuOf([process.pid]), database }
  const swept = await sweptPayments({ fixtures, simulator, count: size.swept, clocks: sweepClocks })

  const memory = [...memoryRows(site, 'web'), ...worker]
  client.close()
  simulator.close()
  await fixtures.close()
  await site.stop()
  await postgres.stop()
  return {
    figures: [insert, orders, hiring, ...pages, intake, settled, delivered, swept],
    orders,
    hiring,
    memory,
    problem,
  }
}

/** Measures one process that does all the work, on a database that forces each commit to the disk, as a small shop runs it. */
async function onDurablePostgres({ settings, size }: { settings: Settings; size: Size }) {
  const { folder, output, onExit } = settings
  const postgres = await startPostgres({ durable: true })
  onExit(postgres.stop)
  const { url } = postgres
  const site = await createSite({ folder: folderIn(folder, 'single'), output, databaseUrl: url, web: 1 })
  onExit(() => site.stop())
  const fixtures = await openFixtures({ config: site.config, url })
  onExit(() => fixtures.close())
  const customers = await fixtures.customers(64)
  await site.startAll()
  const client = createClient({ origins: site.origins, connections: clients })
  const database = cpuOfServer(await backendOf(fixtures.database))
  const clocks = { app: cpuOf(pidsOf(site, 'web')), database }
  const load = { client, clients, clocks, publicUrl: site.config.publicUrl, rest: workerIsIdle(fixtures) }
  await order({ ...load, name: 'warm-up', customers, seconds: size.warmUpSeconds })
  const name = 'whole order, one process, with fsync'
  const orders = await repeated(size.rounds, () => order({ ...load, name, customers, seconds: size.orders }))
  const problem = await incompleteOrders(fixtures, await signedIn(fixtures))
  const memory = memoryRows(site, 'web').map(([, ...rest]) => ['one process', ...rest])
  client.close()
  await fixtures.close()
  await site.stop()
  await postgres.stop()
  return { figures: [orders], memory, problem }
}

/** Measures the same signatures with web, worker and database in one process. */
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

  await site.startAll()
  const client = createClient({ origins: site.origins, connections: clients })
  const clocks = { app: cpuOf(pidsOf(site, 'web')) }
  const load = { client, clients, clocks, publicUrl: site.config.publicUrl }
  const first = ready.splice(0, warmUp / 2)
  await hire({ ...load, name: 'warm-up', ready: first, seconds: 20 })
  const figure = await hire({
    ...load,
    name: 'signature, embedded database',
    ready,
    seconds: size.orders / 2,
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

/** Counts the signed drafts, for each of which there must be a complete order. */
async function signedIn({ database }: Fixtures): Promise<number> {
  const { rows } = await database.$client.query<{ count: number }>(
    'select count(*) from hiring_drafts where order_id is not null',
  )
  return rows[0]?.count ?? 0
}

function summary({ orders, hiring }: { orders: Figure; hiring: Figure }): string {
  const both = (figure: Figure) =>
    `${rateOf(figure).toFixed(0)} a second with the load generator on the same cores; ` +
    `${perTwoCores(figure)?.toFixed(0) ?? '–'} per two cores for application, worker and database`
  return [`Whole orders: ${both(orders)} (budget 300).`, `Signatures: ${both(hiring)} (budget 500).`].join(
    '\n',
  )
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
