// Databases: one. Reading and the decisions based on it; the SQL is tested by the other suites.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { fieldsOf, type Json } from '../../../simulator/mutations/fields.ts'
import { appliesTo, kinds } from '../../../simulator/mutations/mutate.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { type MutatingFront, type PaymentMutation, startMutatingFront } from './mutating-front.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let front: MutatingFront
let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({
    testDatabase,
    apiUrl: async (simulatorUrl) => {
      front = await startMutatingFront(simulatorUrl)
      return front.url
    },
  })
})
afterAll(async () => {
  await harness.close()
  front.close()
})

const everyKind = process.env.MUTATIONS === 'all'
/** Kinds that are not JSON, too deep or larger than a page: they make the whole page unreadable, and have a test of their own below. */
const spoilers = [
  'not a number',
  'a text of 300 KB',
  'nested 20,000 deep',
  'a list of 50,000',
  'an object of 20,000',
]
const valueKinds = [...kinds]
  .filter(([kind, level]) => level === 'value' && !spoilers.includes(kind))
  .map(([kind]) => kind)
/** Fields that decide about money; every other field gets one kind in turn, and all kinds with MUTATIONS=all. */
const decisive =
  /^(id|status|status_detail|currency_id|external_reference|date_(approved|last_updated|created)|transaction_amount(_refunded)?|fee_details.*|refunds.*|payment_method_id)$/

/** Returns each field with each kind of mutation that applies to it, one at a time. */
function casesOf(
  payment: object,
  isMeant = (_field: string) => true,
  { isDecisive = (field: string) => decisive.test(field), kinds: some = valueKinds } = {},
): PaymentMutation[] {
  return fieldsOf(payment as Json).flatMap(({ path, value }, at) => {
    const field = path.join('.')
    if (!isMeant(field)) return []
    const applicable = some.filter((kind) => appliesTo(value, kind))
    const chosen =
      everyKind || isDecisive(field)
        ? applicable
        : applicable.filter((_, index) => index === at % applicable.length)
    return chosen.map((kind) => ({ kind, field }))
  })
}

/** Refunded part of a payment, in centavos. */
const part = 3_000
/** Number of payments made at once, within one second. */
const together = 7
/** No altered amount is the amount of another payment: a decimal is moved, or one real is added, and seven is no part of either. */
const step = 7

interface Truth {
  /** What it is a payment of. */
  of: string
  id: string
  /** Instalment that it pays, of the shop's own charges. */
  instalmentId?: string | undefined
  amount: number
  refunded: number
  fee: number
  mutation: PaymentMutation
}

interface Booked {
  provider_id: string
  amount: number
  refunded: number
  fee: number
}

const booked = () =>
  harness.query<Booked>(
    `select provider_id, amount::int as amount, fee::int as fee,
       coalesce((select sum(r.amount) from refunds r where r.provider_payment_id = p.id and r.status = 'done'), 0)::int as refunded
     from provider_payments p where received_at is not null`,
  )

/** Returns the information that a person sees: every open item, and the differences of a daily close. */
async function visible(day: string) {
  const items = await harness.payments.openItems({ limit: 10_000 })
  const closed = await harness.closeDay(day)
  if (!closed.ok) throw new Error(`the day cannot be closed: ${closed.code}`)
  const differences = closed.value.flatMap((close) => close.differences)
  return { items, differences, statuses: closed.value.map(({ status }) => status) }
}

const name = ({ of, id, mutation }: Truth) => `${of}, ${mutation.field}: ${mutation.kind} (${id})`

/**
 * Checks that every centavo in the provider's truth is booked once, or visible to a person, and that nothing else is booked
 * unless a person sees that too.
 *
 * @returns the violations
 */
