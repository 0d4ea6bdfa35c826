import type { Mistake } from './books.ts'
import { activeRefunds } from './books.ts'
import { quiesce } from './step.ts'
import { hasArrived, sum, type World } from './world.ts'

/** Returns the laws that a world violates, one sentence each; `before` is the previous world. */
export function breachesOf(world: World, before: World | undefined, mistake?: Mistake): string[] {
  return [
    ...alwaysBreached(world),
    ...(before ? monotonicBreached(before, world) : []),
    ...endBreached(quiesce(world, mistake).world),
  ]
}

/** Returns violations of the laws that apply at any time. */
function alwaysBreached({ payments, books }: World): string[] {
  return payments.flatMap(({ amount, refunded }, payment) => {
    const known = books.known[payment]
    const received = known?.received ? known.amount : 0
    const allocated =
      sum(books.instalments.map(({ paidBy }) => (paidBy === payment ? 10_000 : 0))) +
      sum(books.credits.map((credit) => (credit.payment === payment ? credit.amount : 0)))
    const promised = sum(activeRefunds(books, payment).map((refund) => refund.amount))
    return [
      ...(allocated === received
        ? []
        : [`payment ${payment}: ${allocated} allocated of ${received} received`]),
      ...(promised > received ? [`payment ${payment}: ${promised} promised back of ${received}`] : []),
      ...(refunded > amount ? [`payment ${payment}: ${refunded} given back of ${amount}`] : []),
    ]
  })
}

/** Returns violations of the laws about a step from one world to the next. */
function monotonicBreached({ books: before }: World, { books: after }: World): string[] {
  const breaches: string[] = []
  before.known.forEach((was, payment) => {
    const is = after.known[payment]
    if (was && (!is || is.version < was.version)) breaches.push(`payment ${payment}: an older report won`)
    if (was?.received && !is?.received) breaches.push(`payment ${payment}: no longer received`)
  })
  before.instalments.forEach((was, line) => {
    const is = after.instalments[line]
    if (was.status !== 'pending' && is?.status === 'pending') breaches.push(`instalment ${line}: owed again`)
    if (was.paidBy !== undefined && is?.paidBy !== was.paidBy) breaches.push(`instalment ${line}: paid twice`)
  })
  before.charges.forEach((was, charge) => {
    const is = after.charges[charge]
    if (was.status !== 'pending' && is?.status === 'pending') breaches.push(`charge ${charge}: open again`)
    if (was.paidBy !== undefined && is?.paidBy !== was.paidBy)
      breaches.push(`charge ${charge}: settled twice`)
  })
  return breaches
}

/**
 * Returns violations of the laws that apply after quiescence and one sweep: the books agree with the provider, and anything
 * unsettled is visible.
 */
function endBreached({ payments, books }: World): string[] {
  return payments.flatMap(({ state, amount, refunded }, payment) => {
    const known = books.known[payment]
    const breaches: string[] = []
    if (hasArrived(state) !== (known?.received ?? false))
      breaches.push(`payment ${payment}: ${amount} not received`)
    const refunds = books.refunds.filter((refund) => refund.payment === payment)
    const doneOf = (isChargeback: boolean) =>
      sum(
        refunds.map(({ status, origin, amount: part }) =>
          status === 'done' && (origin === 'chargeback') === isChargeback ? part : 0,
        ),
      )
    if (hasArrived(state) && doneOf(false) !== refunded)
      breaches.push(`payment ${payment}: ${doneOf(false)} refunded in the books, ${refunded} at the provider`)
    const taken = state === 'charged_back' ? amount - refunded : 0
    if (doneOf(true) !== taken)
      breaches.push(`payment ${payment}: ${doneOf(true)} charged back in the books, ${taken} at the bank`)
    if (refunds.some(({ status }) => status === 'requested'))
      breaches.push(`payment ${payment}: a refund unanswered`)
    const kept = books.instalments.some((one) => one.status === 'paid' && one.paidBy === payment)
    if (kept && state === 'refunded')
      breaches.push(`payment ${payment}: wholly refunded, and still pays an instalment`)
    return breaches
  })
}
