import { setTimeout as sleep } from 'node:timers/promises'
import { type App, compose } from '../src/composition.ts'
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
  /** The `Cookie` of a browser that is signed in. */
  cookie: string
}

/** A browser in front of /contract: who is signed in, the draft, and the text that was read. */
export interface ReadyToSign {
  customer: Customer
  draftId: string
  cookie: string
  sha256: string
}

export interface Backstage {
  app: App
  database: Database
  customers(count: number): Promise<Customer[]>
  /** Drafts of the longest plan, an entry and twelve instalments, spread over the customers. */
  drafts(customers: readonly Customer[], count: number): Promise<ReadyToSign[]>
  close(): Promise<void>
}

const plan = { serviceId: 'clean-name', planId: 'mensal-12x' }
const atOnce = 8

/** The same modules over the same database, in this process: what prepares a stage does not go over HTTP. */
export async function openBackstage({ config, url }: { config: Config; url: string }): Promise<Backstage> {
  const database = openDatabase({ url, max: 10 })
  const clock = { now: () => new Date() }
  const log = createLog({ level: 'error' })
  await migrate(database)
  const app = await compose({ config, database, clock, log })
  // The cost of a password hash is no part of what is measured.
  const identity = createIdentity({
    database,
    clock,
    newId,
    enqueue: async () => {},
    notify: app.notifications.send,
    session: config.session,
    links: linksAt(config.publicUrl),
    passwordCost: { n: 16, r: 8, p: 1 },
  })
  const { draft } = cookiesFor(config.session)

  return {
    app,
    database,

    async customers(count) {
      const password = 'Girassol@77'
      return inTurns(count, async (index) => {
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
        if (!viewer) throw new Error('the session just begun is not there')
        return { viewer, cookie }
      })
    },

    async drafts(customers, count) {
      const read = new Map<string, string>()
      return inTurns(count, async (index) => {
        const customer = customers[index % customers.length]
        if (!customer) throw new Error('no customers')
        const { viewer } = customer
        const party = { name: viewer.nome, cpf: viewer.documento, phone: viewer.telefone }
        const started = await app.contracting.startHiring({ ...plan, ...party, viewer })
        if (!started.ok) throw new Error(`draft: ${started.code}`)
        const { draftId } = started.value
        const sha256 = read.get(viewer.id) ?? textOf(app, { ...plan, id: draftId, variant: null, party })
        read.set(viewer.id, sha256)
        const carried = (await draft.serialize(draftId)).split(';', 1)[0]
        return { customer, draftId, cookie: `${customer.cookie}; ${carried}`, sha256 }
      })
    },

    async close() {
      await app.stopJobs()
      await database.$client.end()
    },
  }
}

function textOf(app: App, draft: Parameters<App['contracting']['renderContract']>[0]['draft']): string {
  const rendered = app.contracting.renderContract({ draft })
  if (!rendered.ok) throw new Error(`contract: ${rendered.code}`)
  return rendered.value.sha256
}

/** Signs without HTTP: what a stage needs to find done. */
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

/** `count` results, a few made at a time. */
export async function inTurns<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < count; index = next++) made[index] = await make(index)
    }),
  )
  return made
}

/** Asks twenty times a second until the answer is yes. @returns false when `seconds` passed before */
export async function until(question: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    if (await question()) return true
    await sleep(50)
  }
  return false
}
