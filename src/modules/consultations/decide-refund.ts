import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Payments } from '../payments/index.server.ts'
import type { ConsultationsDeps } from './deps.ts'
import { isLate } from './domain/late.ts'
import { linkKey } from './link.server.ts'
import { consultationRefundingMessage } from './messages.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { soldLookup } from './sold-lookup.ts'
import { lockConsultation, updateConsultation } from './store.server.ts'

export interface LateRefundDecision {
  consultationId: string
  /** False when the buyer prefers to wait for the result. */
  refund: boolean
  by: string
  reason: string
}

export type LateRefundRefusal =
  | 'not_found'
  /** Delivered, cancelled, or not late yet. */
  | 'not_late'
  | 'already_decided'
  | Extract<Awaited<ReturnType<Payments['refundCharge']>>, { ok: false }>['code']

/**
 * Decides on the refund of a look-up that was not delivered in time. A refund ends the obligation to deliver, and the buyer is notified;
 * without one the look-up still has to be delivered.
 *
 * @returns centavos requested back; 0 without a refund
 */
export async function decideLateRefund(
  tx: Transaction,
  { consultationId, refund, by, reason }: LateRefundDecision,
  deps: Pick<ConsultationsDeps, 'payments' | 'clock' | 'signer' | 'links' | 'cipher' | 'send'>,
): Promise<Outcome<Centavos, LateRefundRefusal>> {
  const row = await lockConsultation(tx, consultationId)
  if (!row) return refuse('not_found')
  const now = deps.clock.now()
  if (row.refundRequestedAt || (row.refundDeclinedAt && !refund)) return refuse('already_decided')
  if (row.status !== 'paid' || !row.promisedAt || !row.chargeId || !isLate(row.promisedAt, now)) {
    return refuse('not_late')
  }
  if (!refund) {
    await updateConsultation(tx, row.id, { refundDeclinedAt: now })
    return ok(0)
  }
  const requested = await deps.payments.refundCharge(tx, {
    chargeId: row.chargeId,
    origin: 'team',
    by,
    reason,
  })
  if (!requested.ok) return requested
  await updateConsultation(tx, row.id, { refundRequestedAt: now })
  const link = deps.links.lookup(linkKey(row.id, deps.signer))
  const text = consultationRefundingMessage({ consultation: soldLookup(row), link })
  await notifyBuyer(tx, { row, message: { kind: 'consultation.refunding', ...text } }, deps)
  return requested
}
