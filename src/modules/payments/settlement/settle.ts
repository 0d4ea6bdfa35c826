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

/** Who made us ask. */
export type SettleCause = 'webhook' | 'reconcile' | 'check' | 'cancel' | 'refund'

export type SettleResult =
  /** The provider did not answer: ask again. */
  | { kind: 'unavailable' }
  /** The provider knows of no such payment. */
  | { kind: 'unknown' }
  /** Money for nothing we asked: a credit that waits for a person. */
  | { kind: 'unmatched' }
  | { kind: 'settled'; chargeId: string; status: ChargeRow['status'] }

/**
 * Makes our books agree with the provider about one payment: asks for it anew, a notice being only a hint, and books
 * the answer. Run twice, the second changes nothing.
 */
export async function settlePayment(
  deps: PaymentsDeps,
  { provider, providerId, cause }: { provider: string; providerId: string; cause: SettleCause },
): Promise<SettleResult> {
  const asked = await providerNamed(deps.providers, provider).get(providerId)
  if (asked.ok) return settleReport(deps, { provider, report: asked.value, cause })
  return { kind: asked.code === 'not_found' ? 'unknown' : 'unavailable' }
}

/** The same about every payment of a charge: a card's page may see several attempts, a Pix may be paid twice. */
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
  // The oldest first: it is the first money that pays.
  const reports = asked.ok ? asked.value.toReversed() : []
  for (const report of reports) await settleReport(deps, { provider, report, cause })
  return finishSettlement(deps, { chargeId, cause, isUnheardOf: reports.length === 0 })
}

/** Books what the provider has just told, the charge and the payment locked. */
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

/** All that was to be heard of a charge was heard. One the provider has never heard of is over once its time is. */
function finishSettlement(
  deps: PaymentsDeps,
  { chargeId, cause, isUnheardOf }: { chargeId: string; cause: SettleCause; isUnheardOf: boolean },
): Promise<SettleResult> {
  return deps.database.transaction(async (tx: Transaction): Promise<SettleResult> => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge) return { kind: 'unknown' }
    const now = deps.clock.now()
    const over = isOpen(charge.status) && charge.expiresAt !== null && charge.expiresAt <= now
    const expires = over && isUnheardOf && chargeMachine.canMove(charge.status, 'expired')
    await updateCharge(tx, chargeId, { checkedAt: now, nextCheckAt: nextCheckOf(charge, now) })
    if (expires) await moveCharge(tx, { charge, to: 'expired', cause }, deps)
    return { kind: 'settled', chargeId, status: expires ? 'expired' : charge.status }
  })
}
