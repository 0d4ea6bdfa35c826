import { sql } from 'drizzle-orm'
import type { Clock } from '../../../core/clock.ts'
import { MONEY_REVIEW_DAYS } from '../../../core/commitments.ts'
import { DAY } from '../../../core/durations.ts'
import type { Obligation, ObligationSource } from '../../../core/obligation.ts'
import { oneOf } from '../../../platform/database/columns.ts'
import type { Database } from '../../../platform/database/database.ts'
import { listedSource, obligationSource } from '../../../platform/database/obligation-source.ts'
import { isChargeToReview } from '../charges/store.server.ts'
import { charges } from '../charges/tables.server.ts'
import { isCreditToDecide } from '../credits/store.server.ts'
import { credits } from '../credits/tables.server.ts'
import { regainedInKey } from '../domain/credit.ts'
import type { PaymentState } from '../domain/payment-state.ts'
import { moneyReasonWords, wordsOf } from '../domain/reason-words.ts'
import { ownReasons, slowBefore, undecidedStatuses } from '../domain/refund.ts'
import { reasonToReview } from '../domain/review-reason.ts'
import type { ReviewReason } from '../domain/settlement.ts'
import { manualPayments } from '../manual/tables.server.ts'
import { payments } from '../payments/tables.server.ts'
import {
  isRefundToTransfer,
  isReturnToAttribute,
  type SlowRefund,
  slowRefunds,
} from '../refunds/store.server.ts'
import { refundApprovals, refunds } from '../refunds/tables.server.ts'
import { setAsidePayments } from '../set-aside/tables.server.ts'
import { openCloses } from '../settlement/closes-store.server.ts'

export type MoneyObligation =
  | 'credit.decide'
  | 'payment.review'
  | 'charge.review'
  | 'refund.decide'
  | 'refund.follow'
  | 'refund.approve'
  | 'refund.transfer'
  | 'payment.approve'
  | 'return.attribute'
  | 'set-aside.resolve'
  | 'close.accept'

/** Due after one calendar day, which is never later than the promised business day. */
const withinMs = MONEY_REVIEW_DAYS * DAY

/** Far more days than remain unexplained, and refunds than a provider leaves undone, in practice. */
const maxListed = 2_000

