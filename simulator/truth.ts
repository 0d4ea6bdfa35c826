import { providerDate } from './clock.ts'
import { isExpired } from './preferences.ts'
import { netOf, paidOf, refundedOf } from './refunds.ts'
import type { Delivery } from './state.ts'
import type { World } from './world.ts'

/**
 * What an independent checker holds against the shop's books: everything as it is now, whatever the faults make the API
 * say. Money in centavos; `net` is what an approval brought less its fee, refunds not taken off.
 */
export function truth({ journal: { state }, ledger, clock }: World) {
  const notices: Record<Delivery['state'], number> = {
    waiting: 0,
    delivered: 0,
    abandoned: 0,
    dropped: 0,
    refused: 0,
  }
  const payments = ledger.list().map((payment) => ({
    id: payment.id,
    external_reference: payment.externalReference,
    status: payment.status,
    status_detail: payment.statusDetail,
    amount: paidOf(payment),
    refunded: refundedOf(payment),
    fee: payment.fee ?? 0,
    net: netOf(payment),
    approved_at: payment.approvedAt && providerDate(payment.approvedAt),
    refunds: payment.refunds.map(({ id, amount, createdAt, idempotencyKey }) => ({
      id,
      amount,
      date_created: providerDate(createdAt),
      idempotency_key: idempotencyKey,
    })),
    idempotency_key: payment.idempotencyKey,
  }))
  for (const delivery of state.deliveries.values()) notices[delivery.state]++
  const preferences = [...state.preferences.values()].map((preference) => ({
    id: preference.id,
    external_reference: preference.externalReference,
    closed: isExpired(preference, clock.now()),
  }))
  return { money: 'centavos', payments, preferences, notices }
}