async function breaches(truths: readonly Truth[], day: string): Promise<string[]> {
  const rows = await booked()
  const { items, differences, statuses } = await visible(day)
  const shown = new Set(differences.map(({ providerId }) => providerId))
  const amounts = new Set(truths.map(({ amount }) => amount))
  /** An item may name a payment by the id of another one: then its amount says whose it is. */
  const shows = ({ kind, amount, detail }: (typeof items)[number], truth: Truth) =>
    kind === 'set_aside' && amount !== null && amounts.has(amount)
      ? amount === truth.amount
      : (detail?.includes(truth.id) ?? false)
  const found: string[] = []
  for (const truth of truths) {
    const own = rows.filter(({ provider_id }) => provider_id === truth.id)
    const isBookedOnce = own.length === 1 && own[0]?.amount === truth.amount
    const isExact = isBookedOnce && own[0]?.refunded === truth.refunded && own[0]?.fee === truth.fee
    const isItem = items.some((item) => shows(item, truth))
    const isVisible = isItem || shown.has(truth.id)
    if (!isBookedOnce && !isItem) found.push(`${name(truth)}: ${JSON.stringify(own)}, and no open item`)
    else if (!isExact && !isVisible) found.push(`${name(truth)}: ${JSON.stringify(own)}, and visible nowhere`)
    if (!isBookedOnce && statuses.every((status) => status === 'agrees'))
      found.push(`${name(truth)}: the day agrees`)
  }
  const real = new Set(truths.map(({ id }) => id))
  const ghosts = rows.filter(({ provider_id }) => !real.has(provider_id))
  return [
    ...found,
    ...ghosts
      .filter(
        ({ provider_id }) =>
          !shown.has(provider_id) && !items.some(({ detail }) => detail?.includes(provider_id)),
      )
      .map((ghost) => `booked without being there, and visible nowhere: ${JSON.stringify(ghost)}`),
  ]
}

/** Runs one reconciliation period, with the jobs that follow. */
async function period(milliseconds = 30 * second) {
  harness.clock.advance(milliseconds)
  await harness.payments.reconcile()
  await harness.work()
}

/** Returns a payment as the provider really has it. */
async function truthOf(id: string): Promise<{ fee_details: { amount: number }[] }> {
  const headers = { authorization: `Bearer ${harness.simulator.accessToken}` }
  return (await fetch(`${harness.simulator.url}/v1/payments/${id}`, { headers })).json() as never
}

/** Returns the id of the only payment of a reference. */
async function idOf(reference: string): Promise<string> {
  const answer = await fetch(`${harness.simulator.url}/v1/payments/search?external_reference=${reference}`)
  const { results } = (await answer.json()) as { results: { id: number }[] }
  return results.map(({ id }) => id).join()
}

/** A payment that was just made. */
type Made = Pick<Truth, 'id' | 'instalmentId'>

/** Pays the instalment of a new customer. Amount in centavos. */
async function payOwn(amount: number, method: 'pix' | 'credit_card'): Promise<Made> {
  const { viewer, first } = await harness.customer({ instalments: 1, amount, method })
  const started = await harness.payments.startCharge({ viewer, instalmentIds: [first], method })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  if (method === 'pix') {
    const { id } = await harness.simulator.act((await harness.charge(chargeId)).reference, 'approve')
    return { id: String(id), instalmentId: first }
  }
  const view = await harness.payments.chargeView({ chargeId, userId: viewer.id })
  await harness.simulator.checkout(view?.initPoint ?? '', 'approve')
  const { reference } = await harness.charge(chargeId)
  return { id: await idOf(reference), instalmentId: first }
}

/** Pays as after a restored back-up: with our reference, of a charge that is no longer known. Amount in centavos. */
async function payStray(amount: number): Promise<Made> {
  const paid = await harness.simulator.stray({
    amount: amount / 100,
    external_reference: `PARC_${newId()}`,
    notification_url: `${harness.publicUrl}/webhooks/mercadopago?source_news=webhooks`,
  })
  return { id: String(paid.id) }
}

async function act({ id }: Made, action: string, body: object = {}) {
  await harness.simulator.act(id, action, body)
}

/** Kinds of payments whose fields are altered. The money that came back of each, and the fields that state it. */
const subjects: Record<
  string,
  { make(amount: number): Promise<Made>; refunded?: (amount: number) => number; fields?: RegExp }
