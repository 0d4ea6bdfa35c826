import { setTimeout as sleep } from 'node:timers/promises'
import { openBackstage } from '../../bench/people.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { type Books, readBooks, readJobs } from './books.ts'
import { openBrowser } from './browser.ts'
import { breachesIn } from './checks.ts'
import { live } from './customer.ts'
import { type Reader, readerOf } from './database.ts'
import { scheduleMishaps } from './faults.ts'
import { type Misfortunes, strike } from './misfortune.ts'
import type { Note } from './person.ts'
import { providerAt } from './provider.ts'
import { random } from './random.ts'
import { writeScript } from './script.ts'
import { settleDown } from './settle-down.ts'
import { type Truth, truthOf } from './truth.ts'
import { startWorld, type World } from './world.ts'

export interface Settings {
  customers: number
  /** How long people come and things go wrong. */
  seconds: number
  seed: string
  webs: number
  workers: number
}

export interface Result {
  /** Each in words; empty when all holds. */
  breaches: string[]
  misfortunes: Misfortunes
  /** Seconds from the last act until all was at rest. */
  restedAfter: number
  /** What moved last. */
  last: string
  notes: readonly Note[]
  books: Books
  truth: Truth
}

/** How long a run may take to come to rest. */
const restSeconds = 180

/** One run from an empty database to the verdict. */
export async function torture({
  folder,
  output,
  atEnd,
  ...settings
}: Settings & {
  folder: string
  /** File descriptor of the processes' log. */
  output: number
  atEnd: (undo: () => Promise<unknown>) => void
}): Promise<Result> {
  const world = await startWorld({ folder, output, atEnd, ...settings })
  const provider = providerAt(world.simulator)
  const database = readerOf(world.databaseUrl)
  atEnd(database.close)
  const luck = random(settings.seed)
  const notes: Note[] = []
  const scripts = Array.from({ length: settings.customers }, (_, index) =>
    writeScript(luck.fork(`customer ${index}`), settings),
  )
  const sessions = await sessionsFor(world, settings.customers)
  const mishaps = scheduleMishaps(luck.fork('mishaps'), { ...settings, processes: world.names })

  // On a busy machine people take longer: what they came for is not cut off with the last fault.
  const deadline = Date.now() + settings.seconds * 2_000
  const [misfortunes] = await Promise.all([
    strike(mishaps, { world, provider, database }),
    ...scripts.map(async (script, index) => {
      const email = script.kind === 'newcomer' ? `nova${index}@exemplo.com.br` : emailOf(index)
      const cookies = script.kind === 'customer' ? [sessions[index] ?? ''] : []
      const browser = openBrowser({ url: world.url, ip: `198.18.${index >> 8}.${index & 255}`, cookies })
      const note = (one: Note) => void notes.push(one)
      await sleep(script.begins)
      await live(script, { email, browser, provider, note, linkTo: linksOf(database) }, deadline)
    }),
  ])

  const ended = Date.now()
  const { restless, last } = await settleDown({ world, provider, database, seconds: restSeconds })
  const restedAfter = Math.round((Date.now() - ended) / 1000)
  const books = await readBooks(database)
  const jobs = await readJobs(database)
  const truth = await truthOf(provider)
  const deeds = [...misfortunes.desk.values()].reduce((total, count) => total + count, 0)
  const breaches = breachesIn({ books, jobs, truth, notes, deeds, collapses: world.collapses })
  return { breaches: [...restless, ...breaches], misfortunes, restedAfter, last, notes, books, truth }
}

const emailOf = (index: number) => `pessoa${index}@exemplo.com.br`

/** Accounts with a session each, made without HTTP: a password's cost is not what is tortured. */
async function sessionsFor({ env, databaseUrl }: World, count: number): Promise<string[]> {
  const config = parseConfig({ ...env, PORT: new URL(env.PUBLIC_URL ?? '').port }, localSecrets)
  const backstage = await openBackstage({ config, url: databaseUrl })
  const customers = await backstage.customers(count)
  await backstage.close()
  return customers.map(({ cookie }) => cookie)
}

function linksOf(database: Reader) {
  return async (email: string): Promise<string | undefined> => {
    const found = await database.all<{ to: string; links: string[] }>(
      `(select "to", links from messages where kind = 'account.confirm')`,
    )
    const link = found.find(({ to }) => to === email)?.links[0]
    if (!link) return undefined
    const { pathname, search } = new URL(link)
    return pathname + search
  }
}
