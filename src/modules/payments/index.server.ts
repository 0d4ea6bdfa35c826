import type { Outcome } from '../../core/outcome.ts'
import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { createOutbox, retryPoll } from '../../platform/jobs/outbox.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { erasePostponement } from './arrangements/erase-postponement.ts'
import { chargeByPayerLink, checkPayerLink, payerPageOf } from './arrangements/pay-by-link.ts'
import { createPayerLink, payerLinkOf, revokePayerLink } from './arrangements/payer-link.ts'
import { postponableOf, postponeInstalment, postponementOf } from './arrangements/postpone-instalment.ts'
import { isMessageValid, remind } from './arrangements/remind.ts'
import { exampleReminder } from './arrangements/reminder-message.ts'
import { postponements } from './arrangements/tables.server.ts'
import { checkBooks } from './books/check-books.ts'
import { checkRecentBooks } from './books/check-recent-books.ts'
import { issueCharge } from './charges/issue-charge.ts'
import { guestPayerOf } from './charges/payer-of.ts'
import { requestCharge } from './charges/request-charge.ts'
import { reviewCharge } from './charges/review-charge.ts'
import { hasCode } from './charges/store.server.ts'
import { charges } from './charges/tables.server.ts'
import { cancelCharge, requestCancellation } from './checkout/cancel-charge.ts'
import { checkCharge } from './checkout/check-charge.ts'
import { ordersToPay } from './checkout/orders-to-pay.ts'
import {
  chargeView,
  chargeViewWithin,
  creditsOf,
  creditsOfLookup,
  currentPayment,
  ofOrder,
  paidOf,
  pendingOf,
  phasesOf,
  refundedOf,
  returnedCreditsOf,
  returnsOf,
} from './checkout/read-payments.ts'
import { lastSettledCharge, settledCharge, settledUnder } from './checkout/read-settled.ts'
import { renewCharge } from './checkout/renew-charge.ts'
import { startOwnCharge } from './checkout/start-own-charge.ts'
import { applyCredit, dismissCredit } from './credits/decide-credit.ts'
import { credits } from './credits/tables.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { disputedPayment } from './desk/disputed-payment.ts'
import { moneyItem } from './desk/money-items.ts'
import { moneyObligations } from './desk/obligations.ts'
import { findCandidates, openByAge, openOf, openOfAge } from './desk/open-instalments.ts'
import { openItems } from './desk/open-items.ts'
import { moneyTotals, receivedBetween } from './desk/totals.ts'
import { totalsOwed } from './desk/totals-owed.ts'
import { unexplainedMovements } from './desk/unexplained.ts'
import { acceptSecondPayment, reviewSecondPayment } from './disputes/review-paid-again.ts'
import { ordersPaidWith, reviewPayment } from './disputes/review-payment.ts'
import { reviewRegained, reviewRegainedCharge } from './disputes/review-regained.ts'
import { cancelInstalments } from './instalments/cancel-instalments.ts'
import { dueFigures } from './instalments/due-figures.ts'
import { hasOpenInstalments } from './instalments/open-store.server.ts'
import { orderOfCharge } from './instalments/order-of-charge.ts'
import { fundingOf } from './instalments/publish-money-changed.ts'
import { scheduleInstalments } from './instalments/schedule-instalments.ts'
import { instalments } from './instalments/tables.server.ts'
import { paymentJobs } from './jobs.ts'
import { ledgerFigures } from './ledger/ledger-figures.ts'
import { balances } from './ledger/post.server.ts'
import { recordPayout } from './ledger/record-payout.ts'
import { decideManualPayment } from './manual/decide-manual-payment.ts'
import { manualOfOrder, ordersPaidByHand, payerKindFor } from './manual/read-manual.ts'
import { recordManualPayment } from './manual/record-manual-payment.ts'
import { recordManualRefund } from './manual/record-manual-refund.ts'
import { manualPayments } from './manual/tables.server.ts'
import { ordersOfManualPayment, undoManualPayment } from './manual/undo-manual-payment.ts'
import { eraseMoneyWords } from './personal/erase-money-words.ts'
import { erasePayer, lookupMoneyBlocks, moneyBlocks, paymentsPersonal } from './personal/personal.ts'
import { moneyPersonal } from './personal/personal-money.ts'
import { approvalOf, waitingApprovalOf } from './refunds/approvals-store.server.ts'
import { decideRefundApproval, requestTeamRefund } from './refunds/approve-refund.ts'
import { attributeReturn } from './refunds/attribute-return.ts'
import { decideRefund } from './refunds/decide-refund.ts'
import { refundCharge } from './refunds/refund-charge.ts'
import { refundCredit } from './refunds/refund-credit.ts'
import { hasRefundableMoney, refundOrder } from './refunds/refund-order.ts'
import { hasOpenRefund, openRefundsOfOrder } from './refunds/store.server.ts'
import { refuseWhileUnattributed } from './refunds/unless-unattributed.ts'
import { openScheduleOf, replaceSchedule } from './renegotiation/replace-schedule.ts'
import { eraseOldRaw } from './set-aside/erase-old-raw.ts'
import { sealedRawPayments } from './set-aside/raw-store.server.ts'
import { confirmSetAside, rawOfSetAside, resolveSetAside } from './set-aside/resolve-set-aside.ts'
import { otherShopPayments } from './set-aside/store.server.ts'
import { closeDay } from './settlement/close-day.ts'
import { closeChangedDays, closeMissedDays } from './settlement/close-missed-days.ts'
import { acceptClose, latestCloses } from './settlement/closes-store.server.ts'
import { allCursors } from './settlement/cursors-store.server.ts'
import { deleteOldNotices } from './settlement/delete-old-notices.ts'
import { reconciliationLag } from './settlement/lag.ts'
import { otherInstallation } from './settlement/other-installation.ts'
import { processEvent, receiveWebhook } from './settlement/receive-webhook.ts'
import { reconcile } from './settlement/reconcile.ts'
import { refundAndSettle } from './settlement/refund-and-settle.ts'
import { prepareSweeps } from './settlement/sweep.ts'

