import { setTimeout as sleep } from 'node:timers/promises'
import { openFixtures } from '../../bench/people.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { openBrowser } from './browser.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Acknowledgement } from './customer.ts'
import { type Reader, readerOf } from './database.ts'
import { type InjectedFaults, injectFaults, noFaults } from './fault-injection.ts'
import { scheduleFaults } from './faults.ts'
import { type GroundTruth, readGroundTruth } from './ground-truth.ts'
import { breachesIn } from './invariants.ts'
import { providerAt } from './provider.ts'
import { waitForQuiescence } from './quiescence.ts'
import { random } from './random.ts'
import { runWorkload } from './run-workload.ts'
import { readJobs, readTables, type Tables } from './tables.ts'
import { generateWorkload } from './workload.ts'

export interface Settings {
  customers: number
  /** How long customers arrive and faults are injected. */
  seconds: number
  seed: string
  webs: number
  workers: number
}

export interface Result {
  /** One sentence each; empty when every invariant holds. */
  breaches: string[]
  injected: InjectedFaults
  /** Seconds from the last action until nothing changed any more. */
  quiescentAfter: number
  /** The last pending work seen. */
  lastPending: string
  acknowledgements: readonly Acknowledgement[]
  tables: Tables
  truth: GroundTruth
}

/** A database of the caller's, to which other things happen than to the product and its provider. */
export interface OwnDatabase {
  /** What the product uses. */
  url: string
  env: NodeJS.ProcessEnv
  /** Where the checker reads. */
  readUrl: string
  /** Signed-in accounts that `trial` needs. */
  buyers: number
  /** Instead of the faults of a schedule. @returns breaches, one sentence each */
  trial(scene: {
    url: string
    sessions: readonly string[]
    acknowledge: (one: Acknowledgement) => void
  }): Promise<string[]>
}

/** How long pending work may take to finish after the last action. */
const quiescenceSeconds = 180

/** Runs once, from an empty database to the list of breaches. */
export async function torture({
  folder,
  output,
  onExit,
  database: own,
  ...settings
}: Settings & {
  folder: string
  database?: OwnDatabase
  /** File descriptor of the processes' log. */
  output: number
  onExit: (cleanup: () => Promise<unknown>) => void
}): Promise<Result> {
  const cluster = await startCluster({ folder, output, onExit, ...settings, database: own })
  const provider = providerAt(cluster.simulator)
  const database = readerOf(own?.readUrl ?? cluster.databaseUrl)
  onExit(database.close)
  const luck = random(settings.seed)
  const acknowledgements: Acknowledgement[] = []
  const workloads = Array.from({ length: settings.customers }, (_, index) =>
    generateWorkload(luck.fork(`customer ${index}`), settings),
  )
  const sessions = await sessionsFor(cluster, settings.customers + (own?.buyers ?? 0))
  const schedule = scheduleFaults(luck.fork('mishaps'), { ...settings, processes: cluster.names })

  // On a busy machine customers take longer: let them finish after the last fault.
  const deadline = Date.now() + settings.seconds * 2_000
  const acknowledge = (one: Acknowledgement) => void acknowledgements.push(one)
  const trial = own && {
    ...{ url: cluster.url, acknowledge },
    sessions: sessions.slice(settings.customers),
  }
  const [{ injected, lost }] = await Promise.all([
    own && trial
      ? own.trial(trial).then((breaches) => ({ injected: noFaults(), lost: breaches }))
      : injectFaults(schedule, { cluster, provider, database }).then((counted) => ({
          injected: counted,
          lost: [],
        })),
    ...workloads.map(async (workload, index) => {
      const email = workload.kind === 'newcomer' ? `nova${index}@exemplo.com.br` : emailOf(index)
      const cookies = workload.kind === 'customer' ? [sessions[index] ?? ''] : []
      const browser = openBrowser({ url: cluster.url, ip: `198.18.${index >> 8}.${index & 255}`, cookies })
      await sleep(workload.startsAt)
      await runWorkload(
        workload,
        { email, browser, provider, acknowledge, linkTo: linksOf(database) },
        deadline,
      )
    }),
  ])

  const ended = Date.now()
  const { unfinished, lastPending } = await waitForQuiescence({
    cluster,
    provider,
    database,
    seconds: quiescenceSeconds,
  })
  const quiescentAfter = Math.round((Date.now() - ended) / 1000)
  const tables = await readTables(database)
  const jobs = await readJobs(database)
  const truth = await readGroundTruth(provider)
  const acknowledgedDecisions = [...injected.decisions.values()].reduce((total, count) => total + count, 0)
  const breaches = breachesIn({
    tables,
    jobs,
    truth,
    acknowledgements,
    acknowledgedDecisions,
    crashes: cluster.crashes,
  })
  return {
    breaches: [...lost, ...unfinished, ...breaches],
    injected,
    quiescentAfter,
    lastPending,
    acknowledgements,
    tables,
    truth,
  }
}

const emailOf = (index: number) => `pessoa${index}@exemplo.com.br`

/** Creates accounts with a session each, without HTTP: password hashing is not under test. */
async function sessionsFor({ env, databaseUrl }: Cluster, count: number): Promise<string[]> {
  const config = parseConfig({ ...env, PORT: new URL(env.PUBLIC_URL ?? '').port }, localSecrets)
  const fixtures = await openFixtures({ config, url: databaseUrl })
  const customers = await fixtures.customers(count)
  await fixtures.close()
  return customers.map(({ cookie }) => cookie)
}

function linksOf(database: Reader) {
  return async (email: string): Promise<string | undefined> => {
    const found = await database
      .all<{ to: string; links: string[] }>(
        `(select "to", links from messages where kind = 'account.confirm')`,
      )
      // The database may be away: who waits for the link asks again.
      .catch(() => [])
    const link = found.find(({ to }) => to === email)?.links[0]
    if (!link) return undefined
    const { pathname, search } = new URL(link)
    return pathname + search
  }
}
