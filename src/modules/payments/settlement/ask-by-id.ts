import type { ListedPayment, PaymentProvider, ProviderRefusal } from '../ports.ts'

/** A provider's answer about one payment, readable or not; or its refusal, when the answer contains no payment. */
export type AnswerById = { payment: ListedPayment } | { refusal: ProviderRefusal }

/** Fetches a payment from the provider by its id: a list and a notice are only hints. */
export async function askById(provider: PaymentProvider, providerId: string): Promise<AnswerById> {
  const asked = await provider.get(providerId)
  const payment = asked.ok ? asked.value : asked.payment
  if (payment) return { payment }
  if (asked.ok) throw new Error(`an answer without a payment for ${providerId}`)
  return { refusal: asked }
}

/** Returns why a listed payment is not booked when the provider returns nothing for its id. */
export function unconfirmedObstacle(isUnknown: boolean) {
  const detail = isUnknown ? 'listed, and unknown by its id' : 'listed, and not answered for'
  return { reason: 'unreadable', detail } as const
}
