import { sha256 } from '../../../platform/digest.ts'
import { isPossiblyMoney } from '../domain/payment-state.ts'
import { isReadable, type ListedPayment, type PaymentReport, textIdPrefix } from '../ports.ts'

/**
 * Returns a listed payment as one without an id, when the payment that is fetched by that id is another one: the list states
 * money of another payment under this id, or states it wrongly. Which of the two cannot be known, so that it waits for a
 * person, beside the payment of that id. Empty when both agree.
 */
export function contradictedListing(listed: ListedPayment, fetched: ListedPayment): ListedPayment[] {
  if (!isReadable(listed) || !isPossiblyMoney(listed)) return []
  return isSamePayment(listed, fetched) ? [] : [withoutId(listed)]
}

/** Compares what never changes of a payment: many have the same amount, so that it alone would not do. */
function isSamePayment(listed: PaymentReport, fetched: ListedPayment): boolean {
  if (listed.amount !== fetched.amount || listed.currency !== fetched.currency) return false
  if (!isReadable(fetched)) return true
  return (
    listed.reference === fetched.reference && listed.createdAt?.getTime() === fetched.createdAt?.getTime()
  )
}

/** Returns a listed payment under a substitute for its id, which is wrong, so that it becomes a separate item with its own amount. */
export function withoutId(listed: ListedPayment): ListedPayment {
  const { providerId, amount, currency, reference, noticesTo, pixKey, approvedAt, updatedAt } = listed
  const raw = `{"listed_under":${JSON.stringify(providerId)},"payload":${listed.raw ?? JSON.stringify(listed)}}`
  return {
    providerId: `${textIdPrefix}${sha256(raw)}`,
    unreadable: ['id'],
    raw,
    amount,
    currency,
    reference,
    noticesTo,
    pixKey,
    approvedAt,
    updatedAt,
  }
}
