import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { acceptContract } from './accept-contract.ts'
import { chooseDueDay, dueDayChoicesOf } from './choose-due-day.ts'
import type { ContractingDeps } from './deps.ts'
import { contractingJobs } from './jobs.ts'
import { claimHiring, discardHiring, openHiring } from './open-hiring.ts'
import { purgeDrafts } from './purge-drafts.ts'
import { copyOf, partyOf, signatureOf } from './read-copy.ts'
import { readDraft } from './read-draft.ts'
import { renderContract } from './render-contract.ts'
import { startHiring } from './start-hiring.ts'
import { hiringDrafts } from './tables.server.ts'
import { verifyAcceptances } from './verify-acceptances.ts'
import { withdraw } from './withdraw.ts'

export type { AcceptanceRefusal } from './accept-contract.ts'

export { contractingEvents } from './events.ts'
export { type ContractingMessageKind, contractingMessageKinds } from './message-kinds.ts'

export type { OpenHiring } from './open-hiring.ts'

export type { OpenDraft } from './read-draft.ts'

export type { PlanSelection } from './start-hiring.ts'

export type Contracting = ReturnType<typeof createContracting>

/** From a chosen plan to a signed contract. Publishes `contract.accepted`. */
export function createContracting(deps: ContractingDeps) {
  const { bound } = bind(deps)
  return {
    /** What a customer has here: the columns that name whose each row is. */
    owners: [hiringDrafts.userId],
    startHiring: bound(startHiring),
    readDraft: bound(readDraft),
    dueDayChoicesOf: bound(dueDayChoicesOf),
    chooseDueDay: bound(chooseDueDay),
    openHiring: bound(openHiring),
    claimHiring: bound(claimHiring),
    discardHiring: bound(discardHiring),
    /** The contract of a draft as of now. */
    renderContract: bound(renderContract),
    acceptContract: bound(acceptContract),
    withdraw: bound(withdraw),
    copyOf: bound(copyOf),
    partyOf: bound(partyOf),
    signatureOf: bound(signatureOf),
    verifyAcceptances: bound(verifyAcceptances),
    jobs: handleJobs(contractingJobs, {
      'contracting.purge-drafts': { every: { cron: '20 3 * * *' }, run: bound(purgeDrafts) },
    }),
  }
}
