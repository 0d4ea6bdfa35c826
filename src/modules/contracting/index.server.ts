import { bind } from '../../core/use-case.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { sealReadable } from '../../platform/storage/sealing.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { acceptContract } from './accept-contract.ts'
import {
  checkAcceptances,
  checkAcceptancesNow,
  evidenceCheck,
  openEvidenceBreaches,
  reviewBreach,
} from './check-acceptances.ts'
import { chooseDueDay, dueDayChoicesOf } from './choose-due-day.ts'
import { deleteOldDrafts } from './delete-old-drafts.ts'
import type { ContractingDeps } from './deps.ts'
import { eraseContract } from './erase-contract.ts'
import { contractingJobs } from './jobs.ts'
import { evidenceObligations } from './obligations.ts'
import { claimHiring, discardHiring, openHiring } from './open-hiring.ts'
import { contractingPersonal, holdDrafts } from './personal.ts'
import { copyOf, partyOf, signatureOf } from './read-copy.ts'
import { readDraft } from './read-draft.ts'
import { evidenceOf, recordByHash } from './read-evidence.ts'
import { recordedClauses } from './read-recordings.ts'
import { compareTemplates, contractsOfTemplate, templateVersions } from './read-templates.ts'
import { renderContract } from './render-contract.ts'
import {
  acceptRenegotiation,
  endStaleRenegotiation,
  refuseRenegotiation,
} from './renegotiation/accept-renegotiation.ts'
import { chooseWayOut, waysOutOf } from './renegotiation/choose-way-out.ts'
import { renegotiationObligations } from './renegotiation/obligations.ts'
import { planRenegotiation } from './renegotiation/plan-renegotiation.ts'
import {
  proposeRenegotiation,
  reviewRenegotiation,
  withdrawRenegotiation,
} from './renegotiation/propose-renegotiation.ts'
import {
  addendumCopiesOf,
  isMessageValid,
  openRenegotiationsOf,
  renegotiatedOrdersOf,
  renegotiationOf,
  renegotiationsFor,
} from './renegotiation/read-renegotiation.ts'
import { expireOld } from './renegotiation/store.server.ts'
import { readableContracts, sealableContracts, sealedContracts } from './sealed-contracts.server.ts'
import { readableDrafts, sealableDrafts, sealedDrafts } from './sealed-drafts.server.ts'
import { startHiring } from './start-hiring.ts'
import { hiringDrafts, renegotiations } from './tables.server.ts'
import { verifyAcceptances, verifySigned } from './verify-acceptances.ts'
import { withdraw, withdrawalsOf } from './withdraw.ts'

export type { AcceptanceRefusal } from './accept-contract.ts'

/** Rows of earlier releases that store a CPF in plain text. */
export const readableHirings = [readableDrafts, ...readableContracts]

export { contractingEvents } from './events.ts'
export { type ContractingMessageKind, contractingMessageKinds } from './message-kinds.ts'
export type { OpenHiring } from './open-hiring.ts'
export type { OpenDraft } from './read-draft.ts'
export type { RenegotiationRefusal } from './renegotiation/accept-renegotiation.ts'
export type { OfferedWay } from './renegotiation/choose-way-out.ts'
export type { PlanSelection } from './start-hiring.ts'
export { contractingWordings } from './wordings.ts'

export type Contracting = ReturnType<typeof createContracting>

