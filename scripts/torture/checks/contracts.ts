import { createHash } from 'node:crypto'
import type { Plan } from '../books.ts'
import { type Check, type Evidence, groupBy, reais, total } from './check.ts'

/** An acknowledged contract is kept, and makes exactly one order. */
const oneOrderEach: Check = ({ books, notes }) => {
  const accepted = groupBy(books.contract_acceptances, ({ order_id }) => order_id)
  const orders = groupBy(books.orders, ({ id }) => id)
  const promised = notes.flatMap((note) => (note.kind === 'order' ? [note.orderId] : []))
  return [
    ...promised
      .filter((id) => !accepted.has(id))
      .map((id) => `order ${id}: acknowledged, but no contract is kept`),
    ...[...accepted]
      .filter(([id, kept]) => kept.length !== 1 || orders.get(id)?.length !== 1)
      .map(([id, kept]) => `order ${id}: ${kept.length} contracts and ${orders.get(id)?.length ?? 0} orders`),
    ...books.orders.filter(({ id }) => !accepted.has(id)).map(({ id }) => `order ${id}: no contract is kept`),
    ...books.payments
      .filter(({ order_id }) => !orders.has(order_id))
      .map(({ id, order_id }) => `instalment ${id}: of order ${order_id}, which is not there`),
    ...[...groupBy(books.contract_acceptances, ({ draft_id }) => draft_id)]
      .filter(([, kept]) => kept.length > 1)
      .map(([draft, kept]) => `draft ${draft}: signed ${kept.length} times`),
  ]
}

/** The order is whole: its price, its steps, and the instalments of its plan, each amount and date. */
const exactSchedule: Check = ({ books }) => {
  const orders = new Map(books.orders.map((order) => [order.id, order]))
  const steps = groupBy(books.order_steps, ({ order_id }) => order_id)
  const instalments = groupBy(books.payments, ({ order_id }) => order_id)
  return books.contract_acceptances.flatMap(({ order_id, accepted_at, plan }) => {
    const rows = (instalments.get(order_id) ?? []).toSorted((a, b) => a.number - b.number)
    const kept = rows.map(({ number, kind, amount, due_date, payment_method }) =>
      [number, kind, amount, due_date, payment_method].join(' '),
    )
    const wanted = plan.payments.map(({ number, kind, amount, dueDate, method }) =>
      [number, kind, amount, dueDate, method].join(' '),
    )
    const names = (steps.get(order_id) ?? []).toSorted((a, b) => a.step_number - b.step_number)
    const problems = [
      ...(orders.get(order_id)?.service_price === plan.total ? [] : ['its price is not the contract’s']),
      ...(total(rows, ({ amount }) => amount) === plan.total
        ? []
        : ['its instalments do not add up to its price']),
      ...(kept.join() === wanted.join() ? [] : ['its instalments are not those of the contract']),
      ...(datesOf(plan, accepted_at).join() === rows.map(({ due_date }) => due_date).join()
        ? []
        : ['its dates are not those of its plan']),
      ...(names.map(({ step_name }) => step_name).join() === plan.steps.map(({ name }) => name).join()
        ? []
        : ['its steps are not those of the contract']),
    ]
    return problems.map((problem) => `order ${order_id}: ${problem}`)
  })
}

/** Entry today, then every seven days or every month from the day of the contract; without an entry from today on. */
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

/** The evidence of acceptance: every text, every link and every end as they were written. */
const intactChains: Check = ({ books }) => {
  const chains = groupBy(books.contract_acceptances, ({ chain }) => String(chain))
  return books.acceptance_chains.flatMap(({ chain, position: end, head }) => {
    const records = (chains.get(String(chain)) ?? []).toSorted((a, b) => a.position - b.position)
    const last = records.at(-1)
    const problems = records.flatMap(({ position, previous_hash, sha256, text }, index) => {
      const before = records[index - 1]?.record_hash ?? '0'.repeat(64)
      const isText = createHash('sha256').update(text).digest('hex') === sha256
      return position === index + 1 && previous_hash === before && isText
        ? []
        : [`record ${position} does not follow`]
    })
    if ((last?.position ?? 0) !== end || (last && last.record_hash !== head))
      problems.push('its end is missing')
    return problems.map((problem) => `chain of acceptances ${chain}: ${problem}`)
  })
}

/** Who withdrew owes nothing, and has or gets back all they paid (CDC art. 49). */
const withdrawnInFull: Check = (evidence) => {
  const { books, notes } = evidence
  const withdrawn = new Set(books.withdrawals.map(({ order_id }) => order_id))
  const orders = new Map(books.orders.map((order) => [order.id, order]))
  const instalments = groupBy(books.payments, ({ order_id }) => order_id)
  const promised = notes.flatMap((note) => (note.kind === 'withdrawal' ? [note.orderId] : []))
  return [
    ...promised
      .filter((id) => !withdrawn.has(id))
      .map((id) => `order ${id}: its withdrawal was acknowledged and is not kept`),
    ...[...withdrawn]
      .filter((id) => orders.get(id)?.status !== 'cancelled')
      .map((id) => `order ${id}: withdrawn from, but ${orders.get(id)?.status}`),
    ...[...withdrawn].flatMap((id) =>
      (instalments.get(id) ?? []).flatMap((instalment) => {
        if (instalment.status === 'pending')
          return [`instalment ${instalment.id}: still owed after a withdrawal`]
        if (instalment.status !== 'paid' || isBeyondUs(instalment.paid_with, evidence)) return []
        return [
          `instalment ${instalment.id}: withdrawn from, but its ${reais(instalment.amount)} were not given back`,
        ]
      }),
    ),
  ]
}

/** A bank took the money, or the provider gave part of it back by itself: a person has to see to the rest. */
function isBeyondUs(paidWith: string | null, { books, truth }: Evidence): boolean {
  const payment = books.provider_payments.find(({ id }) => id === paidWith)
  const real = truth.payments.find(({ id }) => id === payment?.provider_id)
  const waits = books.refunds.some(
    (refund) => refund.provider_payment_id === paidWith && refund.status === 'failed',
  )
  return (real?.takenBack ?? 0) > 0 || waits
}

export const contractChecks = { oneOrderEach, exactSchedule, intactChains, withdrawnInFull }
