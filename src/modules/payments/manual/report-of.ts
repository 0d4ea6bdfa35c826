import { totalOf } from '../domain/settlement.ts'
import type { PaymentReport } from '../ports.ts'
import type { ManualPaymentRow, ManualRefundRow } from './store.server.ts'

/** Returns the reference of the charge that represents a manual payment. */
export const manualReferenceOf = (id: string) => `MANUAL_${id}`

/**
 * Returns the provider `manual`'s report of a recorded payment: received, returned in full, or never received after all.
 *
 * @param refunds those that it has answered for
 */
export function reportOf(row: ManualPaymentRow, refunds: readonly ManualRefundRow[]): PaymentReport {
  const refunded = totalOf(refunds)
  const isUndone = row.status === 'undone'
  return {
    providerId: row.id,
    state: isUndone ? 'charged_back' : refunded === row.amount ? 'refunded' : 'approved',
    status: row.status,
    // The channel; receipts and lists read it from this field.
    detail: row.channel,
    amount: row.amount,
    refunded,
    refunds: refunds.map(({ key, amount }) => ({ id: key, amount })),
    fee: 0,
    currency: 'BRL',
    reference: manualReferenceOf(row.id),
    method: 'pix',
    code: undefined,
    ticketUrl: undefined,
    expiresAt: undefined,
    approvedAt: row.receivedAt ?? undefined,
    updatedAt: row.changedAt,
  }
}
