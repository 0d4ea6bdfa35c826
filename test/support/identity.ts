import { sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { createIdentity, type Identity } from '../../src/modules/identity/index.server.ts'
import { createPasswordHasher, type PasswordHasher } from '../../src/modules/identity/password-hash.server.ts'
import type { MessageToSend } from '../../src/modules/notifications/index.server.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { JobData } from '../../src/platform/jobs/jobs.ts'
import { createSigner } from '../../src/platform/signing.ts'
import { linksAt } from '../../src/web/paths.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { openAsProduct } from './open-as-product.ts'
import { sealing } from './sealing.ts'

export const PASSWORD = 'Girassol@77'
export const OTHER_PASSWORD = 'Ipe-amarelo@88'
export const ORIGIN = { ip: '192.0.2.10', userAgent: 'Teste/1.0' }
export const SECRET = 'um segredo de teste com mais de trinta e dois caracteres'
export const CPF = '529.982.247-25'

/** The identity module on a migrated database, with a manual clock and an outbox. */
export interface World {
  identity: Identity
  database: Database
  outbox: MessageToSend[]
  /** Enqueued jobs. */
  queue: { job: string; data: JobData }[]
  /** Runs the enqueued jobs. */
  work(): Promise<void>
  /** Advances the clock. */
  pass(period: { seconds?: number; minutes?: number; hours?: number; days?: number }): void
  now(): Date
  /** An unused e-mail address. */
  freshEmail(): string
  /** The token of the newest link sent to an address. */
  tokenFor(email: string): string
  /** Registers a confirmed account, signed in nowhere. */
  register(options?: { email?: string; password?: string }): Promise<string>
  /** Uses the newest link: with the browser's token, or with a password set at the link. */
  confirm(
    email: string,
    how?: { browserToken?: string; password?: string },
  ): ReturnType<Identity['confirmEmail']>
  /** Signs in and returns headers with the session cookie. */
  enter(email: string, password?: string): Promise<Headers>
  rows(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]>
}

/** Cheap hashing, so that the suite is fast; format and checks are the real ones. */
const passwordCost = { n: 2 ** 10, r: 8, p: 1 }

export function world(
  options: { secure?: boolean; passwords?: (hasher: PasswordHasher) => PasswordHasher } = {},
): World {
  let opened: TestDatabase
  let time = Date.parse('2026-03-02T12:00:00Z')
  let people = 0
  const made = {} as World
  const outbox: MessageToSend[] = []
  const queue: World['queue'] = []

  beforeAll(async () => {
    opened = await testDatabase()
    made.database = openAsProduct({ url: opened.url, max: 4 })
    made.identity = createIdentity({
      database: made.database,
      clock: { now: made.now },
      newId,
      sealing,
      enqueue: async (_, job, data) => {
        queue.push({ job, data })
      },
      // Queries the transaction: a use case that passes another connection hangs here.
      notify: async (executor, message) => {
        await executor.execute(sql`select 1`)
        outbox.push(message)
      },
      session: { signer: createSigner(SECRET), secure: options.secure ?? false },
      links: linksAt('https://exemplo.com.br'),
      siteWords: ['Recomeço'],
      passwords: (options.passwords ?? ((hasher) => hasher))(createPasswordHasher(passwordCost)),
    })
  })
  afterAll(async () => {
    await made.database.$client.end()
    await opened.close()
  })

  return Object.assign(made, {
    outbox,
    queue,
    async work() {
      for (const { job, data } of queue.splice(0)) {
        if (job === 'identity.reset') await made.identity.jobs[job].run(data)
      }
    },
    now: () => new Date(time),
    pass({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      time += (seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1000
    },
    freshEmail: () => `pessoa${++people}@exemplo.com.br`,
    tokenFor(email) {
      const text = outbox.findLast((message) => message.to === email)?.text ?? ''
      return /(?:token|recuperar)=([\w-]+)/.exec(text)?.[1] ?? ''
    },
    async register({ email = made.freshEmail(), password = PASSWORD } = {}) {
      await made.identity.signUp({ email, password, ip: ORIGIN.ip })
      const confirmed = await made.confirm(email, { password })
      if (!confirmed.ok) throw new Error(confirmed.code)
      await made.identity.signOut({ headers: headersWith(confirmed.value.setCookie) })
      return email
    },
    confirm: (email, { browserToken, password } = {}) =>
      made.identity.confirmEmail({
        token: made.tokenFor(email),
        browserToken,
        ...(password !== undefined && { password }),
        ...ORIGIN,
      }),
    async enter(email, password = PASSWORD) {
      const entered = await made.identity.signIn({ email, password, ...ORIGIN })
      if (!entered.ok) throw new Error(entered.code)
      return headersWith(entered.value.setCookie)
    },
    rows: async (query) => (await made.database.execute(query)).rows,
  } satisfies Partial<World>)
}

/** Returns the request headers of a browser after a `Set-Cookie`. */
export function headersWith(setCookie: string): Headers {
  return new Headers({ cookie: setCookie.split(';')[0] ?? '' })
}
