import { sql } from 'drizzle-orm'
import { exampleCompany } from '../../../src/core/company.ts'
import { contractingEvents, createContracting } from '../../../src/modules/contracting/index.server.ts'
import { accountOf, completeProfile, contactOf } from '../../../src/modules/identity/contact.ts'
import { createDocumentos } from '../../../src/modules/identity/documentos.server.ts'
import { EMPTY_PROFILE } from '../../../src/modules/identity/domain/account.ts'
import { createNotifications } from '../../../src/modules/notifications/index.server.ts'
import { createOrders } from '../../../src/modules/orders/index.server.ts'
import { reviewRegained } from '../../../src/modules/payments/disputes/review-regained.ts'
import type { Payments } from '../../../src/modules/payments/index.server.ts'
import { cancelInstalments } from '../../../src/modules/payments/instalments/cancel-instalments.ts'
import { hasOpenInstalments } from '../../../src/modules/payments/instalments/open-store.server.ts'
import { fundingOf } from '../../../src/modules/payments/instalments/publish-money-changed.ts'
import { scheduleInstalments } from '../../../src/modules/payments/instalments/schedule-instalments.ts'
import { ordersPaidByHand } from '../../../src/modules/payments/manual/read-manual.ts'
import { refundOrder } from '../../../src/modules/payments/refunds/refund-order.ts'
import {
  openScheduleOf,
  replaceSchedule,
} from '../../../src/modules/payments/renegotiation/replace-schedule.ts'
import { createProposals } from '../../../src/modules/proposals/index.server.ts'
import { createEvents } from '../../../src/platform/events/events.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type BlobStore, bytesOf } from '../../../src/platform/storage/blob-store.ts'
import type { Sealing } from '../../../src/platform/storage/sealing.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { unguarded } from '../../support/guard.ts'
import { memoryJournal } from '../../support/memory-journal.ts'
import { openAsProduct } from '../../support/open-as-product.ts'
import { sealing as sealed } from '../../support/sealing.ts'

export const company = exampleCompany
export const publicUrl = 'https://recomeco.exemplo'
const links = linksAt(publicUrl)
export const ana = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
export const weekly = { serviceId: 'clean-name', planId: 'semanal-20x', ...ana }
export const evidence = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (Android 14)' }
export const ticked = ['Li e aceito os termos do contrato.']

/** Sets up contracting with real orders, payments, messages and events; only the job queue is replaced. */
export function createHiringSetup(url: string, sealing: Sealing = sealed) {
  const database = openAsProduct({ url, max: 10 })
  const time = { now: '2026-11-21T15:00:00Z' }
  const clock = { now: () => new Date(time.now) }
  const failures: unknown[] = []
  const enqueue = async () => {}
  const declared = contractingEvents
  const { publish } = createEvents({ database, declared, listeners: () => [], clock, newId })
  const storeOnly = { deliver: async () => ({ ok: true as const, value: { status: 'kept' as const } }) }
  const { send } = createNotifications({
    database,
    clock,
    newId,
    channels: { email: storeOnly, whatsapp: storeOnly },
    ...unguarded,
    journal: memoryJournal(),
    log: createLog({ level: 'silent' }),
    publicUrl,
    renderMail: () => '',
    sender: () => company,
  })
  /** Files by their key. */
  const files = new Map<string, Uint8Array>()
  const storage: BlobStore = {
    put: async (key, body) => void files.set(key, await bytesOf(body)),
    get: async (key) => files.get(key),
    delete: async (key) => void files.delete(key),
    list: async () => [],
  }
  /** Jobs of orders, which the test runs. */
  const orderJobs: { job: string; data: unknown; startAfter: Date | undefined }[] = []
  const orders = createOrders({
    database,
    clock,
    newId,
    storage,
    enqueue: async (_tx, job, data, options) => {
      orderJobs.push({ job, data, startAfter: options?.startAfter })
    },
    send,
    links,
    contactOf,
    fundingOf,
    reviewRegained: (tx, which) => reviewRegained(tx, which, { clock, newId }),
    teamEmail: () => company.email,
  })
  const proposals = createProposals({
    database,
    clock,
    newId,
    send,
    identity: { accountOf },
    links,
    teamEmail: () => company.email,
  })
  const queue = { enqueue, clock, newId }
  const payments: Pick<
    Payments,
    | 'scheduleInstalments'
    | 'cancelInstalments'
    | 'refundOrder'
    | 'ordersPaidByHand'
    | 'openScheduleOf'
    | 'replaceSchedule'
    | 'hasOpenInstalments'
  > = {
    scheduleInstalments: (tx, schedule) => scheduleInstalments(tx, schedule, queue),
    cancelInstalments: (tx, which) => cancelInstalments(tx, which, queue),
    refundOrder: (tx, which) => refundOrder(tx, which, queue),
    ordersPaidByHand,
    openScheduleOf: (which) => openScheduleOf({ database, profileOf: async () => EMPTY_PROFILE }, which),
    hasOpenInstalments,
    replaceSchedule: (tx, which) => replaceSchedule(tx, which, queue),
  }
  const documentos = createDocumentos(sealing)
  const contractingWith = (overrides: Partial<typeof payments> = {}) =>
    createContracting({
      database,
      sealing,
      clock,
      newId,
      log: { error: (...entry: unknown[]) => void failures.push(entry) },
      company: () => company,
      links,
      recordings: { of: () => undefined, leftOut: [] },
      orders,
      payments: { ...payments, ...overrides },
      proposals,
      identity: { contactOf, completeProfile: (tx, input) => completeProfile(tx, input, { documentos }) },
      send,
      publish,
      recordEvent: () => {},
      enqueue,
    })

  /** Inserts a user with a confirmed e-mail address. */
  async function createUser(nome = 'Ana Souza') {
    const id = newId()
    const email = `${id}@exemplo.com.br`
    await database.execute(
      sql`insert into users (id, email, email_confirmed_at, created_at) values (${id}, ${email}, now(), now())`,
    )
    return { id, email, nome }
  }

  async function count(table: string, where = sql`true`): Promise<number> {
    const { rows } = await database.execute(
      sql`select count(*)::int as n from ${sql.identifier(table)} where ${where}`,
    )
    return Number(rows[0]?.n)
  }

  return {
    database,
    documentos,
    clock,
    time,
    failures,
    publish,
    orders,
    orderJobs,
    files,
    proposals,
    contracting: contractingWith(),
    contractingWith,
    createUser,
    count,
  }
}

export type HiringSetup = ReturnType<typeof createHiringSetup>
