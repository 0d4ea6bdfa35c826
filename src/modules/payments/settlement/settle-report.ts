import { type ChargeRow, lockReportedCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isStillPayable } from '../domain/payment-state.ts'
import type { PaymentReport } from '../ports.ts'
import { closeSetAside } from '../set-aside/store.server.ts'
import { recordPaymentReport } from './record-payment-report.ts'

/** What triggered the settlement. Stored with the charge's history. */
export type SettleCause = 'webhook' | 'reconcile' | 'check' | 'cancel' | 'refund'

export type SettleResult =
  /** The provider is unavailable; try again. */
  | { kind: 'unavailable' }
  /** It cannot be booked as it is: it needs a new report, a fix of ours or a decision by a person. */
  | { kind: 'set_aside' }
  /** It cannot be booked either, but a person has dealt with its money elsewhere. */
  | { kind: 'dealt_with' }
  /** No such payment at the provider, or no such charge. */
  | { kind: 'unknown' }
  /** The payment matches no charge: its money is a credit for the team to resolve. */
  | { kind: 'unmatched' }
  /** The payment belongs to another shop on the account. */
  | { kind: 'other_shop' }
  | { kind: 'settled'; chargeId: string; status: ChargeRow['status'] }

/**
 * Records a fresh report, with the charge and the payment locked. A set-aside payment is closed, unless the report is older than
 * the set-aside or the recorded report, or states that it is not paid yet: such a report may be older, and closing the payment
 * would end its retries.
 *
 * @param now of the database
 */
export async function settleReport(
  deps: PaymentsDeps,
  {
    provider,
    report,
    cause,
    now,
  }: { provider: string; report: PaymentReport; cause: SettleCause; now: Date },
): Promise<SettleResult> {
  return deps.database.transaction(async (tx) => {
    const charge = await lockReportedCharge(tx, { provider, report })
    const recorded = await recordPaymentReport(tx, { provider, charge, report, cause, now }, deps)
    const { status } = recorded
    const { providerId, updatedAt: reportedAt } = report
    if (!recorded.isStale && !isStillPayable(report.state))
      await closeSetAside(tx, { provider, providerIds: [providerId], reportedAt, now })
    return charge && status ? { kind: 'settled', chargeId: charge.id, status } : { kind: 'unmatched' }
  })
}
