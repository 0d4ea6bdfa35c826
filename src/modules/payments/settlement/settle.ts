import type { Transaction } from '../../../platform/database/database.ts'
import {
  type ChargeRow,
  findByReport,
  findCharge,
  lockCharge,
  moveCharge,
  updateCharge,
} from '../charges/store.server.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { chargeMachine, isOpen } from '../domain/charge.ts'
import { nextCheckOf } from '../domain/check-times.ts'
import type { PaymentReport } from '../ports.ts'
import { recordPaymentReport } from './record-payment-report.ts'

/** What triggered the settlement. Stored with the charge's history. */
export type SettleCause = 'webhook' | 'reconcile' | 'check' | 'cancel' | 'refund'

export type SettleResult =
  /** The provider is unavailable; try again. */
  | { kind: 'unavailable' }
  /** No such payment at the provider, or no such charge. */
  | { kind: 'unknown' }
  /** The payment matches no charge: its money is a credit for the team to resolve. */
  | { kind: 'unmatched' }
  | { kind: 'settled'; chargeId: string; status: ChargeRow['status'] }

/**
 * Settles one payment: fetches it from the provider, a notice being only a hint, and records the report. Idempotent.
 */
export async function settlePayment(
  deps: PaymentsDeps,
  { provider, providerId, cause }: { provider: string; providerId: string; cause: SettleCause },
): Promise<SettleResult> {
  const asked = await providerNamed(deps.providers, provider).get(providerId)
  if (asked.ok) return settleReport(deps, { provider, report: asked.value, cause })
  return { kind: asked.code === 'not_found' ? 'unknown' : 'unavailable' }
}

/** Settles every payment of a charge: a card page allows several attempts, and a Pix can be paid twice. */
export async function settleCharge(
  deps: PaymentsDeps,
  { chargeId, cause = 'check' }: { chargeId: string; cause?: SettleCause },
): Promise<SettleResult> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge) return { kind: 'unknown' }
  const { provider } = charge
  const asked = await providerNamed(deps.providers, provider).paymentsOf(charge)
  if (!asked.ok && asked.code !== 'not_found') {
    await updateCharge(deps.database, chargeId, { nextCheckAt: nextCheckOf(charge, deps.clock.now()) })
    return { kind: 'unavailable' }
  }
  // Oldest first: the first money received pays the charge.
  const reports = asked.ok ? asked.value.toReversed() : []
  for (const report of reports) await settleReport(deps, { provider, report, cause })
  return finishSettlement(deps, { chargeId, cause, hasNoPayments: reports.length === 0 })
}

/** Records a fresh report, with the charge and the payment locked. */
export async function settleReport(
  deps: PaymentsDeps,
  { provider, report, cause }: { provider: string; report: PaymentReport; cause: SettleCause },
): Promise<SettleResult> {
  return deps.database.transaction(async (tx) => {
    const found = await findByReport(tx, { provider, report })
    const charge = found && (await lockCharge(tx, found.id))
    const status = await recordPaymentReport(tx, { provider, charge, report, cause }, deps)
    return charge && status ? { kind: 'settled', chargeId: charge.id, status } : { kind: 'unmatched' }
  })
}

/** Ends the check of a charge. An overdue charge without any payment at the provider expires. */
function finishSettlement(
  deps: PaymentsDeps,
  { chargeId, cause, hasNoPayments }: { chargeId: string; cause: SettleCause; hasNoPayments: boolean },
): Promise<SettleResult> {
  return deps.database.transaction(async (tx: Transaction): Promise<SettleResult> => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge) return { kind: 'unknown' }
    const now = deps.clock.now()
    const isOver = isOpen(charge.status) && charge.expiresAt !== null && charge.expiresAt <= now
    const expires = isOver && hasNoPayments && chargeMachine.canMove(charge.status, 'expired')
    await updateCharge(tx, chargeId, { checkedAt: now, nextCheckAt: nextCheckOf(charge, now) })
    if (expires) await moveCharge(tx, { charge, to: 'expired', cause }, deps)
    return { kind: 'settled', chargeId, status: expires ? 'expired' : charge.status }
  })
}
