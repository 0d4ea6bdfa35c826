import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type AmountDue, amountDue, type DueInstalment, lateCaps, payerKindOf } from '../domain/amount-due.ts'
import type { InstalmentRow } from './store.server.ts'

/** Returns a function that computes today's amount due for the payer with this document. */
export function dueToday(
  { clock, terms }: Pick<PaymentsDeps, 'clock' | 'terms'>,
  { documento }: { documento: string },
): (instalment: DueInstalment) => AmountDue {
  const on = todayInSaoPaulo(clock.now())
  const payerKind = payerKindOf(documento)
  return (instalment) => amountDue({ instalment, on, terms, payerKind })
}

/**
 * Returns a function that computes today's amount due of these customers' instalments, for the team: the same as each customer is asked
 * for. Reads who they are only when the terms charge a company more than the law allows of a person.
 */
export async function dueTodayOf(
  deps: Pick<PaymentsDeps, 'clock' | 'terms' | 'profileOf'>,
  userIds: readonly string[],
): Promise<(instalment: InstalmentRow) => AmountDue> {
  const { lateFee, lateInterest } = deps.terms
  const isSameForAll = lateFee <= lateCaps.person.lateFee && lateInterest <= lateCaps.person.lateInterest
  const owners = isSameForAll ? [] : [...new Set(userIds)]
  const dues = await Promise.all(
    owners.map(async (id) => [id, dueToday(deps, await deps.profileOf(id))] as const),
  )
  const dueOf = new Map(dues)
  const ofPerson = dueToday(deps, { documento: '' })
  return (instalment) => (dueOf.get(instalment.userId) ?? ofPerson)(instalment)
}
