import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import { knownPayments } from '../payments/store.server.ts'
import { isReadable, type ListedPayment } from '../ports.ts'
import { fetchPayment, unconfirmedObstacle } from './fetch-payment.ts'
import { setAside } from './set-aside.ts'
import type { SettleResult } from './settle-report.ts'

/**
 * Fetches by its id each payment of a charge whose money is new to our books, as the sweep does: a search is a hint, and may
 * state a different amount, or list a card payment under a different id, whose money would then be booked under both ids.
 * Payments that the provider does not answer for are set aside.
 */
export async function confirmById(
  deps: PaymentsDeps,
  { provider, listed, now }: { provider: string; listed: readonly ListedPayment[]; now: Date },
): Promise<{ payments: ListedPayment[]; unconfirmed: SettleResult[] }> {
  const providerIds = listed.map(({ providerId }) => providerId)
  const known = await knownPayments(deps.database, { provider, providerIds })
  const payments: ListedPayment[] = []
  const unconfirmed: SettleResult[] = []
  for (const payment of listed) {
    const { providerId } = payment
    const isMoney = isReadable(payment) && hasMoneyArrived(payment.state)
    if (!isMoney || known.get(providerId)?.receivedAt) {
      payments.push(payment)
      continue
    }
    const answer = await fetchPayment(providerNamed(deps.providers, provider), providerId)
    if ('payment' in answer) {
      payments.push(answer.payment)
      continue
    }
    const obstacle = unconfirmedObstacle(answer.refusal.code === 'not_found')
    unconfirmed.push(await setAside(deps, { provider, listed: payment, now, obstacle, notifyLater: true }))
  }
  return { payments, unconfirmed }
}
