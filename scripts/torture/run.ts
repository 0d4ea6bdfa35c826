import { setTimeout as sleep } from 'node:timers/promises'
import { type Fixtures, openFixtures } from '../../bench/people.ts'
import { formatPhone } from '../../src/core/phone.ts'
import { whatsappStatement } from '../../src/modules/notifications/public.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { openBrowser } from './browser.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Acknowledgement } from './customer.ts'
import { type Reader, readerOf } from './database.ts'
import { type InjectedFaults, injectFaults, noFaults } from './fault-injection.ts'
import { scheduleFaults } from './faults.ts'
import { type GroundTruth, readMoney, readPhones } from './ground-truth.ts'
import { breachesIn } from './invariants.ts'
import { startMailServer } from './mail-server.ts'
import { type Provider, providerAt } from './provider.ts'
import { waitForQuiescence } from './quiescence.ts'
import { random } from './random.ts'
import { emailOf, isGone, phoneOf, reachOf } from './reach.ts'
import { runWorkload } from './run-workload.ts'
import { readJobs, readTables, type Tables } from './tables.ts'
import { generateWorkload } from './workload.ts'

export interface Settings {
  customers: number
  /** Seconds during which customers arrive and faults are injected. */
  seconds: number
  seed: string
  webs: number
  workers: number
}

export interface Result {
  /** Violations, one sentence each; empty when every invariant holds. */
  breaches: string[]
  injected: InjectedFaults
  /** Seconds from the last action until no work was pending any more. */
  quiescentAfter: number
  /** The last pending work seen. */
  lastPending: string
  acknowledgements: readonly Acknowledgement[]
  tables: Tables
  truth: GroundTruth
}

/** A database that the caller provides, with faults other than those of the product and its provider. */
export interface OwnDatabase {
  /** URL for the product. */
  url: string
  env: NodeJS.ProcessEnv
  /** URL for the invariant checks. */
  readUrl: string
  /** Number of signed-in accounts that `trial` needs. */
  buyers: number
  /**
   * Replaces the scheduled faults.
   *
   * @returns violations, one sentence each
   */
  trial(scene: {
    url: string
    sessions: readonly string[]
    acknowledge: (one: Acknowledgement) => void
  }): Promise<string[]>
}

/** Maximum time for pending work to finish after the last action, in seconds. */
const quiescenceSeconds = 180

/** Runs the test once, from an empty database to the list of violations. */
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
  const luck = random(settings.seed)
  const mailServer = await startMailServer({ luck: luck.fork('mail'), isGone })
  onExit(mailServer.close)
  const smtpUrl = mailServer.url
  const cluster = await startCluster({ folder, output, onExit, smtpUrl, ...settings, database: own })
  const provider = providerAt(cluster.simulator)
  const phones = providerAt(cluster.whatsapp)
  const database = readerOf(own?.readUrl ?? cluster.databaseUrl)
  onExit(database.close)
  const acknowledgements: Acknowledgement[] = []
  const workloads = Array.from({ length: settings.customers }, (_, index) =>
    generateWorkload(luck.fork(`customer ${index}`), settings),
  )
  const sessions = await sessionsFor(cluster, { count: settings.customers + (own?.buyers ?? 0), phones })
  const schedule = scheduleFaults(luck.fork('mishaps'), { ...settings, processes: cluster.names })

  // On a busy machine customers take longer, so they may finish after the last fault.
  const deadline = Date.now() + settings.seconds * 2_000
  const acknowledge = (one: Acknowledgement) => void acknowledgements.push(one)
  const trial = own && { url: cluster.url, acknowledge, sessions: sessions.slice(settings.customers) }
  const [{ injected, lost }] = await Promise.all([
    own && trial
      ? own.trial(trial).then((breaches) => ({ injected: noFaults(), lost: breaches }))
      : injectFaults(schedule, { cluster, provider, phones, database }).then((counted) => ({
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

  mailServer.calm()
  const ended = Date.now()
  const { unfinished, lastPending } = await waitForQuiescence({
    cluster,
    provider,
    phones,
    database,
    seconds: quiescenceSeconds,
  })
  const quiescentAfter = Math.round((Date.now() - ended) / 1000)
  const tables = await readTables(database)
  const jobs = await readJobs(database)
  const truth = {
    ...(await readMoney(provider)),
    phones: await readPhones(phones),
    mails: mailServer.taken,
  }
  const acknowledgedDecisions = [...injected.decisions.values()].reduce((total, count) => total + count, 0)
  const breaches = breachesIn({
    tables,
    jobs,
    truth,
    acknowledgements,
    acknowledgedDecisions,
    alteredRefusals: injected.alteredRefusals,
    isGone,
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

/**
 * Creates accounts, each with a session and its message preferences, without HTTP, because password hashing is not under test.
 */
async function sessionsFor(
  { env, databaseUrl }: Cluster,
  { count, phones }: { count: number; phones: Provider },
): Promise<string[]> {
  const config = parseConfig({ ...env, PORT: new URL(env.PUBLIC_URL ?? '').port }, localSecrets)
  const fixtures = await openFixtures({ config, url: databaseUrl })
  const customers = await fixtures.customers(count)
  for (const [index, { viewer }] of customers.entries()) await agree(fixtures, { index, viewer, phones })
  await fixtures.close()
  return customers.map(({ cookie }) => cookie)
}

/** Gives a customer's consent to WhatsApp and their preference for it, if they have these. */
async function agree(
  { app }: Fixtures,
  { index, viewer, phones }: { index: number; viewer: { id: string }; phones: Provider },
): Promise<void> {
  const { hasWhatsapp, prefersWhatsapp, isAbsent } = reachOf(index)
  if (!hasWhatsapp) return
  const [userId, phone] = [viewer.id, phoneOf(index)]
  const given = await app.notifications.giveWhatsappConsent({
    userId,
    phone,
    place: '/account/avisos',
    evidence: { ip: '127.0.0.1', userAgent: 'torture' },
    statement: whatsappStatement(formatPhone(phone)),
  })
  if (!given.ok) throw new Error(`consent: ${given.code}`)
  if (prefersWhatsapp) {
    const channels = { progress: 'whatsapp', reminders: 'whatsapp', offers: 'email' } as const
    await app.notifications.choosePreferences({ owner: { userId }, channels })
  }
  if (isAbsent) await phones.post(`/sim/phones/${phone.slice(1)}`, { absent: true })
}

function linksOf(database: Reader) {
  return async (email: string): Promise<string | undefined> => {
    const found = await database
      .all<{ to: string; links: string[] }>(
        `(select "to", links from messages where kind = 'account.confirm')`,
      )
      // The database may be unavailable; the caller, who waits for the link, tries again.
      .catch(() => [])
    const link = found.find(({ to }) => to === email)?.links[0]
    if (!link) return undefined
    const { pathname, search } = new URL(link)
    return pathname + search
  }
}
