import { isUuid, type NewId } from '../../core/ids.ts'
import { type Obligation, revisionOf } from '../../core/obligation.ts'
import { type Outcome, refuse } from '../../core/outcome.ts'
import { bind } from '../../core/use-case.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import type { CatalogueModule } from '../catalogue/index.server.ts'
import type { Consultations } from '../consultations/index.server.ts'
import type { Contracting } from '../contracting/index.server.ts'
import type { Documents } from '../documents/index.server.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Inbox } from '../inbox/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'
import type { Operations } from '../operations/index.server.ts'
import type { Orders } from '../orders/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { Privacy } from '../privacy/index.server.ts'
import type { Proposals } from '../proposals/index.server.ts'
import type { Receipts } from '../receipts/index.server.ts'
import type { Team } from '../team/index.server.ts'
import type { Right } from '../team/public.ts'
import { actByContact } from './act-by-contact.ts'
import { firstAuditBreach, lastAuditCheck, latestAudit } from './audit-store.server.ts'
import { bootstrapTeam } from './bootstrap-team.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeStep } from './complete-step.ts'
import { creditMatches } from './credit-matches.ts'
import { lookupsOfCustomer, noteCustomer, notesOf, readCustomer, revealCustomer } from './customers.ts'
import { decisionsOn } from './decisions-on.ts'
import { deliverLookup } from './deliver-lookup.ts'
import { deskVersion } from './desk-version.ts'
import { disputePack } from './dispute-pack.ts'
import { auditDetailOf } from './domain/audit.ts'
import {
  claimObligation,
  openObligation,
  reassignObligation,
  releaseObligation,
  snoozeObligation,
  wakeObligation,
} from './handle-obligation.ts'
import { backofficeJobs } from './jobs.ts'
import {
  decideManualPayment,
  recordManualPayment,
  recordManualRefund,
  undoManualPayment,
} from './manual-money.ts'
import { openContract } from './open-contract.ts'
import { openDocument } from './open-document.ts'
import { openEvidence } from './open-evidence.ts'
import { openItems } from './open-items.ts'
import { openLookupFile, openLookupResult, revealLookup } from './open-lookup.ts'
import { type PerformDeps, perform } from './perform.ts'
import { accessesTo } from './personal.ts'
import { closeTab, openTab, readViewers } from './presence.ts'
import { proposeRenegotiation } from './propose-renegotiation.ts'
import { countQueue, type QueueDeps, readObligation, readQueue } from './queue.ts'
import type { ObligationKey } from './queue-store.server.ts'
import { readAudited } from './read-audited.ts'
import { readSetAside } from './read-set-aside.ts'
import { resendAfterOutage } from './resend-after-outage.ts'
import { revealProposal } from './reveal-proposal.ts'
import { reviewPayment } from './review-payment.ts'
import { searchDesk } from './search-desk.ts'
import { searchPeople } from './search-people.ts'
import { verifyLog, verifyLogNow } from './verify-log.ts'

export type { DeskItem } from './open-items.ts'
export { notesPersonal, snoozesPersonal } from './personal.ts'
export type { QueueView } from './queue.ts'

export interface BackofficeDeps extends PerformDeps, QueueDeps {
  catalogue: CatalogueModule
  consultations: Consultations
  contracting: Contracting
  documents: Documents
  identity: Pick<
    Identity,
    | 'roleOf'
    | 'lockRolesOf'
    | 'createFirstOwner'
    | 'hashNewPassword'
    | 'namesOf'
    | 'findPeople'
    | 'personOf'
    | 'contactOf'
    | 'teamAccounts'
  >
  inbox: Pick<Inbox, 'answer' | 'close'>
  notifications: Pick<
    Notifications,
    'currentStoppages' | 'decideMessage' | 'resendAfterOutage' | 'messagesOf'
  >
  operations: Pick<Operations, 'decideDeadLetter' | 'deadLetters' | 'forgotten' | 'settleForgotten'>
  orders: Orders
  payments: Payments
  privacy: Pick<Privacy, 'answerRequest' | 'erasePerson'>
  proposals: Proposals
  receipts: Pick<Receipts, 'disputePdf' | 'openContract'>
  team: Team
  newId: NewId
  enqueue: Enqueue<typeof backofficeJobs>
}