/** From a chosen plan to a signed contract. Publishes `contract.accepted`. */
export function createContracting(deps: ContractingDeps) {
  const { bound, within } = bind(deps)
  const sealable = [sealableDrafts(deps.sealing), ...sealableContracts(deps.sealing)]
  return {
    /** Columns that name the customer who owns each row of this module. */
    owners: [hiringDrafts.userId, renegotiations.userId],
    /** Personal data that this module keeps. */
    personal: contractingPersonal(deps),
    /** Data that this module stores sealed; `sealable` are plain-text rows of earlier releases. */
    sealed: [sealedDrafts, ...sealedContracts],
    sealable,
    holdDrafts,
    eraseOrder: eraseContract,
    /** Whether a queued message is still true. */
    isMessageValid: within(isMessageValid),
    startHiring: bound(startHiring),
    readDraft: bound(readDraft),
    dueDayChoicesOf: bound(dueDayChoicesOf),
    chooseDueDay: bound(chooseDueDay),
    openHiring: bound(openHiring),
    claimHiring: bound(claimHiring),
    discardHiring: bound(discardHiring),
    /** The contract of a draft as of now. */
    renderContract: bound(renderContract),
    /** The versions of the template, a comparison of two of them, and the contracts signed with one. */
    templateVersions: bound(templateVersions),
    compareTemplates: bound(compareTemplates),
    contractsOfTemplate: bound(contractsOfTemplate),
    /** The clauses whose plain sentence has a recording, and the recording itself. */
    recordedClauses: bound(recordedClauses),
    recordingOf: deps.recordings.of,
    acceptContract: bound(acceptContract),
    withdraw: bound(withdraw),
    withdrawalsOf: bound(withdrawalsOf),
    copyOf: bound(copyOf),
    partyOf: bound(partyOf),
    signatureOf: bound(signatureOf),
    recordByHash: bound(recordByHash),
    /** Proof that an order was signed, for the team and for the signer. */
    evidenceOf: bound(evidenceOf),
    verifyAcceptances: bound(verifyAcceptances),
    /** The contract of one order and its addenda, verified with the adjacent records. */
    verifySigned: bound(verifySigned),
    checkAcceptancesNow: bound(checkAcceptancesNow),
    evidenceCheck: bound(evidenceCheck),
    openEvidenceBreaches: bound(openEvidenceBreaches),
    reviewBreach: within(reviewBreach),

    /** A new schedule for the open balance of an order: proposed by the team, accepted like a contract. */
    planRenegotiation: bound(planRenegotiation),
    proposeRenegotiation: within(proposeRenegotiation),
    withdrawRenegotiation: within(withdrawRenegotiation),
    reviewRenegotiation: within(reviewRenegotiation),
    /** Arrangements that a late customer makes without the team. */
    waysOutOf: bound(waysOutOf),
    chooseWayOut: bound(chooseWayOut),
    renegotiationOf: bound(renegotiationOf),
    openRenegotiationsOf: bound(openRenegotiationsOf),
    renegotiatedOrdersOf: bound(renegotiatedOrdersOf),
    renegotiationsFor: bound(renegotiationsFor),
    isRenegotiationOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: renegotiations.id, owner: renegotiations.userId }, which),
    acceptRenegotiation: bound(acceptRenegotiation),
    refuseRenegotiation: bound(refuseRenegotiation),
    addendumCopiesOf: bound(addendumCopiesOf),
    /** Proposals that were not accepted, and evidence that was changed. */
    obligations: [...renegotiationObligations(deps), ...evidenceObligations(deps)],
    listeners: [
      listenTo(paymentEvents, 'instalment.paid', {
        name: 'contracting.renegotiation',
        handle: within(endStaleRenegotiation),
      }),
      listenTo(paymentEvents, 'instalment.postponed', {
        name: 'contracting.renegotiation-of-postponed',
        handle: within(endStaleRenegotiation),
      }),
    ],
    jobs: handleJobs(contractingJobs, {
      'contracting.purge-drafts': { every: { cron: '20 3 * * *' }, run: bound(deleteOldDrafts) },
      'contracting.verify-acceptances': {
        every: { cron: '40 3 * * *' },
        run: bound(checkAcceptances),
      },
      // Reads every record, as the nightly one does, whose time it has.
      'contracting.verify-now': { maxSeconds: 840, run: bound(checkAcceptances) },
      'contracting.seal': {
        every: { cron: '*/10 * * * *' },
        run: () => sealReadable(deps.database, deps.sealing, sealable),
      },
      'contracting.expire-renegotiations': {
        every: { cron: '5 0 * * *' },
        run: () => expireOld(deps.database, deps.clock.now()),
      },
    }),
  }
}
