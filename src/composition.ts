/** The only place that builds adapters and wires modules. Read it to learn what the product is made of. */
import { join } from 'node:path'
import type { Clock } from './core/clock.ts'
import { createConsultations } from './modules/consultations/index.server.ts'
import { createContracting } from './modules/contracting/index.server.ts'
import { createDocuments } from './modules/documents/index.server.ts'
import { createIdentity } from './modules/identity/index.server.ts'
import { keptChannel } from './modules/notifications/adapters/kept.ts'
import { smtpChannel } from './modules/notifications/adapters/smtp.ts'
import { whatsappChannel } from './modules/notifications/adapters/whatsapp.ts'
import { type Channels, createNotifications } from './modules/notifications/index.server.ts'
import { createOrders } from './modules/orders/index.server.ts'
import { createMercadoPago } from './modules/payments/adapters/mercado-pago/mercado-pago.ts'
import { createPayments } from './modules/payments/index.server.ts'
import { createPrivacy } from './modules/privacy/index.server.ts'
import { createProposals } from './modules/proposals/index.server.ts'
import { createRegistrations } from './modules/registrations/index.server.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { DEMO_ACCOUNTS } from './platform/demo.ts'
import { createEvents, type Listener } from './platform/events/events.ts'
import { newId } from './platform/ids.ts'
import { createJobs, type JobDefinition } from './platform/jobs/jobs.ts'
import { createCipher } from './platform/storage/cipher.ts'
import { encrypted } from './platform/storage/encrypted.ts'
import { fileStore } from './platform/storage/file-store.ts'
import { s3Store } from './platform/storage/s3-store.ts'
import type { Log } from './platform/telemetry/log.ts'
import { counted, type Metrics } from './platform/telemetry/metrics.ts'

export type App = Awaited<ReturnType<typeof compose>>

/** Builds the application over an open, migrated database. Nothing runs until `startJobs`. */
export async function compose({
  config,
  database,
  clock,
  log,
  metrics,
}: {
  config: Config
  database: Database
  clock: Clock
  log: Log
  /** Where given, jobs and connections are counted there. */
  metrics?: Metrics
}) {
  metrics?.watchPool(database.$client)
  const listeners: Listener[] = []
  const jobs = createJobs({ database, embedded: config.databaseUrl === undefined, log })
  const events = createEvents({ database, enqueue: jobs.enqueue, listeners: () => listeners, clock, newId })

  const storage = encrypted(
    config.s3 ? s3Store(config.s3) : fileStore(join(config.dataDir, 'files')),
    config.encryptionKey,
  )

  // notifications
  const notifications = createNotifications({
    database,
    enqueue: jobs.enqueue,
    clock,
    newId,
    channels: channelsFor(config),
    publicUrl: config.publicUrl,
    sender: config.company,
  })

  // identity
  const identity = createIdentity({
    database,
    clock,
    newId,
    enqueue: jobs.enqueue,
    notify: notifications.send,
    session: config.session,
    publicUrl: config.publicUrl,
  })

  // orders
  const orders = createOrders({
    database,
    clock,
    publish: events.publish,
    send: notifications.send,
    contactOf: identity.contactOf,
    publicUrl: config.publicUrl,
  })
  listeners.push(...orders.listeners)

  // payments
  const mercadoPago = createMercadoPago({ ...config.mercadoPago, publicUrl: config.publicUrl, clock })
  const payments = createPayments({
    database,
    providers: { current: mercadoPago, all: [mercadoPago] },
    enqueue: jobs.enqueue,
    publish: events.publish,
    clock,
    newId,
    log,
    send: notifications.send,
    contactOf: identity.contactOf,
    terms: config.paymentTerms,
    publicUrl: config.publicUrl,
    teamEmail: config.company.email,
    reconcileSeconds: config.reconcileSeconds,
  })

  // contracting
  const contracting = createContracting({
    database,
    clock,
    newId,
    log,
    company: config.company,
    publicUrl: config.publicUrl,
    orders,
    payments,
    identity,
    send: notifications.send,
    publish: events.publish,
  })

  // registrations
  const registrations = createRegistrations({
    database,
    cipher: createCipher(config.encryptionKey),
    clock,
    updateProfile: identity.updateProfile,
  })

  // documents
  const documents = createDocuments({ database, storage, enqueue: jobs.enqueue, clock, newId })

  // proposals
  const proposals = createProposals({
    database,
    clock,
    newId,
    send: notifications.send,
    teamEmail: config.company.email,
  })

  // consultations
  const consultations = createConsultations({
    database,
    clock,
    newId,
    cipher: createCipher(config.encryptionKey),
    payments,
    send: notifications.send,
    secret: config.session.secret,
    publicUrl: config.publicUrl,
    teamEmail: config.company.email,
  })
  listeners.push(...consultations.listeners)

  // privacy
  const privacy = createPrivacy({ database, clock, orders, documents })

  const definitions = (): Record<string, JobDefinition> => ({
    ...events.jobs,
    ...notifications.jobs,
    ...identity.jobs,
    ...documents.jobs,
    ...payments.jobs,
    ...contracting.jobs,
    ...proposals.jobs,
    ...privacy.jobs,
  })

  await jobs.prepare(definitions())
  if (config.demo && !config.production) await identity.ensureAccounts(DEMO_ACCOUNTS)

  return {
    config,
    clock,
    log,
    database,
    /** Files, encrypted before they leave this process. */
    storage,
    identity,
    registrations,
    documents,
    notifications,
    payments,
    orders,
    contracting,
    consultations,
    proposals,

    /** Begins to take jobs: in processes with the worker role. */
    startJobs: () => jobs.work(metrics ? counted(definitions(), metrics.jobs) : definitions()),
    /** Lets running jobs end. */
    stopJobs: () => jobs.stop(),
  }
}

/** How messages leave: what is not configured keeps them instead. */
function channelsFor({ smtp, whatsapp, company }: Config): Channels {
  const domain = company.email.split('@')[1] ?? 'localhost'
  return {
    email: smtp ? smtpChannel({ ...smtp, domain }) : keptChannel(),
    whatsapp: whatsapp
      ? whatsappChannel({ baseUrl: 'https://graph.facebook.com/v23.0', ...whatsapp })
      : keptChannel(),
  }
}