/** Input of an action: the team member who decides (a user id), and the reason. */
type ActionInput<I> = Omit<I, 'by'> & { actor: string; reason: string }

/**
 * Actions that only the team may perform. Each checks the role, does its work and appends to the audit log, in one
 * transaction. Every interface of the team uses these.
 */
export function createBackoffice(deps: BackofficeDeps) {
  const {
    catalogue,
    consultations,
    contracting,
    documents,
    identity,
    inbox,
    notifications,
    operations,
    payments,
    orders,
    privacy,
    proposals,
    team,
  } = deps
  const { bound, within } = bind(deps)

  /**
   * Makes an audited action from its name in the log, the input that is its subject, and the use case. A subject that is named as an
   * id and cannot be one does not exist: it comes from a URL, a form or the command line. `lock` takes what must be locked before the
   * actor's own row.
   */
  const action =
    <I extends object, T, C extends string>(
      name: Right,
      subject: keyof I & string,
      work: (tx: Transaction, input: I) => Promise<Outcome<T, C>>,
      lock?: (tx: Transaction, input: I) => Promise<void>,
    ) =>
    ({ actor, reason, ...rest }: ActionInput<I>) => {
      // TypeScript does not see that these are the parts of `I`, because `I` is a type parameter.
      const input = { ...rest, by: actor, reason } as unknown as I
      const record = { action: name, subject: String(input[subject]), detail: auditDetailOf(rest) }
      const isPossible = !hasUuid(subject) || isUuid(record.subject)
      return perform(
        deps,
        { ...record, actor, reason, lock: lock && isPossible ? (tx) => lock(tx, input) : undefined },
        async (tx, recordedReason): Promise<Outcome<T, C | 'not_found'>> =>
          isPossible ? work(tx, { ...input, reason: recordedReason }) : refuse('not_found'),
      )
    }

  /** An action on an obligation, refused once the obligation is met. */
  const ifOpen =
    <I extends ObligationKey, T, C extends string>(
      act: (input: I, open: Obligation) => Promise<Outcome<T, C>>,
    ) =>
    async (input: I): Promise<Outcome<T, C | 'not_found'>> => {
      const open = await openObligation(deps, input)
      return open ? act(input, open) : refuse('not_found')
    }

  /**
   * Refreshes the catalogue, so that this process shows the published content at once; the others see it within a
   * second.
   */
  const thenRead =
    <I, O extends { ok: boolean }>(act: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> => {
      const done = await act(input)
      if (done.ok) await catalogue.refresh()
      return done
    }

  /** The member who decides, and whom it is about: excludes a sign-in that is being stored. */
  const lockBoth = (tx: Transaction, { userId, by }: { userId: string; by: string }) =>
    identity.lockRolesOf(tx, [by, userId])

  const snooze = action('obligation.snooze', 'id', within(snoozeObligation))
  const invite = action('team.invite', 'invitationId', team.invite)
  const sendOffer = action('offer.send', 'offerId', proposals.sendCustomOffer)

  return {
    /** The first account of the team; refused once there is one. */
    bootstrapTeam: bound(bootstrapTeam),

    /** Above an amount, both wait until another member approves them. */
    refundCharge: action('charge.refund', 'chargeId', (tx, { chargeId, ...input }: ChargeRefund) =>
      payments.requestTeamRefund(tx, { ...input, kind: 'charge', subjectId: chargeId }),
    ),
    refundCredit: action('credit.refund', 'creditId', (tx, { creditId, ...input }: CreditRefund) =>
      payments.requestTeamRefund(tx, { ...input, kind: 'credit', subjectId: creditId }),
    ),
    decideRefundApproval: action('refund.approve', 'approvalId', payments.decideRefundApproval),
    /** The open instalments that a credit may be for. */
    creditMatches: bound(creditMatches),
    applyCredit: action('credit.apply', 'creditId', payments.applyCredit),
    dismissCredit: action('credit.dismiss', 'creditId', payments.dismissCredit),
    attributeReturn: action('refund.attribute', 'refundId', payments.attributeReturn),
    decideRefund: action('refund.decide', 'refundId', payments.decideRefund),
    reviewPayment: action('payment.review', 'paymentId', within(reviewPayment)),
    /** Everything that a bank requests about a contested payment, as one PDF. */
    disputePack: bound(disputePack),
    recordManualPayment: bound(recordManualPayment),
    decideManualPayment: bound(decideManualPayment),
    undoManualPayment: action('payment.undo', 'manualPaymentId', within(undoManualPayment)),
    recordManualRefund: bound(recordManualRefund),
    proposeRenegotiation: bound(proposeRenegotiation),
    withdrawRenegotiation: action(
      'renegotiation.withdraw',
      'renegotiationId',
      contracting.withdrawRenegotiation,
    ),
    reviewRenegotiation: action('renegotiation.review', 'renegotiationId', contracting.reviewRenegotiation),
    reviewCharge: action('charge.review', 'chargeId', payments.reviewCharge),
    recordPayout: action('payout.record', 'reference', payments.recordPayout),
    acceptClose: action('close.accept', 'day', payments.acceptClose),
    /** The payment report of a provider for a set-aside payment. */
    readSetAside: bound(readSetAside),
    resolveSetAside: action('set-aside.resolve', 'setAsideId', payments.resolveSetAside),
    /** Belongs to this shop, although its charge is unknown here. */
    confirmSetAside: action('set-aside.confirm', 'setAsideId', payments.confirmSetAside),

    cancelOrder: action('order.cancel', 'orderId', within(cancelOrder)),
    resumeOrder: action('order.resume', 'orderId', orders.resumeOrder),
    startWork: action('order.start', 'orderId', orders.startWork),
    completeStep: bound(completeStep),
    undoStep: action('order.undo-step', 'orderId', orders.undoStep),
    reopenStep: action('order.reopen-step', 'orderId', orders.reopenStep),
    moveStepDeadline: action('order.deadline', 'orderId', orders.moveStepDeadline),
    recordContact: action('order.contact', 'orderId', orders.recordContact),
    addNote: action('order.note', 'orderId', orders.addNote),
    openEvidence: bound(openEvidence),
    openContract: bound(openContract),

    deliverLookup: bound(deliverLookup),
    decideLateRefund: action('lookup.refund', 'consultationId', consultations.decideLateRefund),
    sendResultLink: action('lookup.link', 'consultationId', consultations.sendResultLink),
    revokeResultLinks: action('lookup.revoke-link', 'consultationId', consultations.revokeResultLinks),
    revealLookup: bound(revealLookup),
    openLookupResult: bound(openLookupResult),
    openLookupFile: bound(openLookupFile),

    reviewDocument: action('document.review', 'documentId', documents.review),
    requestDocument: action('document.request', 'userId', documents.request),
    closeDocumentRequest: action('document.close-request', 'requestId', documents.closeRequest),
    openDocument: bound(openDocument),

    answerPrivacyRequest: action('privacy.answer', 'requestId', privacy.answerRequest),
    erasePerson: action('privacy.erase', 'requestId', privacy.erasePerson),
    /** The team members who accessed a person's data. */
    accessesTo: bound(accessesTo),

    sendOffer: ({ offerId = deps.newId(), ...input }: Parameters<typeof sendOffer>[0]) =>
      actByContact(deps, { ...input, offerId }, sendOffer),
    answerProposal: action('proposal.answer', 'proposalId', proposals.answerProposal),
    trustProposal: action('proposal.answer', 'proposalId', proposals.trustProposal),
    /** Contact data of the person who requested a proposal: shown to a member, and recorded. */
    revealProposal: bound(revealProposal),
    withdrawOffer: action('offer.withdraw', 'offerId', proposals.withdrawCustomOffer),

    invite: (input: Omit<Parameters<typeof invite>[0], 'invitationId'>) =>
      invite({ ...input, invitationId: deps.newId() }),
    withdrawInvitation: action('team.withdraw-invitation', 'invitationId', team.withdrawInvitation),
    setMemberRole: action('team.role', 'userId', team.setMemberRole, lockBoth),
    resetSecondFactor: action('team.reset-factor', 'userId', team.resetSecondFactor),
    endMemberSessions: action('team.end-sessions', 'userId', team.endMemberSessions, lockBoth),
    endEverySession: action('team.end-every-session', 'by', team.endEverySession),
    /** New recovery codes for the requesting member. The log records the renewal, not the codes. */
    renewRecoveryCodes: ({ actor, reason }: { actor: string; reason: string }) =>
      readAudited(deps, { actor, reason, action: 'access.recovery-codes', subject: actor }, (tx) =>
        team.renewRecoveryCodes(tx, { userId: actor }),
      ),

    draftVersion: action('catalogue.edit', 'subject', catalogue.draftVersion),
    repeatVersion: action('catalogue.edit', 'subject', catalogue.repeatVersion),
    discardDraft: action('catalogue.edit', 'draftId', catalogue.discardDraft),
    publishVersion: thenRead(action('catalogue.publish', 'draftId', catalogue.publishVersion)),
    /** Restores the release's words, effective at once. */
    resetToRelease: thenRead(action('catalogue.publish', 'subject', catalogue.resetToRelease)),
    withdrawVersion: thenRead(action('catalogue.publish', 'versionId', catalogue.withdrawVersion)),

    searchDesk: bound(searchDesk),
    searchPeople: bound(searchPeople),
    readCustomer: bound(readCustomer),
    lookupsOfCustomer: bound(lookupsOfCustomer),
    revealCustomer: bound(revealCustomer),
    endCustomerSessions: action('customer.end-sessions', 'userId', team.endCustomerSessions, lockBoth),
    noteCustomer: action('customer.note', 'userId', within(noteCustomer)),
    notesOf: bound(notesOf),

    readQueue: bound(readQueue),
    readObligation: bound(readObligation),
    countQueue: bound(countQueue),
    deskVersion: () => deskVersion(deps),
    /** Which colleagues have which order open. */
    openTab: bound(openTab),
    closeTab: bound(closeTab),
    readViewers: () => readViewers(deps),
    viewersAsJson: async () => JSON.stringify(await readViewers(deps)),
    claim: ifOpen(action('obligation.claim', 'id', within(claimObligation))),
    release: ifOpen(action('obligation.claim', 'id', within(releaseObligation))),
    handOver: ifOpen(action('obligation.claim', 'id', within(reassignObligation))),
    snooze: ifOpen((input: Omit<Parameters<typeof snooze>[0], 'revision'>, open) =>
      snooze({ ...input, revision: revisionOf(open) }),
    ),
    wake: ifOpen(action('obligation.snooze', 'id', within(wakeObligation))),

    answerConversation: action('message.answer', 'conversationId', inbox.answer),
    closeConversation: action('message.close', 'conversationId', inbox.close),
    decideMessage: action('message.resend', 'messageId', notifications.decideMessage),
    resendAfterOutage: bound(resendAfterOutage),
    decideDeadLetter: action('job.decide', 'deadLetterId', operations.decideDeadLetter),
    /** Jobs that failed every attempt, oldest first. */
    deadLetters: operations.deadLetters,
    reviewBreach: action('evidence.review', 'breachId', contracting.reviewBreach),
    settleForgotten: action('forgotten.settle', 'messageId', operations.settleForgotten),
    /** Events that are missing from a restored database. */
    forgotten: operations.forgotten,

    /** All open items, oldest first. */
    openItems: (which: { limit?: number } = {}) => openItems({ payments, orders }, which),
    decisionsOn: bound(decisionsOn),
    latestAudit: (which: Parameters<typeof latestAudit>[1] = {}) => latestAudit(deps.database, which),
    jobs: handleJobs(backofficeJobs, {
      'backoffice.verify-log': {
        every: { cron: '50 3 * * *' },
        run: bound(verifyLog),
      },
      // Reads every record, as the nightly one does, whose time it has.
      'backoffice.verify-now': { maxSeconds: 840, run: bound(verifyLog) },
    }),
    firstAuditBreach: () => firstAuditBreach(deps.database),
    verifyLogNow: bound(verifyLogNow),
    /** State of the log at its last verification, nightly or manual. */
    lastAuditCheck: () => lastAuditCheck(deps.database),
  }
}

type RefundInput = Omit<Parameters<Payments['requestTeamRefund']>[1], 'kind' | 'subjectId' | 'isOurs'>
type ChargeRefund = RefundInput & { chargeId: string }
type CreditRefund = Pick<RefundInput, 'by' | 'reason'> & { creditId: string; isOurs?: boolean }

/** Checks whether the input of this name is an id of ours. */
function hasUuid(name: string): boolean {
  return name.endsWith('Id')
}
