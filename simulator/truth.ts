import { providerDate } from './clock.ts'
import type { SimulatorContext } from './context.ts'
import { isExpired } from './preferences.ts'
import { netOf, paidOf, refundedOf } from './refunds.ts'
import type { Delivery } from './state.ts'

/**
 * Returns the true state, regardless of faults in the API, for an independent check of the shop's books. Money in centavos; `net`
 * is the approved amount less its fee, refunds not deducted.
 */
export function truth({ journal: { state }, store, clock }: SimulatorContext) {
  const notices: Record<Delivery['state'], number> = {
    waiting: 0,
    delivered: 0,
    abandoned: 0,
    dropped: 0,
    refused: 0,
  }
  const payments = store.list().map((payment) => ({
    id: payment.id,
    external_reference: payment.externalReference,
    status: payment.status,
    status_detail: payment.statusDetail,
    amount: paidOf(payment),
    refunded: refundedOf(payment),
    fee: payment.fee ?? 0,
    net: netOf(payment),
    approved_at: payment.approvedAt && providerDate(payment.approvedAt),
    refunds: payment.refunds.map(({ id, amount, status = 'approved', createdAt, idempotencyKey }) => ({
      id,
      amount,
      ...(status !== 'approved' && { status }),
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