> = {
  'a payment of nobody': { make: payStray },
  'an instalment paid by Pix': { make: (amount) => payOwn(amount, 'pix') },
  'an instalment paid by card': { make: (amount) => payOwn(amount, 'credit_card') },
  'a part of nobody’s payment refunded': {
    async make(amount) {
      const paid = await payStray(amount)
      await act(paid, 'refund', { amount: part / 100 })
      return paid
    },
    refunded: () => part,
    fields: /^(refunds(\.0(\.(id|amount|status))?)?|transaction_amount_refunded)$/,
  },
  'a part of an instalment refunded': {
    async make(amount) {
      const paid = await payOwn(amount, 'pix')
      await act(paid, 'refund', { amount: part / 100 })
      return paid
    },
    refunded: () => part,
    fields: /^(refunds(\.0(\.(id|amount|status))?)?|transaction_amount_refunded)$/,
  },
  'a card purchase charged back': {
    async make(amount) {
      const paid = await payOwn(amount, 'credit_card')
      await act(paid, 'chargeback')
      return paid
    },
    refunded: (amount) => amount,
    fields: /^(status|status_detail|transaction_amount_refunded|refunds)$/,
  },
  'a card purchase in dispute': {
    async make(amount) {
      const paid = await payOwn(amount, 'credit_card')
      await act(paid, 'mediate')
      return paid
    },
    fields: /^(status|status_detail)$/,
  },
}

/**
 * Returns the mutations to try. Each mutation of a payment is tried on one of the subjects that are simply paid, and of the
 * others every sixth one, for another STORY_SEED others; with MUTATIONS=all each is tried on every subject.
 */
async function casesOfSubjects(): Promise<{ of: string; mutation: PaymentMutation }[]> {
  const tried: { of: string; mutation: PaymentMutation }[] = []
  const ofPaid = new Map<string, typeof tried>()
  for (const [turn, [of, { make, fields }]] of Object.entries(subjects).entries()) {
    const example = await truthOf((await make(examples - turn)).id)
    const mutations = casesOf(example, everyKind ? undefined : (field) => fields?.test(field) ?? true)
    for (const [index, mutation] of mutations.entries()) {
      if (everyKind || (fields && (index + propertySeed) % 6 === 0)) tried.push({ of, mutation })
      if (everyKind || fields) continue
      const key = `${mutation.field}: ${mutation.kind}`
      ofPaid.set(key, [...(ofPaid.get(key) ?? []), { of, mutation }])
    }
  }
  // Most on a payment of nobody: those of a charge take twice as long.
  const turns = [0, 0, 1, 0, 0, 2]
  const one = (some: typeof tried, index: number) =>
    some[turns[(index + propertySeed) % turns.length] ?? 0] ?? some[0] ?? []
  return [...tried, ...[...ofPaid.values()].flatMap(one)]
}
/** Amount of the first payment that is made as an example and not altered; the others' are below it. */
const examples = 20_000

test('with any one field altered, a payment is booked once or visible within a period, and exact once corrected', async () => {
  onTestFailed(() => console.error(`which mutations were tried: STORY_SEED=${propertySeed}`))
  await harness.simulator.faults({ dropWebhooks: true, feePercent: 0.99 })
  const cases = await casesOfSubjects()
  const truths: Truth[] = []
  for (let from = 0; from < cases.length; from += together) {
    harness.clock.advance(second)
    const some = cases.slice(from, from + together).map(async ({ of, mutation }, index) => {
      const amount = examples + step * (from + index + 1)
      const { make, refunded = () => 0 } = subjects[of] ?? { make: payStray }
      const made = await make(amount)
      const fee = Math.round(((await truthOf(made.id)).fee_details[0]?.amount ?? 0) * 100)
      front.mutations.set(made.id, mutation)
      return { of, ...made, amount, refunded: refunded(amount), fee, mutation }
    })
    truths.push(...(await Promise.all(some)))
  }
  const day = harness.clock.now().toISOString().slice(0, 10)
  console.log(
    `${cases.length} mutations, of ${new Set(cases.map(({ mutation }) => mutation.field)).size} fields and ` +
      `${new Set(cases.map(({ of }) => of)).size} kinds of payments`,
  )
  const first = { ...truths[0] } as Truth
  await period()
  const plain = (await booked()).filter(({ provider_id }) => !truths.some(({ id }) => id === provider_id))
  const all = [
    ...truths,
    ...plain
      .filter(({ amount }) => amount <= examples)
      .map(({ provider_id: id, ...row }) => ({ ...first, ...row, id })),
  ]
  expect(await breaches(all, day)).toEqual([])

  front.mutations.clear()
  const inexact = async () => {
    const rows = new Map((await booked()).map((row) => [row.provider_id, row]))
    return truths.filter(({ id, amount, refunded, fee }) => {
      const row = rows.get(id)
      return row?.amount !== amount || row.refunded !== refunded || row.fee !== fee
    })
  }
  for (let again = 0; again < 6 && (again === 0 || (await inexact()).length > 0); again++)
    await period(20 * minute)
  expect(await harness.payments.checkBooks()).toEqual([])
  expect((await inexact()).map(name)).toEqual([])
  expect(await breaches(all, day)).toEqual([])
  const paid = truths
    .filter(({ refunded }) => refunded === 0)
    .flatMap(({ instalmentId }) => instalmentId ?? [])
  expect(new Set(await harness.statuses(paid))).toEqual(new Set(['paid']))
}, 1_200_000)