export type { PayerPage } from './arrangements/pay-by-link.ts'
export type { PostponementOffer } from './arrangements/postpone-instalment.ts'
export type { IssueRefusal } from './charges/issue-charge.ts'
export type { ShownAmounts } from './checkout/start-charge.ts'
export type { OwnChargeRefusal } from './checkout/start-own-charge.ts'
export type { Providers } from './deps.ts'
export type { DisputedPayment } from './desk/disputed-payment.ts'
export type { MoneyItem, MoneyItemKind } from './desk/money-items.ts'
export type { OpenInstalment } from './desk/open-instalments.ts'
export type { OpenItem } from './desk/open-items.ts'
export type { UnexplainedMovement } from './desk/unexplained.ts'
export type { DueTerms } from './domain/amount-due.ts'
export type { ReminderDays } from './domain/reminder.ts'
export { reminderRulesOf } from './domain/reminder-words.ts'
export { paymentEvents } from './events.ts'
export type { Schedule } from './instalments/schedule-instalments.ts'
export type { ManualRecordRefusal } from './manual/record-manual-payment.ts'
export type { ManualRecorded } from './manual/settle-manual-payment.ts'
export { type PaymentMessageKind, paymentMessageKinds } from './message-kinds.ts'
export type { PaymentProvider } from './ports.ts'
export type { OrderRefund } from './refunds/refund-order.ts'
export { paymentWordings } from './wordings.ts'

export type Payments = ReturnType<typeof createPayments>

