import { partOf } from '../../scripts/model/books.ts'
import { reportOf } from '../../scripts/model/decisions.ts'
import { quiesce, step } from '../../scripts/model/step.ts'
import {
  type Action,
  type Bounds,
  charges,
  initialWorld,
  type Refund,
  type World,
} from '../../scripts/model/world.ts'
import { buildBrCode } from '../../src/core/br-code.ts'
import { ok } from '../../src/core/outcome.ts'
import type {
  PaymentProvider,
  PaymentReport,
  ProviderOutcome,
  ProviderRefund,
} from '../../src/modules/payments/ports.ts'
import type { PaymentsHarness } from '../modules/payments/payments-harness.ts'

/** What books say, of the model or of the database: everything that the laws are about. */
export interface Summary {
  charges: string[]
  instalments: string[]
  payments: string[]
  credits: string[]
  refunds: string[]
}

let run = 0

type Answer = ProviderOutcome<ProviderRefund>

/** Replays histories of the model on the real use cases, with the model's provider in the place of the adapter. */
export function createReplayer(harness: PaymentsHarness, { dates = true } = {}) {
  let world: World = initialWorld
  /** When each version of each payment came to be, by 'payment:version'. */
  let changedAt = new Map<string, Date>()
  /** What the next `get` answers, instead of the truth. */
  let fetched: PaymentReport | undefined
  const references: string[] = []
  const waiting = new Map<string, (answer: Answer) => void>()
  const nameOf = (payment: number) => `run-${run}-payment-${payment}`

  const provider: Partial<PaymentProvider> = {
    createPix: async ({ amount, expiresAt, reference }) => {
      const code = buildBrCode({ key: 'a@b.c', merchantName: 'Loja', city: 'Cidade', amount })
      const providerId = nameOf(references.push(reference) - 1)
      const asked = { state: 'pending' as const, status: 'pending', detail: undefined, ticketUrl: undefined }
      return { ok: true, value: { providerId, ...asked, code, expiresAt } }
    },
    cancel: async () => ({ ok: false, code: 'unavailable' }),
    get: async (providerId) => {
      const report = fetched ?? truth().find((one) => one.providerId === providerId)
      return report ? { ok: true, value: report } : { ok: false, code: 'not_found' }
    },
    paymentsOf: async ({ reference }) => ({
      ok: true,
      value: truth()
        .filter((one) => one.reference === reference)
        .reverse(),
    }),
    list: async ({ by, from, to, offset }) => {
      const timeOf = (one: PaymentReport) => (by === 'change' ? one.updatedAt : one.approvedAt)
      const all = world.byChange.map((payment) => report(payment, world))
      const within = all.filter((one) => inside(timeOf(one) ?? harness.clock.now(), from, to))
      return { ok: true, value: within.slice(offset) }
    },
    refund: ({ idempotencyKey }) => new Promise<Answer>((resolve) => waiting.set(idempotencyKey, resolve)),
    readNotice: ({ body }) =>
      ok([{ deliveryKey: body, providerId: body.split(' ')[0] ?? '', kind: 'payment' }]),
  }
  const payments = harness.build(provider)

  function report(payment: number, { payments }: World): PaymentReport {
    const one = payments[payment]
    if (!one) throw new Error(`no payment ${payment}`)
    return dated(payment, one)
  }

  function dated(payment: number, one: World['payments'][number]): PaymentReport {
    const reference = references[one.charge] ?? ''
    const { updatedAt: _, ...facts } = reportOf(one, { reference, providerId: nameOf(payment) })
    const at = changedAt.get(`${payment}:${one.version}`)
    const isPaid = one.state === 'approved' || one.state === 'refunded'
    return {
      ...facts,
      updatedAt: dates ? at : undefined,
      approvedAt: isPaid ? new Date(startedAt) : undefined,
    }
  }

  const truth = () => world.payments.map((_, payment) => report(payment, world))
  let startedAt = 0

  /** @returns where the database departs from the model, after the history and after quiescence */
  async function replay(history: readonly Action[], bounds: Pick<Bounds, 'deliveries'>): Promise<string[]> {
    run++
    world = initialWorld
    changedAt = new Map()
    references.length = 0
    startedAt = harness.clock.now().getTime()
    note()
    const { viewer, instalmentIds } = await harness.customer({ instalments: 2 })
    const chargeIds: string[] = []
    for (const { lines } of charges) {
      const ids = lines.map((line) => instalmentIds[line] ?? '')
      const started = await payments.startCharge({ viewer, instalmentIds: ids })
      if (!started.ok) throw new Error(started.code)
      chargeIds.push(started.value.chargeId)
    }
    const about = { chargeIds, instalmentIds }
    const jobs = new Map<number, Promise<unknown>>()

    const perform = async (action: Action) => {
      const before = world
      harness.clock.advance(1000)
      world = step(world, action, bounds)
      note()
      await act(action, before, about, jobs)
    }
    for (const action of history) await perform(action)
    const departures = differing('after the history', await summary(about), modelled(world))
    for (const action of quiesce(world).history) await perform(action)
    departures.push(...differing('after quiescence', await summary(about), modelled(world)))
    const broken = await payments.checkBooks()
    // The next run's sweep must not ask about this one's charges.
    await harness.query('update charges set next_check_at = null where id = any($1)', [chargeIds])
    harness.queue.length = 0
    return broken.length > 0
      ? [...departures, `the books do not add up: ${JSON.stringify(broken)}`]
      : departures
  }

  function note() {
    for (const [payment, { version }] of world.payments.entries()) {
      const key = `${payment}:${version}`
      if (!changedAt.has(key)) changedAt.set(key, harness.clock.now())
    }
  }

  async function act(
    action: Action,
    before: World,
    { chargeIds }: { chargeIds: string[] },
    jobs: Map<number, Promise<unknown>>,
  ): Promise<void> {
    if (action.do === 'record') {
      const one = before.fetched[action.fetched]
      if (one) await receive(one.payment, dated(one.payment, one.report), one.deliveries)
    }
    if (action.do === 'request') {
      const chargeId = chargeIds[action.charge] ?? ''
      const amount = action.kind === 'part' ? { amount: partOf } : {}
      const asked = { chargeId, origin: 'team' as const, reason: 'modelo', ...amount }
      await harness.database.transaction((tx) => payments.refundCharge(tx, asked))
    }
    if (action.do === 'issue') {
      const { id, key } = await refundRow(action.refund, chargeIds)
      const job = payments.jobs['refunds.issue'].run({ refundId: id })
      jobs.set(
        action.refund,
        job.catch((error: unknown) => error),
      )
      await Promise.race([until(() => waiting.has(key)), job])
    }
    if (action.do === 'answer' || action.do === 'crash') {
      const { key } = await refundRow(action.refund, chargeIds)
      waiting.get(key)?.(answerOf(action, before.books.refunds[action.refund]))
      waiting.delete(key)
      await jobs.get(action.refund)
    }
    if (action.do === 'sweep') await payments.reconcile()
  }

  async function receive(payment: number, report: PaymentReport, delivery: number) {
    harness.queue.length = 0
    const body = `${report.providerId} ${harness.clock.now().getTime()} ${delivery}`
    const notice = { query: new URLSearchParams(), headers: new Headers(), body }
    await payments.receiveWebhook({ provider: 'mercado-pago', ...notice })
    const event = harness.queue.find(({ job }) => job === 'provider-events.process')
    if (!event) throw new Error(`the notice about payment ${payment} was not stored`)
    fetched = report
    await payments.jobs['provider-events.process'].run(event.data as { eventId: string })
    fetched = undefined
  }

  /** The refunds of a history in the order in which they were asked for, as in the model. */
  async function refundRow(index: number, chargeIds: string[]) {
    const rows = await harness.query<{ id: string; key: string }>(
      'select id, idempotency_key as key from refunds where charge_id = any($1) order by id',
      [chargeIds],
    )
    const row = rows[index]
    if (!row) throw new Error(`the code made no refund ${index}`)
    return row
  }

  async function summary({ chargeIds, instalmentIds }: { chargeIds: string[]; instalmentIds: string[] }) {
    const rows = <T>(text: string) => harness.query<T>(text, [chargeIds])
    const of = `(select split_part(provider_id, '-', 4) from provider_payments p where p.id = x.provider_payment_id)`
    const statuses = await rows<{ id: string; status: string }>(
      'select id, status from charges where id = any($1)',
    )
    const lines = await rows<{ line: string }>(
      `select concat_ws(' ', split_part(provider_id, '-', 4), state, amount, refunded) as line
       from provider_payments where charge_id = any($1) and received_at is not null`,
    )
    const credits = await rows<{ line: string }>(
      `select concat_ws(' ', ${of}, reason, amount, status) as line from credits x where charge_id = any($1)`,
    )
    const refunds = await rows<{ line: string }>(
      `select concat_ws(' ', ${of}, origin, amount, status) as line from refunds x where charge_id = any($1)`,
    )
    const linesOf = (found: { line: string }[]) => found.map(({ line }) => line).toSorted()
    return {
      charges: chargeIds.map((id) => nameOfStatus(statuses.find((row) => row.id === id)?.status ?? '')),
      instalments: (await harness.statuses(instalmentIds)).map(String),
      payments: linesOf(lines),
      credits: linesOf(credits),
      refunds: linesOf(refunds),
    }
  }

  return { replay }
}