/** Whether a booked payment has another amount than it really has. */
const isWrong =
  (truths: readonly Truth[]) =>
  ({ provider_id, amount }: Booked) =>
    truths.some((truth) => truth.id === provider_id && truth.amount !== amount)

test('a field that makes its page unreadable notifies the team; nothing is booked wrongly, and all of it once corrected', async () => {
  harness.clock.advance(24 * 60 * minute)
  await harness.simulator.faults({ dropWebhooks: true, feePercent: 0 })
  const fields = [
    'id',
    'status',
    'transaction_amount',
    'date_last_updated',
    'external_reference',
    'fee_details',
  ]
  const cases = spoilers.flatMap((kind, at) =>
    fields
      .filter((_, index) => everyKind || index === (at + propertySeed) % fields.length)
      .map((field) => ({ kind, field })),
  )
  const amountOf = (at: number) => 90_000 + step * at
  for (const [at, mutation] of cases.entries()) {
    harness.clock.advance(second)
    const day = harness.clock.now().toISOString().slice(0, 10)
    const amounts = [amountOf(3 * at), amountOf(3 * at + 1), amountOf(3 * at + 2)]
    const made = [
      await payStray(amounts[0] ?? 0),
      await payOwn(amounts[1] ?? 0, 'pix'),
      await payStray(amounts[2] ?? 0),
    ]
    front.mutations.set(made[1]?.id ?? '', mutation)
    const truths = made.map(({ id }, index) => ({
      ...{ of: 'beside a spoiler', id, amount: amounts[index] ?? 0, refunded: 0, fee: 0, mutation },
    }))
    harness.outbox.length = 0
    await period()
    // A page that cannot be read is an outage of the provider: the team is notified of one that lasts a quarter of an hour.
    await period(16 * minute)
    const isNotified = harness.outbox.some(({ kind }) => kind === 'books.sweep-failing')
    const found = isNotified ? (await booked()).filter(isWrong(truths)) : await breaches(truths, day)
    expect(found.filter((one) => truths.some(({ id }) => JSON.stringify(one).includes(id)))).toEqual([])
    front.mutations.clear()
    for (let again = 0; again < 2; again++) await period(20 * minute)
    const rows = new Map((await booked()).map((row) => [row.provider_id, row.amount]))
    expect(truths.map(({ id }) => rows.get(id))).toEqual(amounts)
  }
  expect(await harness.payments.checkBooks()).toEqual([])
}, 600_000)

test('a card payment that a search lists under another id waits for a person, and is booked once under its own', async () => {
  await harness.simulator.faults({ dropWebhooks: true })
  const { viewer, instalmentIds } = await harness.customer({ method: 'credit_card', instalments: 1 })
  const started = await harness.payments.startCharge({ viewer, instalmentIds, method: 'credit_card' })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const view = await harness.payments.chargeView({ chargeId, userId: viewer.id })
  await harness.simulator.checkout(view?.initPoint ?? '', 'approve')
  const [{ id } = { id: 0 }] = await harness.simulator.payments()
  const ghost = String(id + 7)
  const ids = async () => (await booked()).map(({ provider_id }) => provider_id)

  front.mutations.set(String(id), { kind: 'another id', field: 'id' })
  expect(await harness.payments.settleCharge({ chargeId })).toMatchObject({ kind: 'set_aside' })
  expect(await ids()).not.toContain(ghost)
  const items = await harness.payments.openItems({ limit: 10_000 })
  expect(items.find(({ detail }) => detail?.includes(ghost))).toMatchObject({
    kind: 'set_aside',
    amount: 10_000,
  })

  front.mutations.clear()
  await harness.payments.settleCharge({ chargeId })
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect((await ids()).filter((one) => one === String(id) || one === ghost)).toEqual([String(id)])
  expect(await harness.credits(chargeId)).toEqual([])
})