/** Instalments, charges, payments, credits, refunds, disputes and the ledger. Publishes `paymentEvents`. */
export function createPayments({ reconcileSeconds, ...deps }: PaymentsDeps & { reconcileSeconds: number }) {
  const { bound, within } = bind(deps)
  return {
    /** Renders a reminder with example data, in texts that may not be in effect yet. */
    exampleReminder,
    /** Personal data of a customer in this module: the columns that name the owner of each row. */
    personal: [...paymentsPersonal, ...moneyPersonal],
    erasureBlocks: moneyBlocks,
    eraseOrder: erasePostponement,
    erasePayer,
    lookupMoneyBlocks,
    owners: [instalments.userId, charges.userId, credits.userId, postponements.userId, manualPayments.userId],
    scheduleInstalments: within(scheduleInstalments),
    cancelInstalments: within(cancelInstalments),

    startCharge: bound(startOwnCharge),
    renewCharge: bound(renewCharge),
    checkCharge: bound(checkCharge),

    /** Whether a queued message is still true. */
    isMessageValid,

    /** Arrangements available to a customer: a later due date, and a link with which another person pays. */
    postponementOf: bound(postponementOf),
    postponableOf: bound(postponableOf),
    postponeInstalment: bound(postponeInstalment),
    payerLinkOf: bound(payerLinkOf),
    createPayerLink: bound(createPayerLink),
    revokePayerLink: bound(revokePayerLink),

    /** For the holder of a payer link. The token is the only credential. */
    payerPageOf: bound(payerPageOf),
    chargeByPayerLink: bound(chargeByPayerLink),
    checkPayerLink: bound(checkPayerLink),

    /** For other modules: store the intent in their transaction, then call `issueCharge` once it is committed. */
    requestCharge: within(requestCharge),
    issueCharge: bound(issueCharge),
    requestCancellation: within(requestCancellation),
    guestPayerOf,

    receiveWebhook: bound(receiveWebhook),
    prepareSweeps: bound(prepareSweeps),
    otherInstallation: (about?: { formerAddresses?: readonly string[] }) => otherInstallation(deps, about),

    pendingOf: bound(pendingOf),
    paidOf: bound(paidOf),
    refundedOf: bound(refundedOf),
    ordersToPay: bound(ordersToPay),
    totalsOwed: bound(totalsOwed),
    ofOrder: bound(ofOrder),
    creditsOf: bound(creditsOf),
    returnedCreditsOf: bound(returnedCreditsOf),
    creditsOfLookup: bound(creditsOfLookup),
    settledCharge: bound(settledCharge),
    settledUnder: bound(settledUnder),
    lastSettledCharge: bound(lastSettledCharge),
    chargeView: bound(chargeView),
    isChargeOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: charges.id, owner: charges.userId }, which),
    /** Whether we issued exactly this Pix code. Reveals nothing else about it. */
    isOwnCode: (code: string) => hasCode(deps.database, code),
    isInstalmentOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: instalments.id, owner: instalments.userId }, which),
    chargeViewWithin: within(chargeViewWithin),
    currentPayment: bound(currentPayment),
    phasesOf: bound(phasesOf),
    returnsOf: bound(returnsOf),

    /** The customer's withdrawal, and decisions of the team. */
    refundOrder: within(refundOrder),
    hasRefundableMoney: bound(hasRefundableMoney),
    refundCharge: within(refundCharge),
    refundCredit: within(refundCredit),
    /** A member of the team requests a refund; above a set amount another member approves it. */
    requestTeamRefund: within(requestTeamRefund),
    decideRefundApproval: within(decideRefundApproval),
    approvalOf: (id: string) => approvalOf(deps.database, id),
    waitingApprovalOf: (subjectId: string) => waitingApprovalOf(deps.database, subjectId),
    applyCredit: within(refuseWhileUnattributed(applyCredit)),
    dismissCredit: within(refuseWhileUnattributed(dismissCredit)),
    decideRefund: within(decideRefund),
    attributeReturn: within(attributeReturn),
    reviewPayment: within(reviewPayment),
    /** Called when an order is closed. */
    reviewRegained: within(reviewRegained),
    /** For a look-up that another charge paid for. */
    reviewRegainedCharge: within(reviewRegainedCharge),
    /** For a look-up whose first payment is disputed. */
    reviewSecondPayment: within(reviewSecondPayment),
    acceptSecondPayment,
    hasOpenRefund,
    /** Orders whose instalments a payment paid. */
    ordersPaidWith: within(ordersPaidWith),
    reviewCharge: within(reviewCharge),
    recordPayout: within(recordPayout),
    acceptClose: within(acceptClose),
    resolveSetAside: within(resolveSetAside),
    confirmSetAside: within(confirmSetAside),

    /** A new schedule for the open instalments of an order. */
    openScheduleOf: bound(openScheduleOf),
    hasOpenInstalments,
    replaceSchedule: within(replaceSchedule),

    /** Money that is received and returned outside the providers. */
    recordManualPayment: within(recordManualPayment),
    decideManualPayment: within(decideManualPayment),
    undoManualPayment: within(undoManualPayment),
    ordersOfManualPayment: within(ordersOfManualPayment),
    recordManualRefund: within(recordManualRefund),
    payerKindFor: bound(payerKindFor),
    manualOfOrder: bound(manualOfOrder),
    ordersPaidByHand,

    /** Reads how much of an order's money remains, in the caller's transaction. */
    fundingOf,
    orderOfCharge,

    openItems: bound(openItems),
    /** Decisions about money that the team has to make. */
    obligations: moneyObligations(deps),
    /** Daily totals: what was due, and what the ledger contains. */
    figures: [dueFigures, ledgerFigures] as const,
    /** An item about money, with all data needed to decide it. */
    moneyItem: bound(moneyItem),
    disputedPayment: bound(disputedPayment),
    /** Refunds of an order that are not over, oldest first. */
    openRefundsOfOrder: (orderId: string) => openRefundsOfOrder(deps.database, orderId),
    /** Open instalments: totals by age, a page of an age, those of some customers, and those that money may be for. */
    openByAge: bound(openByAge),
    openOfAge: bound(openOfAge),
    openOf: bound(openOf),
    findCandidates: bound(findCandidates),
    /** The most recent daily closes, newest first. */
    latestCloses: (limit: number) => latestCloses(deps.database, limit),
    /** How far each provider was swept, and since when its sweep fails. */
    sweeps: () => allCursors(deps.database),
    /** Payments of other shops on the account, newest first: they are not in our books. */
    otherShopPayments: (limit = 200) => otherShopPayments(deps.database, limit),
    /** Money at the providers that is unexplained in our books, for example after a back-up was restored. */
    unexplainedMovements: bound(unexplainedMovements),
    /** The provider's payload of a set-aside payment, unchanged. It contains personal data of the payer. */
    rawOfSetAside: within(rawOfSetAside),
    /** Seconds by which each provider's changes are read late, by name. */
    reconciliationLag: bound(reconciliationLag),
    closeDay: bound(closeDay),
    /** Balance of every ledger account: debits less credits, in centavos. */
    balances: () => balances(deps.database),
    checkBooks: bound(checkBooks),
    /** For `/metrics` and the daily mail. */
    totals: moneyTotals,
    receivedBetween,
    /** The sealed data of this module. */
    sealed: [sealedRawPayments],

    /** Notices that have not been processed yet. */
    outbox: createOutbox({
      database: deps.database,
      table: 'provider_events',
      poll: 0.5,
      jobsOf: ({ id }) => [{ job: 'provider-events.process', data: { eventId: id } }],
    }),

    jobs: handleJobs(paymentJobs, {
      'charges.issue': { retryDelay: 10, run: async (charge) => retryLater(await issueCharge(deps, charge)) },
      'charges.cancel': {
        retryDelay: 10,
        run: async (charge) => retryLater(await cancelCharge(deps, charge)),
      },
      'provider-events.process': { poll: retryPoll, run: bound(processEvent) },
      'refunds.issue': { retryDelay: 10, run: bound(refundAndSettle) },
      'payments.reconcile': {
        retryLimit: 0,
        every: { seconds: reconcileSeconds },
        run: bound(reconcile),
      },
      'payments.close-day': {
        every: { cron: '10 3 * * *' },
        run: async () => failUnlessClosed(await closeMissedDays(deps)),
      },
      'payments.close-changed-days': {
        every: { cron: '50 * * * *' },
        run: async () => failUnlessClosed(await closeChangedDays(deps)),
      },
      'payments.check-recent-books': {
        every: { cron: '40 * * * *' },
        run: bound(checkRecentBooks),
      },
      'payments.check-books': {
        every: { cron: '40 2 * * *' },
        run: bound(checkBooks),
      },
      'payments.erase-raw': {
        every: { cron: '20 4 * * *' },
        async run() {
          await eraseOldRaw(deps)
          await deleteOldNotices(deps)
          await eraseMoneyWords(deps)
        },
      },
      'payments.remind': {
        every: { cron: '5 * * * *' },
        run: bound(remind),
      },
    }),
  }
}

/** Fails the job while the provider is unavailable, so that it is retried; every other refusal is final, or an open item. */
function retryLater(outcome: Outcome<unknown, string>): void {
  if (!outcome.ok && outcome.code === 'unavailable') throw new Error('the provider is unavailable')
}

/** Fails the job while a provider is unavailable, so that its days are compared later. */
function failUnlessClosed(closed: Outcome<unknown, 'unavailable'>): void {
  if (!closed.ok) throw new Error(`provider unavailable: ${closed.detail}`)
}
