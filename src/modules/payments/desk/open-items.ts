import type { Clock } from '../../../core/clock.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { chargesToReview } from '../charges/store.server.ts'
import { creditsToDecide } from '../credits/store.server.ts'
import { shownReason } from '../domain/credit.ts'
import type { MoneyReason } from '../domain/reason-words.ts'
import { ownReasons, slowBefore } from '../domain/refund.ts'
import { reasonToReview } from '../domain/review-reason.ts'
import { bookCurrency } from '../domain/set-aside.ts'
import { waitingManual } from '../manual/read-manual.ts'
import { paymentsToReview } from '../payments/store.server.ts'
import { openApprovals } from '../refunds/approvals-store.server.ts'
import {
  failedRefunds,
  heldRefunds,
  refundsToTransfer,
  returnsToAttribute,
  slowRefunds,
} from '../refunds/store.server.ts'
import { openSetAside } from '../set-aside/store.server.ts'
import { openCloses } from '../settlement/closes-store.server.ts'

/** A decision about money that the team has to make. */
export interface OpenItem {
  kind:
    | 'credit'
    | 'payment'
    | 'charge'
    | 'refund'
    | 'approval'
    | 'slow_refund'
    | 'transfer'
    | 'manual'
    | 'return'
    | 'close'
    | 'set_aside'
  /** Id that its decision takes as a parameter. */
  id: string
  reason: MoneyReason
  /** Centavos, or hundredths of `currency`; null for an amount that cannot be read. */
  amount: Centavos | null
  /** Currency, when it is not BRL. */
  currency?: string
  since: Date
  detail: string | null
}

/** All open items, oldest first. */
export async function openItems(
  { database, clock }: { database: Executor; clock: Clock },
  { limit = 200 }: { limit?: number } = {},
): Promise<OpenItem[]> {
  const items: OpenItem[] = [
    ...(await creditsToDecide(database, limit)).map((credit) => ({
      kind: 'credit' as const,
      id: credit.id,
      reason: shownReason(credit),
      amount: credit.amount,
      since: credit.createdAt,
      detail: credit.userId,
    })),
    ...(await paymentsToReview(database, limit)).map((payment) => ({
      kind: 'payment' as const,
      id: payment.id,
      reason: reasonToReview(payment) ?? 'unknown_status',
      amount: payment.amount,
      since: payment.updatedAt,
      detail: `${payment.providerId} ${payment.status}`,
    })),
    ...(await chargesToReview(database, limit)).map((charge) => ({
      kind: 'charge' as const,
      id: charge.id,
      reason: 'charge_refused' as const,
      amount: charge.amount,
      since: charge.createdAt,
      detail: charge.lastError,
    })),
    ...(await failedRefunds(database, limit)).map((refund) => ({
      kind: 'refund' as const,
      id: refund.id,
      reason: reasonOfFailed(refund),
      amount: refund.amount,
      since: refund.createdAt,
      detail: refund.lastError,
    })),
    ...(await slowRefunds(database, { before: slowBefore(clock.now()), limit })).map((refund) => ({
      kind: 'slow_refund' as const,
      id: refund.id,
      reason: 'refund_slow' as const,
      amount: refund.amount,
      since: refund.createdAt,
      detail: refund.lastError,
    })),
    ...(await openApprovals(database, limit)).map(({ id, amount, requestedAt: since, reason }) => ({
      kind: 'approval' as const,
      id,
      reason: 'refund_unapproved' as const,
      amount,
      since,
      detail: reason,
    })),
    ...(await refundsToTransfer(database, limit)).map(({ id, amount, createdAt: since, reason }) => ({
      kind: 'transfer' as const,
      id,
      reason: 'refund_by_hand' as const,
      amount,
      since,
      detail: reason,
    })),
    ...(await waitingManual(database, limit)).map(({ id, amount, requestedAt: since, reason }) => ({
      kind: 'manual' as const,
      id,
      reason: 'manual_unapproved' as const,
      amount,
      since,
      detail: reason,
    })),
    ...(await openSetAside(database, limit)).map(({ id, reason, amount, currency, since, ...waiting }) => ({
      kind: 'set_aside' as const,
      id,
      reason,
      amount,
      since,
      ...(currency !== null && currency !== bookCurrency && { currency }),
      detail: `${waiting.provider} ${waiting.providerId}: ${waiting.detail}`,
    })),
    ...(await heldRefunds(database, limit)).map((refund) => ({
      kind: 'refund' as const,
      id: refund.id,
      reason: 'refund_held' as const,
      amount: refund.amount,
      since: refund.createdAt,
      detail: refund.reason,
    })),
    ...(await returnsToAttribute(database, limit)).map((refund) => ({
      kind: 'return' as const,
      id: refund.id,
      reason: 'unattributed_return' as const,
      amount: refund.unattributed,
      since: refund.createdAt,
      detail: refund.chargeId,
    })),
    ...(await openCloses(database, limit)).map((close) => ({
      kind: 'close' as const,
      id: `${close.provider} ${close.day}`,
      reason: 'day_differs' as const,
      amount: close.theirs - close.ours,
      since: close.closedAt,
      detail: null,
    })),
  ]
  return items.toSorted((a, b) => a.since.getTime() - b.since.getTime())
}

const reasonOfFailed = ({ lastError }: { lastError: string | null }): MoneyReason =>
  ownReasons.find((reason) => reason === lastError) ?? 'refund_refused'
