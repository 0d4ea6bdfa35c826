import { partOf } from '../../scripts/model/books.ts'
import { reportOf } from '../../scripts/model/decisions.ts'
import { refundAtProvider } from '../../scripts/model/provider.ts'
import { charges, hasArrived, initialWorld, type Report, type Truth } from '../../scripts/model/world.ts'
import { ok } from '../../src/core/outcome.ts'
import type {
  PaymentProvider,
  PaymentReport,
  ProviderOutcome,
  ProviderRefund,
} from '../../src/modules/payments/ports.ts'
import type { PaymentsHarness } from '../modules/payments/payments-harness.ts'
import { buildBrCode } from '../support/build-br-code.ts'

export interface ShopOptions {
  /** Whether the provider reports when a payment changed. */
  dates?: boolean
  /** Whether it reports refunded amounts. */
  refunds?: boolean
}

let runs = 0

/**
 * Sets up the real use cases on a database, for one customer and the model's charges, with a provider that is a `Truth` of the
 * model.
 */
export async function openShop(harness: PaymentsHarness, { dates = true, refunds = true }: ShopOptions = {}) {
  const run = ++runs
  const startedAt = harness.clock.now()
  let truth: Truth = initialWorld
  /** Time at which each version of each payment was created, by 'payment:version'. */
  const changedAt = new Map<string, Date>()
  /** Report that the next `get` returns instead of the truth. */
  let fetched: PaymentReport | undefined
  const references: string[] = []
  /** Refunds that the provider has processed and whose responses are in transit, by key. */
  const answers = new Map<string, (isLost: boolean) => void>()
  const doneKeys = new Set<string>()
  let answersAtOnce = false
  const nameOf = (payment: number) => `run-${run}-payment-${payment}`

  const provider: Partial<PaymentProvider> = {
    createPix: async ({ amount, expiresAt, reference }) => {
      const code = buildBrCode({ key: 'a@b.c', merchantName: 'Loja', city: 'Cidade', amount })
      const providerId = nameOf(references.push(reference) - 1)
      const asked = { state: 'pending' as const, status: 'pending', detail: undefined, ticketUrl: undefined }
      return { ok: true, value: { providerId, ...asked, code, expiresAt } }
    },
    // The cancellation of the first charge is lost, so both charges can be paid.
    cancel: async () => ({ ok: false, code: 'unavailable' }),
    get: async (providerId) => {
      const report = fetched ?? reports().find((one) => one.providerId === providerId)
      return report ? { ok: true, value: report } : { ok: false, code: 'not_found' }
    },
    paymentsOf: async ({ reference }) => ({
      ok: true,
      value: reports()
        .filter((one) => one.reference === reference)
        .reverse(),
    }),
    list: async ({ by, from, to, offset }) => {
      const timeOf = (one: PaymentReport) => (by === 'change' ? one.updatedAt : one.approvedAt)
      const all = truth.byChange.map((payment) => reportNow(payment))
      const within = all.filter((one) => {
        const at = timeOf(one) ?? harness.clock.now()
        return at >= from && at < to
      })
      return { ok: true, value: within.slice(offset) }
    },
    async refund({ providerId, idempotencyKey, amount }) {
      const answer = refund(Number(providerId.split('-').at(-1)), { key: idempotencyKey, amount })
      if (answersAtOnce) return answer
      const isLost = await new Promise<boolean>((resolve) => answers.set(idempotencyKey, resolve))
      return isLost ? { ok: false, code: 'unavailable' } : answer
    },
    readNotice: ({ body }) =>
      ok([{ deliveryKey: body, providerId: body.split(' ')[0] ?? '', kind: 'payment' }]),
  }
  const payments = harness.build(provider)
  note()
  const { viewer, instalmentIds } = await harness.customer({ instalments: 2 })
  const chargeIds: string[] = []
  for (const { lines } of charges) {
    const ids = lines.map((line) => instalmentIds[line] ?? '')
    const started = await payments.startCharge({ viewer, instalmentIds: ids })
    if (!started.ok) throw new Error(started.code)
    chargeIds.push(started.value.chargeId)
  }

  function refund(
    payment: number,
    { key, amount }: { key: string; amount: number },
  ): ProviderOutcome<ProviderRefund> {
    const isDone = doneKeys.has(key)
    const next = isDone ? truth : refundAtProvider(truth, { payment, amount })
    if (!next) return { ok: false, code: 'refused' }
    doneKeys.add(key)
    truth = next
    note()
    return { ok: true, value: { providerRefundId: key, amount } }
  }

  function report(payment: number, one: Report): PaymentReport {
    const names = { reference: references[one.charge] ?? '', providerId: nameOf(payment) }
    const report = reportOf(refunds ? one : { ...one, refunded: 0 }, names)
    const updatedAt = dates ? changedAt.get(`${payment}:${one.version}`) : undefined
    return { ...report, updatedAt, approvedAt: hasArrived(one.state) ? startedAt : undefined }
  }

  function reportNow(payment: number): PaymentReport {
    const one = truth.payments[payment]
    if (!one) throw new Error(`no payment ${payment}`)
    return report(payment, one)
  }

  const reports = () => truth.payments.map((_, payment) => reportNow(payment))

  function note() {
    for (const [payment, { version }] of truth.payments.entries()) {
      const key = `${payment}:${version}`
      if (!changedAt.has(key)) changedAt.set(key, harness.clock.now())
    }
  }

  return {
    chargeIds,
    instalmentIds,
    payments,

    truth: () => truth,

    /** Changes the state at the provider. */
    change(next: Truth) {
      truth = next
      note()
    },

    /** Receives a notice, and fetches the payment as it was at an earlier time. */
    async receive(payment: number, asItWas: Report) {
      harness.queue.length = 0
      const reported = report(payment, asItWas)
      const body = `${reported.providerId} ${harness.clock.now().getTime()}`
      const notice = { query: new URLSearchParams(), headers: new Headers(), body }
      await payments.receiveWebhook({ provider: 'mercado-pago', ...notice })
      const event = harness.queue.find(({ job }) => job === 'provider-events.process')
      if (!event) throw new Error(`the notice about payment ${payment} was not stored`)
      fetched = reported
      await payments.jobs['provider-events.process'].run(event.data as { eventId: string })
      fetched = undefined
    },

    request(charge: number, kind: 'whole' | 'part') {
      const amount = kind === 'part' ? { amount: partOf } : {}
      const asked = {
        chargeId: chargeIds[charge] ?? '',
        origin: 'team' as const,
        reason: 'modelo',
        ...amount,
      }
      return harness.database.transaction((tx) => payments.refundCharge(tx, asked))
    },

    /** Returns the requested refunds, and whether the response to each is in transit. */
    async requested(): Promise<{ id: string; isSent: boolean }[]> {
      const rows = await harness.query<{ id: string; key: string }>(
        `select id, idempotency_key as key from refunds where charge_id = any($1) and status = 'requested' order by id`,
        [chargeIds],
      )
      return rows.map(({ id, key }) => ({ id, isSent: answers.has(key) }))
    },

    /** Runs the job of a refund until it ends, or until its response is in transit. */
    async issue(refundId: string) {
      const before = answers.size
      const job = payments.jobs['refunds.issue'].run({ refundId }).catch((error: unknown) => error)
      let isOver = false
      void job.then(() => {
        isOver = true
      })
      while (!isOver && answers.size === before) await new Promise((resolve) => setImmediate(resolve))
      if (!isOver) jobs.add(job)
    },

    waiting: () => [...answers.keys()],

    /** Delivers a response, or loses it together with the process that waited for it. */
    async answer(key: string, { isLost }: { isLost: boolean }) {
      answers.get(key)?.(isLost)
      answers.delete(key)
      await Promise.all(answers.size === 0 ? jobs : [])
      if (answers.size === 0) jobs.clear()
    },

    /** Continues without further faults: every response arrives, refunds are issued, sweeps run, and time passes. */
    async quiesce() {
      for (const key of [...answers.keys()]) await this.answer(key, { isLost: false })
      answersAtOnce = true
      for (let round = 0; round < 3; round++) {
        await payments.reconcile()
        for (const { id } of await this.requested()) await this.issue(id)
        harness.clock.advance(11 * 60_000)
      }
      await payments.reconcile()
    },

    /** Excludes these charges from the sweeps of later histories. */
    async close() {
      await harness.query('update charges set next_check_at = null where id = any($1)', [chargeIds])
      harness.queue.length = 0
    },
  }
}

const jobs = new Set<Promise<unknown>>()
