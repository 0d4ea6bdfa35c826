import { setTimeout as sleep } from 'node:timers/promises'
import { type App, compose } from '../src/composition.ts'
import { forEachAtOnce } from '../src/core/at-once.ts'
import { createIdentity } from '../src/modules/identity/index.server.ts'
import type { Viewer } from '../src/modules/identity/public.ts'
import type { Config } from '../src/platform/config/config.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { newId } from '../src/platform/ids.ts'
import { createLog } from '../src/platform/telemetry/log.ts'
import { linksAt } from '../src/web/paths.ts'
import { cookiesFor } from '../src/web/session/cookies.server.ts'

export interface Customer {
  viewer: Viewer
  /** Value of the `Cookie` header of a signed-in browser. */
  cookie: string
}

/** State of a browser on /contract: its customer, cookies, draft and the hash of the displayed text. */
export interface ReadyToSign {
  customer: Customer
  draftId: string
  cookie: string
  sha256: string
}

export interface Fixtures {
  app: App
  database: Database
  customers(count: number): Promise<Customer[]>
  /** Creates drafts of `plan`, distributed over the customers. */
  drafts(customers: readonly Customer[], count: number): Promise<ReadyToSign[]>
  /** Stores messages that a worker is to send. */
  messages(count: number): Promise<void>
  close(): Promise<void>
}

/** The longest plan, with an entry and twelve instalments. */
export const plan = { serviceId: 'clean-name', planId: 'mensal-12x' }
const concurrency = 8

/** Opens the product's modules on the same database in this process, to prepare data without HTTP. */
export async function openFixtures({ config, url }: { config: Config; url: string }): Promise<Fixtures> {
  const database = openDatabase({ url, max: 10 })
  const clock = { now: () => new Date() }
  const log = createLog({ level: 'error' })
  await migrate(database)
  const app = await compose({ config, database, clock, log })
  // Cheap password hashing, because it is not measured.
  const identity = createIdentity({
    database,
    clock,
    newId,
    sealing: app.sealing,
    enqueue: async () => {},
    notify: app.notifications.send,
    session: config.session,
    links: linksAt(config.publicUrl),
    passwordCost: { n: 16, r: 8, p: 1 },
  })
  const { draft } = cookiesFor(app.config.session)

  return {
    app,
    database,

    async customers(count) {
      const password = 'Girassol@77'
      return withConcurrency(count, async (index) => {
        const email = `pessoa${index}@exemplo.com.br`
        const profile = {
          nome: `Pessoa Exemplo ${index}`,
          documento: '52998224725',
          telefone: '+5548999990000',
        }
        await identity.ensureAccounts([{ email, password, role: 'customer', profile }])
        const ip = `198.18.${index >> 8}.${index & 255}`
        const signed = await identity.signIn({ email, password, ip, userAgent: 'bench' })
        if (!signed.ok) throw new Error(`sign in: ${signed.code}`)
        const cookie = signed.value.setCookie.split(';', 1)[0] ?? ''
        const viewer = await identity.viewerOf(new Headers({ cookie }))
        if (!viewer) throw new Error('the new session is missing')
        return { viewer, cookie }
      })
    },

    async drafts(customers, count) {
      const hashes = new Map<string, string>()
      return withConcurrency(count, async (index) => {
        const customer = customers[index % customers.length]
        if (!customer) throw new Error('no customers')
        const { viewer } = customer
        const party = { name: viewer.nome, cpf: viewer.documento(), phone: viewer.telefone }
        const started = await app.contracting.startHiring({ ...plan, ...party, viewer })
        if (!started.ok) throw new Error(`draft: ${started.code}`)
        const { draftId } = started.value
        const sha256 =
          hashes.get(viewer.id) ??
          contractHash(app, { ...plan, id: draftId, variant: null, dueDay: null, shownTotal: null, party })
        hashes.set(viewer.id, sha256)
        const draftCookie = (await draft.serialize(draftId)).split(';', 1)[0]
        return { customer, draftId, cookie: `${customer.cookie}; ${draftCookie}`, sha256 }
      })
    },

    async messages(count) {
      await withConcurrency(count, (index) =>
        app.notifications.send(database, {
          to: `pessoa${index}@exemplo.com.br`,
          channel: 'email',
          kind: 'contract.accepted',
          subject: 'A contract',
          text: 'It is in your account.',
        }),
      )
    },

    async close() {
      await app.stopJobs()
      await database.$client.end()
    },
  }
}

function contractHash(app: App, draft: Parameters<App['contracting']['renderContract']>[0]['draft']): string {
  const rendered = app.contracting.renderContract({ draft })
  if (!rendered.ok) throw new Error(`contract: ${rendered.code}`)
  return rendered.value.sha256
}

/** Signs a contract without HTTP. */
export async function sign(app: App, ready: ReadyToSign): Promise<string> {
  const accepted = await app.contracting.acceptContract({
    draftId: ready.draftId,
    viewer: ready.customer.viewer,
    ticked: ['Li e aceito'],
    evidence: { ip: '127.0.0.1', userAgent: 'bench' },
  })
  if (!accepted.ok) throw new Error(`acceptance: ${accepted.code}`)
  return accepted.value.orderId
}

/** Calls `make` for each index with limited concurrency. */
export async function withConcurrency<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  await forEachAtOnce([...Array(count).keys()], concurrency, async (index) => {
    made[index] = await make(index)
  })
  return made
}

/**
 * Polls a condition every 50 ms.
 *
 * @returns false when the condition is still not met after `seconds`
 */
export async function until(condition: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    if (await condition()) return true
    await sleep(50)
  }
  return false
}
