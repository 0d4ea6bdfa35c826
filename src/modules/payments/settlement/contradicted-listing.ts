import { sha256 } from '../../../platform/digest.ts'
import { isPossiblyMoney } from '../domain/payment-state.ts'
import { isReadable, type ListedPayment, textIdPrefix } from '../ports.ts'

/**
 * Returns a listed payment as one without an id, when the payment that its id has by itself is of another amount: the list
 * states a wrong amount, or money of another payment under this id. Which of the two cannot be known, so that it waits for a
 * person, beside the payment of that id. Empty when both agree.
 */
export function contradictedListing(listed: ListedPayment, fetched: ListedPayment): ListedPayment[] {
  if (!isReadable(listed) || !isPossiblyMoney(listed)) return []
  const agrees = listed.amount === fetched.amount && listed.currency === fetched.currency
  return agrees ? [] : [withoutId(listed)]
}

/** Returns a listed payment under a substitute for its id, which cannot be believed: an item of its own, with its own amount. */
export function withoutId(listed: ListedPayment): ListedPayment {
  const { providerId, amount, currency, reference, noticesTo, pixKey, approvedAt, updatedAt } = listed
  const raw = `{"listed_under":${JSON.stringify(providerId)},"payload":${listed.raw ?? JSON.stringify(listed)}}`
  return {
    ...{ providerId: `${textIdPrefix}${sha256(raw)}`, unreadable: ['id'], raw },
    ...{ amount, currency, reference, noticesTo, pixKey, approvedAt, updatedAt },
  }
}
