import type { ListedPayment, PaymentProvider, ProviderRefusal } from '../ports.ts'

/** A provider's answer about one payment, readable or not; or its refusal, when the answer contains no payment. */
export type FetchedPayment = { payment: ListedPayment } | { refusal: ProviderRefusal }

/** Fetches a payment from the provider by its id: a list and a notice are only hints. */
export async function fetchPayment(provider: PaymentProvider, providerId: string): Promise<FetchedPayment> {
  const answer = await provider.get(providerId)
  const payment = answer.ok ? answer.value : answer.payment
  if (payment) return { payment }
  if (answer.ok) throw new Error(`an answer without a payment for ${providerId}`)
  return { refusal: answer }
}

/** Returns why a listed payment is not booked when the provider returns nothing for its id. */
export function unconfirmedObstacle(isUnknown: boolean) {
  const detail = isUnknown ? 'listed, and unknown by its id' : 'listed, and not answered for'
  return { reason: 'unreadable', detail } as const
}
