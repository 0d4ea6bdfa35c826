import type { IsoDate } from '../../../core/calendar.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import type { PaymentMethod } from '../../../core/payment-terms.ts'
import type { OfferPayment } from './offer.ts'

/** The payments of an offer, summarised for one line of text. */
export interface PaymentsSummary {
  /** Due on the day of the contract; undefined when nothing is. */
  today: { amount: Centavos; method: PaymentMethod } | undefined
  /** Due afterwards; undefined when nothing is. */
  later: { groups: PaymentGroup[]; first: IsoDate; last: IsoDate; method: PaymentMethod } | undefined
}

/** Consecutive payments of one amount: '20 × R$ 99,90'. */
interface PaymentGroup {
  count: number
  amount: Centavos
}

/**
 * Summarises a schedule in due order: the amount due today, and the amounts that follow with their last date. Loses no
 * centavo.
 */
export function summarizePayments(payments: readonly OfferPayment[], today: IsoDate): PaymentsSummary {
  const dueToday = payments.filter(({ dueDate }) => dueDate <= today)
  const later = payments.filter(({ dueDate }) => dueDate > today)
  const [now] = dueToday
  const [first, last] = [later[0], later.at(-1)]
  return {
    today: now && { amount: sum(dueToday.map(({ amount }) => amount)), method: now.method },
    later: first &&
      last && { groups: groupsOf(later), first: first.dueDate, last: last.dueDate, method: first.method },
  }
}

function groupsOf(payments: readonly OfferPayment[]): PaymentGroup[] {
  const groups: PaymentGroup[] = []
  for (const { amount } of payments) {
    const last = groups.at(-1)
    if (last?.amount === amount) last.count += 1
    else groups.push({ count: 1, amount })
  }
  return groups
}
