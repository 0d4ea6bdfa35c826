import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '../../../simulator/server.ts'
import type { Clock } from '../../../src/core/clock.ts'
import { bind } from '../../../src/core/use-case.ts'
import { releaseReminders } from '../../../src/modules/catalogue/release-reminders.ts'
import type { MessageToSend } from '../../../src/modules/notifications/index.server.ts'
import { createManualProvider } from '../../../src/modules/payments/adapters/manual.ts'
import { createMercadoPago } from '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
import { checkRecentBooks } from '../../../src/modules/payments/books/check-recent-books.ts'
import { cancelCharge } from '../../../src/modules/payments/checkout/cancel-charge.ts'
import type { PaymentsDeps } from '../../../src/modules/payments/deps.ts'
import {
  createPayments,
  type DueTerms,
  type PaymentProvider,
  paymentEvents,
  reminderRulesOf,
  type Schedule,
} from '../../../src/modules/payments/index.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import { reconcile } from '../../../src/modules/payments/settlement/reconcile.ts'
import { settleCharge } from '../../../src/modules/payments/settlement/settle.ts'
import { readFromPrimary } from '../../../src/platform/database/read-replica.ts'
import { createEvents } from '../../../src/platform/events/events.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { SendJob } from '../../../src/platform/jobs/jobs.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { linksAt } from '../../../src/web/paths.ts'
import type { TestDatabase } from '../../support/database.ts'
import { startNoticeReceiver } from '../../support/notice-receiver.ts'
import { openAsProduct } from '../../support/open-as-product.ts'

export const webhookSecret = 'sim-webhook-secret'
const accessToken = 'TEST-simulator-token'

export interface PaymentsHarness extends Awaited<ReturnType<typeof startPaymentsHarness>> {}

/** Creates a clock that the test advances. */
export function movableClock(start: string) {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    advance(milliseconds: number) {
      time += milliseconds
    },
    after(milliseconds: number, run: () => void) {
      const timer = setTimeout(run, milliseconds).unref()
      return () => clearTimeout(timer)
    },
  }
}

export const second = 1000
export const minute = 60 * second

