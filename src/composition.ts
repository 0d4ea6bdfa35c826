/** The composition root: the only place that wires modules; adapters.ts makes what the configuration names. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { certificatesOf, channelsFor, noMail, noticesFor, paymentProvidersFor } from './adapters.ts'
import type { Clock } from './core/clock.ts'
import { calendarLines, type MessageKind, messageCalendar, reportOf } from './message-calendar.ts'
import { messageWordings } from './message-words.ts'
import { createAuthenticity } from './modules/authenticity/index.server.ts'
import { createBackoffice, notesPersonal, snoozesPersonal } from './modules/backoffice/index.server.ts'
import { createCatalogue } from './modules/catalogue/index.server.ts'
import { messagesOf, type Page, release } from './modules/catalogue/public.ts'
import { manualBureau } from './modules/consultations/adapters/manual.ts'
import { createConsultations } from './modules/consultations/index.server.ts'
import { openRecordings } from './modules/contracting/adapters/recordings-folder.ts'
import { contractingEvents, createContracting } from './modules/contracting/index.server.ts'
import { createDocuments } from './modules/documents/index.server.ts'
import { createIdentity, DEMO_COST, identityMessageLimits } from './modules/identity/index.server.ts'
import { createInbox } from './modules/inbox/index.server.ts'
import { blobJournal } from './modules/notifications/adapters/blob-journal.ts'
import { readMailApart } from './modules/notifications/adapters/read-mail-apart.ts'
import { createNotifications, type PreferencesLink } from './modules/notifications/index.server.ts'
import { createNumbers } from './modules/numbers/index.server.ts'
import { createOperations } from './modules/operations/index.server.ts'
import { createOrders } from './modules/orders/index.server.ts'
import { createManualProvider } from './modules/payments/adapters/manual.ts'
import { createPayments, paymentEvents, reminderRulesOf } from './modules/payments/index.server.ts'
import { createPrivacy, privacyMessageLimits } from './modules/privacy/index.server.ts'
import { createProposals, proposalMessageLimits } from './modules/proposals/index.server.ts'
import { createReceipts } from './modules/receipts/index.server.ts'
import { createRegistrations } from './modules/registrations/index.server.ts'
import { createTeam } from './modules/team/index.server.ts'
import type { ClockState, DatabaseClock } from './platform/clock/database-clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { type ReadFromReplica, readFromPrimary } from './platform/database/read-replica.ts'
import { isOutage } from './platform/database/refusal.ts'
import { retryAtStart } from './platform/database/retry-at-start.ts'
import { versionOfRows } from './platform/database/row-version.ts'
import { skipNumbers } from './platform/database/sequences.ts'
import { DEMO_ACCOUNTS, DEMO_TEAM } from './platform/demo.ts'
import { createEvents } from './platform/events/events.ts'
import type { Listener } from './platform/events/listeners.ts'
import { newId } from './platform/ids.ts'
import { createJobs, type JobDefinition } from './platform/jobs/jobs.ts'
import { openSeal } from './platform/seal/open-seal.ts'
import { createSecurityRecorder } from './platform/security/record.ts'
import { checkKeys, deleteOtherKeys } from './platform/storage/canary.ts'
import { createCipher } from './platform/storage/cipher.ts'
import { encrypted } from './platform/storage/encrypted.ts'
import { type FileKeys, fileKeysOf, isFileKey, missingFiles } from './platform/storage/file-keys.ts'
import { deleteUnfinished, fileStore } from './platform/storage/file-store.ts'
import { freeSpace } from './platform/storage/free-space.ts'
import { resealColumn, resealFiles, type SealedColumn } from './platform/storage/reseal.ts'
import { s3Store } from './platform/storage/s3-store.ts'
import { countReadable, openSealing } from './platform/storage/sealing.ts'
import { unreadableFileOf } from './platform/storage/stored-file.ts'
import type { Log } from './platform/telemetry/log.ts'
import { countJobs, type Metrics } from './platform/telemetry/metrics.ts'
import { shopFigures } from './shop-figures.ts'
import { linksAt } from './web/paths.ts'

export type App = Awaited<ReturnType<typeof compose>>

/** Builds the application on an open, migrated database. No job runs until `startJobs`. */
export async function compose({
  config,
  database,
  readFromReplica = readFromPrimary(database),
  clock,
  machineClock,
  log,
  metrics,
  passwordCost,
  createMailRenderer = noMail,
  releasePages = [],
}: {
  config: Config
  database: Database
  /** Runs reads that may lag behind, on a read replica; by default on the primary. */
  readFromReplica?: ReadFromReplica
  clock: Clock
  /** Compares this machine's clock with the database's; jobs wait while it is wrong. Without it they never wait. */
  machineClock?: Pick<DatabaseClock, 'check' | 'state' | 'watch'>
  log: Log
  /** Counts jobs and connections when given. */
  metrics?: Metrics
  /** Cost of a password hash; tests lower it. */
  passwordCost?: Parameters<typeof createIdentity>[0]['passwordCost']
  /** Renders e-mails as HTML; part of the built pages. A process without it delivers no mail. */
  createMailRenderer?: typeof noMail
  /** The release's texts of the pages that the shop can edit; part of the built pages too. */
  releasePages?: readonly Page[]
}) {
  metrics?.watchPool(database.$client)
  const isDemo = config.demo && !config.production
  const links = linksAt(config.publicUrl)
  const listeners: Listener[] = []
  const retiredListeners: string[] = []
  const jobs = createJobs({
    database,
    embedded: config.databaseUrl === undefined,
    log,
    ...(machineClock && { clock, mayRun: async () => (await machineClock.check()).isRight }),
  })
  const events = createEvents({
    database,
    declared: { ...paymentEvents, ...contractingEvents },
    listeners: () => listeners,
    retired: () => retiredListeners,
    clock,
    newId,
  })

  const security = createSecurityRecorder({ database, clock, log, metrics })

  const cipher = createCipher(config.encryptionKey, config.otherEncryptionKeys)
  await retryAtStart(() => checkKeys(database, { cipher, key: config.encryptionKey, now: clock.now() }))
  const sealing = await retryAtStart(() => openSealing({ database, cipher, clock }))
  const seal = await openSeal(config, clock)
  const folder = join(config.dataDir, 'files')
  const files = config.s3 ? s3Store(config.s3) : fileStore(folder)
  const storage = encrypted(files, cipher)
  const journal = blobJournal(
    encrypted(config.s3 ? s3Store(config.s3) : fileStore(folder, { durable: false }), cipher),
  )

  /** The company data in force at the time of the call. */
  const company = () => catalogue.current().company

  // notifications
  const renderMail = createMailRenderer({ sender: company, publicUrl: config.publicUrl })
  const notifications = createNotifications<MessageKind>({
    database,
    clock,
    newId,
    channels: channelsFor(
      config,
      {
        render: renderMail,
        preferencesOf: (message): PreferencesLink | undefined => notifications.preferencesLinkOf(message),
      },
      metrics,
    ),
    journal,
    log,
    enqueue: jobs.enqueue,
    whatsappNotices: noticesFor(config),
    limits: { ...identityMessageLimits, ...privacyMessageLimits, ...proposalMessageLimits },
    manners: messageCalendar,
    async isStillValid(executor, message) {
      for (const { isMessageValid } of [payments, orders, contracting, proposals, documents]) {
        if (!(await isMessageValid(executor, message))) return false
      }
      return true
    },
    contactOf: (executor, userId) => identity.contactOf(executor, userId),
    signer: config.session.signer,
    links,
    publicUrl: config.publicUrl,
    renderMail,
    textsOf: (kind) => catalogue.current().messages.find((message) => message.kind === kind)?.texts,
    sender: company,
  })

  // identity
  const identity = createIdentity({
    database,
    clock,
    newId,
    enqueue: jobs.enqueue,
    notify: notifications.send,
    sealing,
    session: config.session,
    links,
    recordEvent: security.record,
    siteWords: ['Recomeço', config.company.legalName, new URL(config.publicUrl).hostname],
    ...(isDemo && { passwordCost: DEMO_COST }),
    ...(passwordCost && { passwordCost }),
  })

  // payments
  const reminders = () => reminderRulesOf(catalogue.current().reminders)
  const { apiPix, current, all } = paymentProvidersFor(config, links, clock, metrics)
  const providers = { current, all: [...all, createManualProvider({ database, clock })] }
  const payments = createPayments({
    database,
    readFromReplica,
    providers,
    enqueue: jobs.enqueue,
    publish: events.publish,
    clock,
    cipher,
    newId,
    log,
    send: notifications.send,
    contactOf: identity.contactOf,
    profileOf: identity.profileOf,
    signer: config.session.signer,
    terms: config.paymentTerms,
    approvalAbove: config.approvalAbove,
    links,
    teamEmail: () => company().email,
    reminders,
    reconcileSeconds: config.reconcileSeconds,
  })
  metrics?.watchReconciliation(payments.reconciliationLag)

  // orders
  const orders = createOrders({
    database,
    clock,
    newId,
    storage,
    enqueue: jobs.enqueue,
    send: notifications.send,
    contactOf: identity.contactOf,
    links,
    fundingOf: payments.fundingOf,
    reviewRegained: payments.reviewRegained,
    teamEmail: () => company().email,
  })
  listeners.push(...orders.listeners)

  // catalogue
  const catalogue = createCatalogue({
    database,
    clock,
    newId,
    log,
    release: {
      ...release,
      company: config.company,
      messages: messagesOf(messageWordings),
      pages: releasePages,
    },
  })
  await retryAtStart(() => catalogue.refresh())

  // proposals
  const proposals = createProposals({
    database,
    clock,
    newId,
    send: notifications.send,
    identity,
    links,
    teamEmail: () => company().email,
  })

  // contracting
  const recordings = await openRecordings(config.clauseAudioDir)
  for (const file of recordings.leftOut) log.warn({ file }, 'contracting: a recording is left out')
  const contracting = createContracting({
    database,
    sealing,
    clock,
    newId,
    log,
    company,
    links,
    recordings,
    orders,
    payments,
    proposals,
    identity,
    send: notifications.send,
    publish: events.publish,
    recordEvent: security.record,
    enqueue: jobs.enqueue,
  })

  listeners.push(...contracting.listeners)

  // operations
  const certificates = certificatesOf(config, seal)
  const operations = createOperations({
    database,
    clock,
    log,
    jobs,
    send: notifications.send,
    forgottenMessages: notifications.forgotten,
    failedMessages: async (limit) =>
      (await notifications.failedMessages({ limit })).map(({ id, kind }) => ({ id, what: reportOf(kind) })),
    whatsappRefusals: async () => {
      const stoppages = await notifications.currentStoppages()
      return stoppages.filter((one) => one.kind === 'refusing').find(({ channel }) => channel === 'whatsapp')
    },
    unexplainedMovements: payments.unexplainedMovements,
    dayFigures: (span) => dayOfShop(span),
    ownersOf: async () =>
      (await identity.teamAccounts(database))
        .filter(({ role }) => role === 'owner')
        .map(({ email }) => email),
    teamEmail: () => company().email,
    links,
    host: hostname(),
    certificates,
    // A disk whose free space cannot be read does not raise the alert.
    freeSpace: () => freeSpace(config.dataDir).catch(() => Number.POSITIVE_INFINITY),
    missingFiles: () => missingFiles(database, files, fileKeys),
    deleteUnfinishedFiles: async (before) => (config.s3 ? 0 : deleteUnfinished(folder, before)),
    isFileKey: (file) => isFileKey(database, fileKeys, file),
  })
  metrics?.watchDeadLetters(async () => (await operations.deadLetters()).length)
  metrics?.watchDisk(() => freeSpace(config.dataDir))
  if (machineClock) metrics?.watchClock(() => machineClock.state().skewSeconds)

  // consultations
  const consultations = createConsultations({
    database,
    clock,
    newId,
    cipher,
    storage,
    bureau: manualBureau(),
    enqueue: jobs.enqueue,
    payments,
    send: notifications.send,
    signer: config.session.signer,
    links,
    teamEmail: () => company().email,
  })
  listeners.push(...consultations.listeners)

  // team
  const team = createTeam({
    database,
    clock,
    newId,
    cipher,
    identity,
    send: notifications.send,
    session: config.session,
    links,
    recordEvent: security.record,
    siteName: 'Recomeço',
    published: isDemo ? DEMO_TEAM : [],
  })

  // documents
  const documents = createDocuments({
    database,
    storage,
    enqueue: jobs.enqueue,
    clock,
    newId,
    send: notifications.send,
    contactOf: identity.contactOf,
    links,
  })

  // inbox
  const inbox = createInbox({
    database,
    clock,
    newId,
    log,
    identity,
    notifications,
    orders,
    send: notifications.send,
    publicUrl: config.publicUrl,
    readMail: readMailApart,
    mailSecret: config.mailWebhookSecret,
  })

  // receipts
  const receipts = createReceipts({
    database,
    storage,
    clock,
    newId,
    log,
    issuerAt: (at) => catalogue.companyAt({ at }),
    seal: seal.current,
    contracting,
    orders,
    payments,
    contactOf: identity.contactOf,
    send: notifications.send,
    links,
  })
  listeners.push(...receipts.listeners)
  retiredListeners.push(...receipts.retiredListeners)

  // registrations
  const registrations = createRegistrations({
    database,
    cipher,
    clock,
    updateProfile: identity.updateProfile,
  })

  // privacy
  const privacy = createPrivacy({
    database,
    clock,
    newId,
    cipher,
    storage,
    signer: config.session.signer,
    send: notifications.send,
    links,
    identity,
    orders,
    documents,
    notifications,
    // The account is erased last, because the other modules find a person's rows by it.
    sources: [
      ...contracting.personal,
      ...orders.personal,
      ...payments.personal,
      ...receipts.personal,
      ...consultations.personal,
      ...proposals.personal,
      ...documents.personal,
      ...registrations.personal,
      notesPersonal,
      ...inbox.personal,
      ...notifications.personal,
      ...identity.personal,
    ],
    about: [snoozesPersonal],
    hold: [contracting.holdDrafts],
    blocks: [
      identity.erasureBlocks,
      orders.erasureBlocks,
      payments.erasureBlocks,
      consultations.erasureBlocks,
    ],
    eraseOrder: [contracting.eraseOrder, proposals.eraseOrder, payments.eraseOrder, orders.eraseOrder],
  })

  /** The modules whose parts are collected below, so that none is forgotten. */
  const modules = [
    privacy,
    consultations,
    documents,
    orders,
    proposals,
    payments,
    contracting,
    operations,
    notifications,
    inbox,
    identity,
    receipts,
    registrations,
    team,
  ]
  const obligations = modules.flatMap((module) => ('obligations' in module ? [...module.obligations] : []))

  // backoffice
  const backoffice = createBackoffice({
    database,
    clock,
    recordEvent: security.record,
    consultations,
    catalogue,
    contracting,
    documents,
    identity,
    inbox,
    notifications,
    operations,
    orders,
    payments,
    privacy,
    proposals,
    receipts,
    team,
    newId,
    enqueue: jobs.enqueue,
    obligations,
  })

  // authenticity
  const authenticity = createAuthenticity({
    database,
    clock,
    payments,
    ours: () => {
      const { phone, email, dpoEmail, pixKey, cnpj, instagram } = company()
      return {
        siteName: 'Recomeço',
        publicUrl: config.publicUrl,
        emails: [email, dpoEmail],
        phone,
        pixKey,
        cnpj,
        instagram,
      }
    },
  })

  // numbers
  const numbers = createNumbers({
    database,
    readFromReplica,
    clock,
    log,
    sources: modules.flatMap((module) => ('figures' in module ? [...module.figures] : [])),
  })

  const definitions = (): Record<string, JobDefinition> => ({
    ...events.jobs(),
    ...notifications.jobs,
    ...inbox.jobs,
    ...operations.jobs,
    ...identity.jobs,
    ...documents.jobs,
    ...consultations.jobs,
    ...payments.jobs,
    ...orders.jobs,
    ...contracting.jobs,
    ...receipts.jobs,
    ...proposals.jobs,
    ...privacy.jobs,
    ...team.jobs,
    ...numbers.jobs,
    ...backoffice.jobs,
  })

  const outboxes = [events.outbox, payments.outbox, notifications.outbox]
  const owners = modules.flatMap((module): readonly AnyPgColumn[] =>
    'owners' in module ? module.owners : [],
  )

  const fileKeys = modules.flatMap((module): readonly FileKeys[] =>
    'fileKeys' in module ? module.fileKeys : [],
  )

  const sealed = modules.flatMap((module): readonly SealedColumn[] =>
    'sealed' in module ? module.sealed : [],
  )

  const { dayOfShop, figures } = shopFigures({
    database,
    clock,
    orders,
    payments,
    contracting,
    notifications,
    operations,
    obligations,
    outboxes,
    certificates,
  })
  metrics?.watchShop(figures)
  const readableRows = () => countReadable(database, [...identity.sealable, ...contracting.sealable])
  metrics?.watchReadable(readableRows)

  let unfollowClock = () => {}
  try {
    await retryAtStart(() => jobs.prepare(definitions()))
    await retryAtStart(() => payments.prepareSweeps())
    if (machineClock) await followClock(machineClock)
    if (isDemo) {
      await retryAtStart(() => identity.ensureAccounts(DEMO_ACCOUNTS))
      await retryAtStart(() => team.ensureSecondFactors())
    }
  } catch (error) {
    // The caller gets no application to stop, and the queue would keep the process alive.
    await stopJobs()
    throw error
  }

  return {
    config: { ...config, session: { ...config.session, clock } },
    clock,
    log,
    database,
    /** The site's absolute URLs. */
    links,
    /** Every kind of message, with its group and when it is sent under the rules in force. */
    calendarLines: () => calendarLines(reminders().days),
    /** Encrypts CPFs before they are stored. */
    sealing,
    /** Counts the rows, by table, that still store a CPF unencrypted (from an earlier release). */
    readableRows,
    /** File storage; files are encrypted before they leave this process. */
    storage,
    /** The certificate that signs contracts. */
    seal,
    /** Records security events (src/platform/security/events.ts). */
    security,
    identity,
    registrations,
    /** The services, prices and texts in force. */
    catalogue,
    documents,
    notifications,
    inbox,
    payments,
    orders,
    contracting,
    operations,
    team,
    backoffice,
    receipts,
    consultations,
    proposals,
    authenticity,
    numbers,
    privacy,

    isOutage,
    unreadableFileOf,
    /** Returns a version string that changes whenever any row shown on a customer's pages changes. One query. */
    versionOf: ({ userId }: { userId: string }) => versionOfRows(database, owners, userId),

    /**
     * Completes a restore to an earlier point in time. Ends every session, because those that had ended since are valid again, and moves
     * every sequence beyond the numbers that it may have issued since. Creates the sequences of a year that began since.
     */
    async finishRestore(): Promise<void> {
      await identity.endEverySession()
      await team.endEveryDeskSession()
      await receipts.createSequences()
      await skipNumbers(database)
    },
    /**
     * Re-encrypts everything that another encryption key encrypted, and forgets the other keys.
     *
     * @returns the number of values and of files
     */
    async reseal(): Promise<{ values: number; files: number }> {
      let values = 0
      for (const column of sealed) values += await resealColumn(database, cipher, column)
      await consultations.indexContacts({ all: true })
      await identity.indexDocumentos()
      const resealed = await resealFiles(files, cipher)
      await deleteOtherKeys(database, config.encryptionKey)
      return { values, files: resealed }
    },
    /** Lists the storage keys of the files that rows refer to. */
    fileKeys: () => fileKeysOf(database, fileKeys),

    /** All jobs by queue name. */
    jobs: definitions(),
    /** The outboxes of events, notices and messages. */
    outboxes,
    enqueue: jobs.enqueue,

    /** Starts processing jobs, in processes with the worker role. */
    async startJobs() {
      await jobs.work(metrics ? countJobs(definitions(), metrics.jobs) : definitions(), outboxes)
      // Logs the state of the templates at start; afterwards a job refreshes it every hour.
      notifications
        .fetchTemplates()
        .catch((err) => log.warn({ err }, 'could not read the templates of WhatsApp'))
      void apiPix?.registerWebhook().then((registered) => {
        if (registered.ok) return
        log.warn(
          { code: registered.code, detail: registered.detail },
          'could not register the webhook at the bank',
        )
      })
    },
    stopJobs,
  }

  /** Stores the buffered counts and stops after the running jobs, even if storing fails. */
  async function stopJobs(): Promise<void> {
    unfollowClock()
    catalogue.unfollow()
    try {
      await security.flush()
      await numbers.flushVisits()
    } finally {
      await jobs.stop()
    }
  }

  /** Watches the machine's clock in processes of every role, and pauses jobs while it is wrong. */
  async function followClock(machine: NonNullable<typeof machineClock>): Promise<void> {
    const follow = async (state: ClockState) => {
      await (state.isRight ? jobs.resume() : jobs.pause())
      await operations.reportClock(state)
    }
    unfollowClock = machine.watch((state) => {
      follow(state).catch((err) => log.error({ err }, 'could not report the clock'))
    })
    const state = machine.state()
    if (!state.isRight) await retryAtStart(() => follow(state))
  }
}
