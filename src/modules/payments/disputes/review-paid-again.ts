import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { charges } from '../charges/tables.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { paidInDispute } from '../domain/refund.ts'
import { claimsOf } from '../refunds/claims-store.server.ts'
import { lockRefundAndPayment, lockSettlingPayment } from '../refunds/lock-payment.ts'
import { moveRefund, type RefundRow } from '../refunds/store.server.ts'
import { refunds } from '../refunds/tables.server.ts'
import { createReviewRefund } from './review-regained.ts'

/**
 * Opens an item for the team for the second payment of a look-up whose first one is disputed: it is not known yet whether
 * the shop keeps the first, so nothing is refunded before a person decides.
 *
 * @returns centavos for the team to decide; 0 when its money is gone, or its refund is already requested or waits
 */
export async function reviewSecondPayment(
  tx: Transaction,
  { chargeId }: { chargeId: string },
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<Centavos> {
  const charge = await findCharge(tx, chargeId)
  const payment = charge && (await lockSettlingPayment(tx, charge))
  if (!payment || (await waitingRefunds(tx, eq(refunds.chargeId, chargeId))).length > 0) return 0
  return createReviewRefund(tx, { payment, instalmentIds: [], why: paidInDispute }, deps)
}

/**
 * Finds the second payment of a look-up that waits because the first was disputed, and whose money is still here, and ends
 * its item: it now pays for the look-up. Includes one that the team decided not to refund.
 *
 * @returns its charge
 */
export async function acceptSecondPayment(
  tx: Transaction,
  { consultationId }: { consultationId: string },
): Promise<string | undefined> {
  for (const { id } of await waitingRefunds(tx, eq(charges.purposeId, consultationId))) {
    const locked = await lockRefundAndPayment(tx, id)
    if (!locked?.refund.chargeId || locked.payment.state === 'charged_back' || !isWaiting(locked.refund))
      continue
    const { refund, payment } = locked
    const claims = await claimsOf(tx, payment, { counting: 'active' })
    if (!claims.some(({ kind, rest }) => kind === 'sale' && rest >= refund.amount)) continue
    if (refund.status === 'failed') await moveRefund(tx, refund, 'given_up')
    return locked.refund.chargeId
  }
  return undefined
}

const waitingStatuses = ['failed', 'given_up'] as const

const isWaiting = ({ status }: RefundRow) => waitingStatuses.some((waiting) => waiting === status)

function waitingRefunds(executor: Executor, whose: ReturnType<typeof eq>) {
  return executor
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(charges, eq(charges.id, refunds.chargeId))
    .where(and(whose, eq(refunds.lastError, paidInDispute), inArray(refunds.status, [...waitingStatuses])))
    .orderBy(desc(refunds.id))
}