/** The team's decisions about money: each obligation exists exactly as long as its row needs a decision. */
export function moneyObligations({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): readonly ObligationSource<MoneyObligation>[] {
  const common = { database, withinMs }
  const aboutWords = wordsOf
  return [
    obligationSource({
      ...common,
      kind: 'credit.decide',
      table: credits,
      aboutWords,
      where: isCreditToDecide,
      id: credits.id,
      since: credits.createdAt,
      userId: credits.userId,
      amount: credits.amount,
      about: sql`case when ${credits.key} like ${`%${regainedInKey}%`} then 'regained' else ${credits.reason} end`,
    }),
    obligationSource({
      ...common,
      kind: 'payment.review',
      table: payments,
      aboutWords: reasonWordsOf,
      where: sql`${payments.reviewReason} is not null`,
      id: payments.id,
      since: payments.updatedAt,
      userId: payerOf(payments.chargeId),
      amount: payments.amount,
      about: sql<string>`concat_ws(' ', ${payments.reviewReason}, ${payments.state})`,
    }),
    obligationSource({
      ...common,
      kind: 'charge.review',
      table: charges,
      where: isChargeToReview,
      id: charges.id,
      since: charges.createdAt,
      userId: charges.userId,
      amount: charges.amount,
      about: charges.description,
    }),
    obligationSource({
      ...common,
      kind: 'refund.decide',
      table: refunds,
      aboutWords,
      where: oneOf(refunds.status, undecidedStatuses),
      id: refunds.id,
      since: refunds.createdAt,
      revision: refunds.status,
      userId: payerOf(refunds.chargeId),
      amount: refunds.amount,
      about: sql<string>`case when ${refunds.status} = 'held' then 'refund_held'
        when ${oneOf(refunds.lastError, ownReasons)} then ${refunds.lastError} else 'refund_refused' end`,
    }),
    listedSource('refund.follow', async () => {
      const slow = await slowRefunds(database, { before: slowBefore(clock.now()), limit: maxListed })
      return slow.map(slowRefund)
    }),
    obligationSource({
      ...common,
      kind: 'refund.approve',
      table: refundApprovals,
      where: sql`${refundApprovals.decidedAt} is null`,
      id: refundApprovals.id,
      since: refundApprovals.requestedAt,
      userId: refundApprovals.userId,
      amount: refundApprovals.amount,
      about: refundApprovals.reason,
    }),
    obligationSource({
      ...common,
      kind: 'refund.transfer',
      table: refunds,
      where: isRefundToTransfer,
      id: refunds.id,
      since: refunds.createdAt,
      userId: payerOf(refunds.chargeId),
      amount: refunds.amount,
      about: refunds.reason,
    }),
    obligationSource({
      ...common,
      kind: 'payment.approve',
      table: manualPayments,
      where: sql`${manualPayments.status} = 'waiting'`,
      id: manualPayments.id,
      since: manualPayments.requestedAt,
      userId: manualPayments.userId,
      orderId: manualPayments.orderId,
      amount: manualPayments.amount,
      about: manualPayments.reason,
    }),
    obligationSource({
      ...common,
      kind: 'return.attribute',
      table: refunds,
      aboutWords,
      where: isReturnToAttribute,
      id: refunds.id,
      since: refunds.createdAt,
      userId: payerOf(refunds.chargeId),
      amount: refunds.unattributed,
      about: sql<string>`'unattributed_return'`,
    }),
    obligationSource({
      ...common,
      kind: 'set-aside.resolve',
      table: setAsidePayments,
      aboutWords,
      where: sql`${setAsidePayments.resolvedAt} is null
        and (${setAsidePayments.reason} <> 'perhaps_ours' or ${setAsidePayments.confirmedBy} is null)`,
      id: setAsidePayments.id,
      since: setAsidePayments.since,
      about: setAsidePayments.reason,
      amount: sql`case when coalesce(${setAsidePayments.currency}, 'BRL') = 'BRL' then ${setAsidePayments.amount} end`,
    }),
    listedSource('close.accept', async () => (await openCloses(database, maxListed)).map(differingDay)),
  ]
}

/** Returns the words for a stored reason and the state of its payment, separated by a space. */
function reasonWordsOf(text: string): string {
  const [reviewReason, state = null] = text.split(' ') as [ReviewReason, PaymentState?]
  return wordsOf(reasonToReview({ reviewReason, state }) ?? reviewReason)
}

/** Returns the user whose charge a row belongs to; null for a guest, and for money without a charge. */
function payerOf(chargeId: typeof payments.chargeId | typeof refunds.chargeId) {
  return sql<string | null>`(select c.user_id from charges c where c.id = ${chargeId})`
}

function slowRefund({ id, userId, amount, createdAt: since }: SlowRefund): Obligation<'refund.follow'> {
  return {
    kind: 'refund.follow',
    id,
    since,
    dueAt: new Date(since.getTime() + withinMs),
    userId,
    orderId: null,
    amount,
    about: moneyReasonWords.refund_slow,
  }
}

function differingDay({
  provider,
  day,
  theirs,
  ours,
  closedAt,
}: Awaited<ReturnType<typeof openCloses>>[number]): Obligation<'close.accept'> {
  return {
    kind: 'close.accept',
    id: `${provider} ${day}`,
    since: closedAt,
    userId: null,
    orderId: null,
    dueAt: new Date(closedAt.getTime() + withinMs),
    amount: theirs - ours,
    about: `${moneyReasonWords.day_differs} · ${day.split('-').reverse().join('/')}`,
  }
}
