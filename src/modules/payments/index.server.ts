import { addDays, todayInSaoPaulo } from '../../core/calendar.ts'
import { boundTo } from '../../core/use-case.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { issueCharge } from './charges/issue-charge.ts'
import { payerOf } from './charges/payer-of.ts'
import { type ChargeToRequest, requestCharge } from './charges/request-charge.ts'
import { reviewCharge } from './charges/review-charge.ts'
import { cancelCharge } from './checkout/cancel-charge.ts'
import { checkCharge } from './checkout/check-charge.ts'
import {
  chargeView,
  creditsOf,
  currentPayment,
  ofOrder,
  paidOf,
  pendingOf,
  phasesOf,
} from './checkout/read-payments.ts'
import { settledCharge } from './checkout/read-settled.ts'
import { renewCharge } from './checkout/renew-charge.ts'
import { startCharge } from './checkout/start-charge.ts'
import { applyCredit, dismissCredit } from './credits/decide-credit.ts'
import { type PaymentsDeps, paymentJobs } from './deps.ts'
import { reviewPayment } from './disputes/review-payment.ts'
import { cancelInstalments } from './instalments/cancel-instalments.ts'
import { type Schedule, scheduleInstalments } from './instalments/schedule-instalments.ts'
import { checkBooks } from './ledger/check-books.ts'
import { balances } from './ledger/post.server.ts'
import { recordPayout } from './ledger/record-payout.ts'
import { openItems } from './open-items.ts'
import { decideRefund } from './refunds/decide-refund.ts'
import { refundCharge } from './refunds/refund-charge.ts'
import { refundCredit } from './refunds/refund-credit.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { closeDay } from './settlement/close-day.ts'
import { acceptClose } from './settlement/closes-store.server.ts'
import { processEvent, receiveWebhook } from './settlement/receive-webhook.ts'
import { reconcile } from './settlement/reconcile.ts'
import { refundAndSettle } from './settlement/refund-and-settle.ts'
import { settleCharge } from './settlement/settle.ts'

export type { IssueRefusal } from './charges/issue-charge.ts'
export type { ChargePayer } from './charges/payer-of.ts'
export type { ChargeToRequest } from './charges/request-charge.ts'
export type { Shown, StartRefusal } from './checkout/start-charge.ts'
export type { Providers } from './deps.ts'
export type { DueTerms } from './domain/amount-due.ts'
export type { InstalmentToSchedule, Schedule } from './instalments/schedule-instalments.ts'
export { paymentEvents } from './events.ts'
export { type PaymentMessageKind, paymentMessageKinds } from './message-kinds.ts'
export type { OpenItem } from './open-items.ts'
export type { Payer, PaymentProvider } from './ports.ts'

export type Payments = ReturnType<typeof createPayments>

/**
 * Instalments, charges, the money that arrives and goes back, and the books that hold it. Publishes `instalment.paid`
 * {instalmentId, orderId, userId, amount, paidOn}, `charge.settled` {chargeId, userId, amount, method, purpose, paidOn} and
 * `charge.reversed` {… status}; `purpose` is {kind: 'instalments'} or {kind: 'consultation', id}.
 */
export function createPayments({ reconcileSeconds, ...deps }: PaymentsDeps & { reconcileSeconds: number }) {
  const bound = boundTo(deps)
  const within =
    <I, O>(useCase: (tx: Transaction, input: I, deps: PaymentsDeps) => O) =>
    (tx: Transaction, input: I): O =>
      useCase(tx, input, deps)

  return {
    scheduleInstalments: within<Schedule, Promise<string[]>>(scheduleInstalments),
    cancelInstalments: within(cancelInstalments),

    startCharge: bound(startCharge),
    renewCharge: bound(renewCharge),
    cancelCharge: bound(cancelCharge),
    checkCharge: bound(checkCharge),

    /** For other modules: the intent in their transaction, then `issueCharge` once it is committed. */
    requestCharge: within<ChargeToRequest, Promise<string | undefined>>(requestCharge),
    issueCharge: bound(issueCharge),
    payerOf,

    receiveWebhook: bound(receiveWebhook),
    settleCharge: bound(settleCharge),
    reconcile: () => reconcile(deps),

    pendingOf: bound(pendingOf),
    paidOf: bound(paidOf),
    ofOrder: bound(ofOrder),
    creditsOf: bound(creditsOf),
    settledCharge: bound(settledCharge),
    /** With `executor`, within the caller's transaction. */
    chargeView: ({
      executor = deps.database,
      ...which
    }: {
      chargeId: string
      userId: string | undefined
      executor?: Executor
    }) => chargeView({ ...deps, database: executor }, which),
    currentPayment: bound(currentPayment),
    phasesOf: bound(phasesOf),

    /** In the caller's transaction: the customer's withdrawal, and what the team decides. */
    refundOrder: within(refundOrder),
    refundCharge: within(refundCharge),
    refundCredit: within(refundCredit),
    applyCredit: within(applyCredit),
    dismissCredit: within(dismissCredit),
    decideRefund: within(decideRefund),
    reviewPayment: within(reviewPayment),
    reviewCharge: within(reviewCharge),
    recordPayout: within(recordPayout),
    acceptClose: within(acceptClose),

    /** Everything about money that waits for a person. */
    openItems: (page?: { limit?: number }) => openItems(deps, page),
    closeDay: bound(closeDay),
    /** What every account of the ledger holds: debits less credits, centavos. */
    balances: () => balances(deps.database),
    checkBooks: () => checkBooks(deps),

    jobs: {
      [paymentJobs.issue]: {
        retryDelay: 10,
        async run({ chargeId }) {
          const issued = await issueCharge(deps, { chargeId: String(chargeId) })
          if (!issued.ok && issued.code === 'unavailable') throw new Error('the provider does not answer')
        },
      },
      [paymentJobs.cancel]: {
        retryDelay: 10,
        async run({ chargeId }) {
          const cancelled = await cancelCharge(deps, { chargeId: String(chargeId) })
          if (!cancelled.ok && cancelled.code === 'unavailable')
            throw new Error('the provider does not answer')
        },
      },
      [paymentJobs.process]: {
        poll: 0.5,
        run: ({ eventId }) => processEvent(deps, { eventId: String(eventId) }),
      },
      [paymentJobs.refund]: {
        retryDelay: 10,
        run: ({ refundId }) => refundAndSettle(deps, { refundId: String(refundId) }),
      },
      [paymentJobs.reconcile]: {
        retryLimit: 0,
        every: { seconds: reconcileSeconds },
        run: async () => {
          await reconcile(deps)
        },
      },
      [paymentJobs.closeDay]: {
        every: { cron: '10 3 * * *' },
        async run() {
          const closed = await closeDay(deps, { day: addDays(todayInSaoPaulo(deps.clock.now()), -1) })
          if (!closed.ok) throw new Error(`${closed.detail} does not answer`)
        },
      },
      [paymentJobs.checkBooks]: {
        every: { cron: '40 * * * *' },
        run: async () => {
          await checkBooks(deps)
        },
      },
    } satisfies Record<string, JobDefinition>,
  }
}