/** Starts the Mercado Pago simulator with a separate folder and a free port. */
export async function startProvider(clock: ReturnType<typeof movableClock>, journal?: Uint8Array) {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-'))
  if (journal) await writeFile(join(dataDir, 'journal.jsonl'), journal)
  const simulator: Simulator = await startSimulator({
    port: 0,
    dataDir,
    webhookSecret,
    accessToken,
    clock,
    log: () => {},
  })
  const post = async (path: string, body: unknown = {}) => {
    const response = await fetch(simulator.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    url: simulator.url,
    accessToken,
    faults: (faults: object) => post('/sim/faults', faults),
    /** Alters responses and notices (simulator/mutations). */
    mutate: (set: object) => post('/sim/mutations', set),
    async mutations() {
      const response = await fetch(`${simulator.url}/sim/mutations`)
      return (await response.json()) as {
        seen: number
        applied: { kind: string; field?: string; of: string }[]
      }
    },
    async preference(id: string) {
      const headers = { authorization: `Bearer ${accessToken}` }
      return (await (await fetch(`${simulator.url}/checkout/preferences/${id}`, { headers })).json()) as {
        payer?: { email?: string }
      }
    },
    /** Returns the payer's data that the provider received. */
    async payer(reference: string) {
      const response = await fetch(`${simulator.url}/v1/payments/search?external_reference=${reference}`)
      const { results } = (await response.json()) as { results: { payer: Record<string, unknown> }[] }
      return results[0]?.payer
    },
    /** Performs an action of the payer, the bank or the panel on a payment; amounts in reais. */
    act: (reference: string, action: string, body: object = {}) =>
      post(`/sim/payments/${reference}/${action}`, body) as Promise<{ id: number }>,
    /** Creates a payment that matches no charge. */
    stray: (body: object) => post('/sim/payments', body) as Promise<{ id: number }>,
    /** Acts as the card holder on the checkout page of a preference. */
    async checkout(initPoint: string, result: 'approve' | 'reject' | 'pending') {
      const response = await fetch(`${initPoint}/${result}`, { method: 'POST', redirect: 'manual' })
      return response.status
    },
    reset: () => post('/sim/reset'),
    /** Returns the idempotency keys of all payments and refunds at the provider. */
    async keys() {
      const response = await fetch(`${simulator.url}/sim/truth.json`)
      const { payments } = (await response.json()) as {
        payments: { idempotency_key: string | null; refunds: { idempotency_key: string | null }[] }[]
      }
      const all = payments.flatMap((payment) => [payment, ...payment.refunds])
      return all.flatMap(({ idempotency_key: key }) => key ?? [])
    },
    /** Waits until every notice is delivered or given up. */
    noticesSent: () => until(() => !simulator.hasNotices()),
    async payments() {
      const response = await fetch(`${simulator.url}/sim/payments`)
      return (await response.json()) as { id: number; status: string; external_reference: string }[]
    },
    async close() {
      await simulator.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the payments module on a real database, with the simulator and its notices over HTTP. */
export async function startPaymentsHarness({
  testDatabase,
  start = '2026-11-21T13:00:00Z',
  terms = { lateFee: 0, lateInterest: 0, earlyPayoff: false },
  approvalAbove = undefined as number | undefined,
  apiUrl = async (simulatorUrl) => simulatorUrl,
}: {
  testDatabase: () => Promise<TestDatabase>
  start?: string
  terms?: DueTerms
  /** Centavos above which a second person approves a refund. */
  approvalAbove?: number | undefined
  /** Returns the URL of the provider's API, if a proxy is in front of the simulator. */
  apiUrl?: (simulatorUrl: string) => Promise<string>
}) {
  const clock = movableClock(start)
  const ownDatabase = await testDatabase()
  const database = openAsProduct({ url: ownDatabase.url, max: 6 })
  const simulator = await startProvider(clock)
  const queue: { job: string; data: Record<string, unknown> }[] = []
  const deliveries: ('taken' | 'refused')[] = []
  const outbox: MessageToSend[] = []
  const companies = new Set<string>()

  const inbox = await startNoticeReceiver(async (notice) => {
    const received = await payments.receiveWebhook({ provider: 'mercado-pago', ...notice })
    deliveries.push(received.ok ? 'taken' : 'refused')
    return received
  })

  const enqueue: SendJob = async (_, job, data) => {
    queue.push({ job, data })
  }
  const declared = paymentEvents
  const events = createEvents({ database, declared, listeners: () => [], clock, newId })
  /** Builds the provider's adapter for another URL. */
  const providerAt = (baseUrl: string) =>
    createMercadoPago({
      baseUrl,
      accessToken,
      links: linksAt(inbox.url),
      webhookSecret,
      clock,
      sleep: async () => {},
    })
  const provider = providerAt(await apiUrl(simulator.url))
  const build = (overrides: Partial<PaymentProvider> = {}, { now }: Clock = clock) => {
    const current = { ...provider, ...overrides }
    const deps: PaymentsDeps = {
      readFromReplica: readFromPrimary(database),
      database,
      providers: {
        current,
        all: [
          ...(current.name === provider.name ? [current] : [current, provider]),
          createManualProvider({ database, clock: { now } }),
        ],
      },
      enqueue,
      publish: events.publish,
      clock: { now },
      cipher: createCipher('ab'.repeat(32)),
      newId,
      log: createLog({ level: 'silent' }),
      // Queries inside the transaction, so that a message sent outside of it fails.
      send: async (executor, message) => {
        await executor.execute('select 1')
        outbox.push(message)
      },
      contactOf: async (_, userId) => ({
        email: `${userId}@exemplo.com.br`,
        nome: 'Ana Maria Souza',
        confirmed: true,
      }),
      profileOf: async (userId) => ({
        ...{ nome: 'Ana Maria Souza', documento: companies.has(userId) ? '11222333000181' : '52998224725' },
        ...{ telefone: '', tipoConta: 'pessoal' as const },
      }),
      signer: createSigner('s'.repeat(64)),
      reminders: () => reminderRulesOf(releaseReminders),
      terms,
      approvalAbove,
      links: linksAt('https://exemplo.com.br'),
      teamEmail: () => 'equipe@exemplo.com.br',
    }
    const built = createPayments({ ...deps, reconcileSeconds: 30 })
    /** Queues a stored notice at once, as if its first attempt had failed. */
    const receiveWebhook: typeof built.receiveWebhook = async (notice) => {
      const received = await built.receiveWebhook(notice)
      const taken = await built.outbox.take(100)
      for (const { jobs } of taken) queue.push(...jobs)
      await built.outbox.finish(database, taken)
      return received
    }
    const { bound } = bind(deps)
    return {
      ...built,
      receiveWebhook,
      // Steps that jobs run, with what they return.
      cancelCharge: bound(cancelCharge),
      settleCharge: bound(settleCharge),
      reconcile: bound(reconcile),
      checkRecentBooks: bound(checkRecentBooks),
    }
  }
  const payments = build()
  const tomorrow = build({}, { now: () => new Date(clock.now().getTime() + 24 * 60 * minute) })

  return {
    clock,
    database,
    simulator,
    queue,
    deliveries,
    outbox,
    /** The users whose document is that of a company. */
    companies,
    publicUrl: inbox.url,
    payments,
    /** Builds the module on the same database with parts of the provider overridden, or with an additional provider. */
    build,

    /** Closes a day as of the next day. */
    closeDay: (day: string) => tomorrow.closeDay({ day }),

    /** Runs the queued jobs as the worker does, with the given module; a job that throws stays queued. */
    async work(only?: string, { jobs } = payments) {
      const taken = queue.splice(0)
      for (const entry of taken) {
        const { job, data } = entry
        const definition = jobs[job as keyof typeof jobs]
        if (!definition || (only && job !== only)) {
          queue.push(entry)
          continue
        }
        try {
          await definition.run(data as never)
        } catch {
          queue.push(entry)
        }
      }
    },

    async query<T>(text: string, values: unknown[] = []): Promise<T[]> {
      return (await database.$client.query(text, values)).rows as T[]
    },

    /** Creates a customer, or another order of `sameAs`, with `instalments` instalments of R$ 100,00; the first is due today. */
    async customer({
      instalments = 3,
      method = 'pix' as 'pix' | 'credit_card',
      amount = 10_000,
      due = (index: number) => `2026-11-${21 + index}`,
      rate = undefined as Schedule['rate'],
      sameAs = undefined as { viewer: { id: string } } | undefined,
    } = {}) {
      const [userId, orderId] = [sameAs?.viewer.id ?? newId(), newId()]
      const email = `${userId}@exemplo.com.br`
      if (!sameAs)
        await this.query('insert into users (id, email, created_at) values ($1, $2, now())', [userId, email])
      await database.$client.query(
        `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
          delivery_days, delivery_kind, delivery_date, created_at, updated_at)
         values ($1, $2, 'clean-name', 'semanal-20x', 'Limpeza de Nome', $3, 'PIX semanal', 'pending', 0, 30, $4, '2026-12-21', now(), now())`,
        [orderId, userId, amount * instalments, 'calendarDays'],
      )
      const instalmentIds = await database.transaction((tx) =>
        payments.scheduleInstalments(tx, {
          orderId,
          userId,
          serviceTitle: 'Limpeza de Nome',
          paymentType: 'PIX semanal',
          rate,
          rows: Array.from({ length: instalments }, (_, index) => ({
            number: index + 1,
            kind: 'parcela' as const,
            amount,
            dueDate: due(index),
            method,
          })),
        }),
      )
      const viewer = {
        id: userId,
        email,
        nome: 'Ana Maria Souza',
        documento: '52998224725',
      }
      return { viewer, orderId, instalmentIds, first: instalmentIds[0] ?? '' }
    },

    async charge(id: string) {
      const [row] = await this.query<ChargeFacts>(
        `select status, reference, provider_id, settled_at is not null as settled, qr_code, attempts,
           last_error, idempotency_key, payer from charges where id = $1`,
        [id],
      )
      if (!row) throw new Error(`no charge ${id}`)
      return row
    },

    async statuses(instalmentIds: readonly string[]) {
      const rows = await this.query<{ id: string; status: string }>(
        'select id, status from payments where id = any($1)',
        [instalmentIds],
      )
      return instalmentIds.map((id) => rows.find((row) => row.id === id)?.status)
    },

    credits(chargeId: string) {
      return this.query<{ reason: string; amount: number; status: string }>(
        'select reason, amount, status from credits where charge_id = $1 order by created_at',
        [chargeId],
      )
    },

    /** Builds the module on a provider that reports this payment for every request. */
    reporting(
      report: Pick<PaymentReport, 'state' | 'status' | 'reference' | 'providerId'> & Partial<PaymentReport>,
    ) {
      const payment: PaymentReport = {
        ...{
          detail: undefined,
          amount: 10_000,
          refunded: 0,
          fee: 0,
          currency: 'BRL',
          method: 'pix' as const,
        },
        ...{
          code: undefined,
          ticketUrl: undefined,
          expiresAt: undefined,
          approvedAt: undefined,
          updatedAt: undefined,
        },
        ...report,
      }
      const paymentsOf = async () => ({ ok: true as const, value: [payment] })
      return build({ paymentsOf, get: async () => ({ ok: true, value: payment }) })
    },

    /** The provider's adapter, to override parts of it. */
    provider,
    providerAt,

    /** Returns the id of a charge's open item of a kind; empty if there is none. */
    async openItem(kind: 'credit' | 'payment' | 'refund' | 'return', chargeId: string): Promise<string> {
      const returned = { refund: 'refunds', return: 'refunds' }
      const table = { credit: 'credits', payment: 'provider_payments', ...returned }[kind]
      const rows = await this.query<{ id: string }>(`select id from ${table} where charge_id = $1`, [
        chargeId,
      ])
      const items = await payments.openItems()
      return items.find((item) => item.kind === kind && rows.some(({ id }) => id === item.id))?.id ?? ''
    },

    events(type: string, key: string, value: string) {
      return this.query<{ payload: Record<string, unknown> }>(
        'select payload from events where type = $1 and payload ->> $2 = $3',
        [type, key, value],
      )
    },

    async close() {
      await simulator.close()
      await inbox.close()
      await database.$client.end()
      await ownDatabase.close()
    },
  }
}

interface ChargeFacts {
  status: string
  reference: string
  provider_id: string | null
  settled: boolean
  qr_code: string | null
  attempts: number
  last_error: string | null
  idempotency_key: string
  payer: unknown
}

/** Waits for a condition that another process fulfils. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 8): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`condition not met within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
