import { createHash } from 'node:crypto'
import type { Plan } from '../tables.ts'
import { type Evidence, groupBy, type Invariant, reais, total } from './invariant.ts'

/** Every acknowledged contract is stored and created exactly one order. */
const oneOrderPerContract: Invariant = ({ tables, acknowledgements }) => {
  const accepted = groupBy(tables.contract_acceptances, ({ order_id }) => order_id)
  const orders = groupBy(tables.orders, ({ id }) => id)
  const promised = acknowledgements.flatMap((one) => (one.kind === 'order' ? [one.orderId] : []))
  return [
    ...promised
      .filter((id) => !accepted.has(id))
      .map((id) => `order ${id}: acknowledged but its contract is not stored`),
    ...[...accepted]
      .filter(([id, kept]) => kept.length !== 1 || orders.get(id)?.length !== 1)
      .map(([id, kept]) => `order ${id}: ${kept.length} contracts and ${orders.get(id)?.length ?? 0} orders`),
    ...tables.orders.filter(({ id }) => !accepted.has(id)).map(({ id }) => `order ${id}: has no contract`),
    ...tables.payments
      .filter(({ order_id }) => !orders.has(order_id))
      .map(({ id, order_id }) => `instalment ${id}: of order ${order_id}, which does not exist`),
    ...[...groupBy(tables.contract_acceptances, ({ draft_id }) => draft_id)]
      .filter(([, kept]) => kept.length > 1)
      .map(([draft, kept]) => `draft ${draft}: signed ${kept.length} times`),
  ]
}

/** Each order has the price, steps, instalments, amounts and dates of the plan in its contract. */
const exactSchedule: Invariant = ({ tables }) => {
  const orders = new Map(tables.orders.map((order) => [order.id, order]))
  const steps = groupBy(tables.order_steps, ({ order_id }) => order_id)
  const instalments = groupBy(tables.payments, ({ order_id }) => order_id)
  return tables.contract_acceptances.flatMap(({ order_id, accepted_at, plan }) => {
    const rows = (instalments.get(order_id) ?? []).toSorted((a, b) => a.number - b.number)
    const stored = rows.map(({ number, kind, amount, due_date, payment_method }) =>
      [number, kind, amount, due_date, payment_method].join(' '),
    )
    const expected = plan.payments.map(({ number, kind, amount, dueDate, method }) =>
      [number, kind, amount, dueDate, method].join(' '),
    )
    const names = (steps.get(order_id) ?? []).toSorted((a, b) => a.step_number - b.step_number)
    const problems = [
      ...(orders.get(order_id)?.service_price === plan.total ? [] : ['its price differs from the contract']),
      ...(total(rows, ({ amount }) => amount) === plan.total
        ? []
        : ['its instalments do not add up to its price']),
      ...(stored.join() === expected.join() ? [] : ['its instalments differ from the contract']),
      ...(datesOf(plan, accepted_at).join() === rows.map(({ due_date }) => due_date).join()
        ? []
        : ['its due dates differ from its plan']),
      ...(names.map(({ step_name }) => step_name).join() === plan.steps.map(({ name }) => name).join()
        ? []
        : ['its steps differ from the contract']),
    ]
    return problems.map((problem) => `order ${order_id}: ${problem}`)
  })
}

/** Returns the due dates: the entry on the day of the contract, then weekly or monthly; without an entry they start that day. */
function datesOf({ cadence, entry, count }: Plan, acceptedAt: string): string[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    new Date(acceptedAt),
  )
  const first = entry > 0 ? [today] : []
  return [
    ...first,
    ...Array.from({ length: count }, (_, index) => after(today, index + first.length, cadence)),
  ]
}

function after(day: string, periods: number, cadence: Plan['cadence']): string {
  const date = new Date(`${day}T12:00:00Z`)
  if (cadence === 'once') return day
  if (cadence === 'weekly') date.setUTCDate(date.getUTCDate() + 7 * periods)
  else {
    const dayOfMonth = date.getUTCDate()
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() + periods + 1, 0)
    date.setUTCDate(Math.min(dayOfMonth, date.getUTCDate()))
  }
  return date.toISOString().slice(0, 10)
}

/** The acceptance records form unbroken hash chains, and each readable text has its hash; the shop verifies encrypted texts. */
const intactChains: Invariant = ({ tables }) => {
  const chains = groupBy(tables.contract_acceptances, ({ chain }) => String(chain))
  return tables.acceptance_chains.flatMap(({ chain, position: end, head }) => {
    const records = (chains.get(String(chain)) ?? []).toSorted((a, b) => a.position - b.position)
    const last = records.at(-1)
    const problems = records.flatMap(({ position, previous_hash, sha256, text, sealed }, index) => {
      const before = records[index - 1]?.record_hash ?? '0'.repeat(64)
      const isText = sealed !== null || createHash('sha256').update(text).digest('hex') === sha256
      return position === index + 1 && previous_hash === before && isText
        ? []
        : [`record ${position} does not follow`]
    })
    if ((last?.position ?? 0) !== end || (last && last.record_hash !== head))
      problems.push('records are missing at the end')
    return problems.map((problem) => `acceptance chain ${chain}: ${problem}`)
  })
}

/** After a withdrawal nothing is owed and everything paid is refunded (CDC art. 49). */
const withdrawalsRefunded: Invariant = (evidence) => {
  const { tables, acknowledgements } = evidence
  const withdrawn = new Set(tables.withdrawals.map(({ order_id }) => order_id))
  const orders = new Map(tables.orders.map((order) => [order.id, order]))
  const instalments = groupBy(tables.payments, ({ order_id }) => order_id)
  const promised = acknowledgements.flatMap((one) => (one.kind === 'withdrawal' ? [one.orderId] : []))
  return [
    ...promised
      .filter((id) => !withdrawn.has(id))
      .map((id) => `order ${id}: its withdrawal was acknowledged but not stored`),
    ...[...withdrawn]
      .filter((id) => orders.get(id)?.status !== 'cancelled')
      .map((id) => `order ${id}: withdrawn from, but ${orders.get(id)?.status}`),
    ...[...withdrawn].flatMap((id) =>
      (instalments.get(id) ?? []).flatMap((instalment) => {
        if (instalment.status === 'pending')
          return [`instalment ${instalment.id}: still owed after a withdrawal`]
        if (instalment.status !== 'paid' || needsReview(instalment.paid_with, evidence)) return []
        return [
          `instalment ${instalment.id}: withdrawn from, but ${reais(instalment.amount)} were not refunded`,
        ]
      }),
    ),
  ]
}

/** Checks whether there is a chargeback, or a refund that cannot be issued in full, so that staff must decide about the rest. */
function needsReview(paidWith: string | null, { tables, truth }: Evidence): boolean {
  const payment = tables.provider_payments.find(({ id }) => id === paidWith)
  const real = truth.payments.find(({ id }) => id === payment?.provider_id)
  const waits = tables.refunds.some(
    (refund) =>
      refund.provider_payment_id === paidWith && (refund.status === 'failed' || refund.status === 'held'),
  )
  return (real?.chargedBack ?? 0) > 0 || waits
}

export const contractInvariants = { oneOrderPerContract, exactSchedule, intactChains, withdrawalsRefunded }