/** Returns our refunds of each payment: their status, and whether they are done, queued or visible to a person. */
async function refundsHere() {
  const rows = await harness.query<{ of: string; id: string; status: string; amount: number }>(
    `select p.provider_id as of, r.id, r.status, r.amount::int as amount
     from refunds r join provider_payments p on p.id = r.provider_payment_id where r.status <> 'given_up'`,
  )
  const items = await harness.payments.openItems({ limit: 10_000 })
  const shown = new Set(items.map(({ id }) => id))
  const queued = new Set(harness.queue.map(({ job, data }) => job === 'refunds.issue' && data.refundId))
  const isKept = (id: string, status: string) =>
    status === 'done' || shown.has(id) || (status === 'requested' && queued.has(id))
  return rows.map(({ of, id, status, amount }) => ({ of, status, amount, isKept: isKept(id, status) }))
}

/** Returns the centavos that the provider refunded of each payment, refund by refund. */
async function givenBack(): Promise<Map<string, number[]>> {
  const answer = await fetch(`${harness.simulator.url}/sim/truth.json`)
  const { payments } = (await answer.json()) as { payments: { id: number; refunds: { amount: number }[] }[] }
  return new Map(payments.map(({ id, refunds }) => [String(id), refunds.map(({ amount }) => amount)]))
}

test('with any one field of a refund’s answer altered, the refund is made once, booked once and never lost', async () => {
  await harness.simulator.faults({ dropWebhooks: true })
  harness.clock.advance(24 * 60 * minute)
  const pay = async (amount: number) => String((await harness.simulator.stray({ amount: amount / 100 })).id)
  const example = await fetch(`${harness.simulator.url}/v1/payments/${await pay(5_000)}/refunds`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${harness.simulator.accessToken}`, 'content-type': 'application/json' },
      'x-idempotency-key': newId(),
    },
    body: JSON.stringify({ amount: 50 }),
  })
  const cases = casesOf((await example.json()) as object, undefined, {
    isDecisive: (field) => field === 'id' || field === 'amount',
    kinds: [...valueKinds, ...spoilers],
  }).filter((_, index) => everyKind || index % 2 === 0)
  expect(cases.length).toBeGreaterThan(30)
  const asked: { id: string; amount: number; mutation: PaymentMutation }[] = []
  for (const [at, mutation] of cases.entries()) {
    if (at % together === 0) harness.clock.advance(second)
    asked.push({ id: await pay(50_000 + at), amount: 50_000 + at, mutation })
  }
  await period()
  for (const { id, mutation } of asked) {
    front.refunds.set(id, mutation)
    const [credit] = await harness.query<{ id: string }>(
      'select c.id from credits c join provider_payments p on p.id = c.provider_payment_id where p.provider_id = $1',
      [id],
    )
    const refunded = await harness.database.transaction((tx) =>
      harness.payments.refundCredit(tx, { creditId: credit?.id ?? '', by: newId(), reason: 'sem pedido' }),
    )
    expect(refunded.ok).toBe(true)
  }
  await period()
  const doubts = async (isDone: (status: string) => boolean) => {
    const [given, here] = [await givenBack(), Map.groupBy(await refundsHere(), ({ of }) => of)]
    return asked.flatMap(({ id, amount, mutation }) => {
      const [back = [], rows = []] = [given.get(id), here.get(id)]
      const isOnce = back.join() === String(amount) && rows.length === 1 && rows[0]?.amount === amount
      if (isOnce && rows.every(({ status, isKept }) => isKept && isDone(status))) return []
      return [`${mutation.field}: ${mutation.kind} (${id}): ${JSON.stringify({ back, rows })}`]
    })
  }
  expect(await doubts(() => true)).toEqual([])
  const unread = (await refundsHere()).filter(({ status }) => status === 'requested')
  console.log(`${cases.length} mutations of answers to refunds, ${unread.length} of them unreadable`)

  front.refunds.clear()
  for (let again = 0; again < 2; again++) await period(20 * minute)
  expect(await doubts((status) => status === 'done')).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
}, 120_000)