/** A provider forgets what it refused, and a process that died what it was told. */
function answerOf(action: Action, refund: Refund | undefined): Answer {
  if (action.do === 'crash') return { ok: false, code: 'unavailable' }
  if (refund?.answer !== 'done') return { ok: false, code: 'refused' }
  return { ok: true, value: { providerRefundId: 'r', amount: refund.amount } }
}

function modelled({ books }: World): Summary {
  return {
    charges: books.charges.map(({ status }) => status),
    instalments: books.instalments.map(({ status }) => status),
    payments: books.known
      .flatMap((known, payment) =>
        known?.received ? [`${payment} ${known.state} ${known.amount} ${known.refunded}`] : [],
      )
      .toSorted(),
    credits: books.credits
      .map(({ payment, reason, amount, status }) => `${payment} ${reason} ${amount} ${status}`)
      .toSorted(),
    refunds: books.refunds
      .map(({ payment, origin, amount, status }) => `${payment} ${origin} ${amount} ${status}`)
      .toSorted(),
  }
}

function differing(when: string, code: Summary, model: Summary): string[] {
  return (Object.keys(model) as (keyof Summary)[]).flatMap((name) => {
    const [ours, theirs] = [code[name].join(', '), model[name].join(', ')]
    return ours === theirs ? [] : [`${when}, ${name}: the code has [${ours}], the model [${theirs}]`]
  })
}

/** As it is called everywhere but in the table. */
const nameOfStatus = (stored: string) => (stored === 'divergent' ? 'amount_mismatch' : stored)

const inside = (at: Date, from: Date, to: Date) => at >= from && at < to

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
