import { type AcceptanceDeps, acceptContract } from './accept-contract.ts'
import { purgeDrafts, purgeJob } from './purge-drafts.ts'
import { copyOf, partyOf } from './read-copy.ts'
import { type OpenDraft, readDraft } from './read-draft.ts'
import { renderContract } from './render-contract.ts'
import { startHiring } from './start-hiring.ts'
import { verifyAcceptances } from './verify-acceptances.ts'
import { type WithdrawalDeps, withdraw } from './withdraw.ts'

export type { AcceptanceRefusal, AcceptanceRequest, AcceptedContract } from './accept-contract.ts'
export type {
  CompleteProfile,
  EmailConfirmed,
  GiveBack,
  HiringViewer,
  ScheduleInstalments,
  SendMessage,
} from './ports.ts'
export type { ContractCopy } from './read-copy.ts'
export type { DraftReading, OpenDraft } from './read-draft.ts'
export type { RenderedContract } from './render-contract.ts'
export type { HiringChoice, HiringRefusal } from './start-hiring.ts'
export type { ChainBreach } from './verify-acceptances.ts'
export type { WithdrawalRefusal } from './withdraw.ts'

export type Contracting = ReturnType<typeof createContracting>

/** From a chosen plan to a signed contract. Publishes `contract.accepted` {orderId, draftId, userId, …}. */
export function createContracting(deps: AcceptanceDeps & WithdrawalDeps) {
  return {
    startHiring: startHiring(deps),
    readDraft: readDraft(deps),
    /** The contract of a draft as it stands now. */
    renderContract: ({ draft }: { draft: OpenDraft }) =>
      renderContract({ draft, company: deps.company, now: deps.clock.now() }),
    acceptContract: acceptContract(deps),
    withdraw: withdraw(deps),
    copyOf: copyOf(deps),
    partyOf: partyOf(deps),
    verifyAcceptances: verifyAcceptances(deps),
    jobs: { 'contracting.purge-drafts': purgeJob(purgeDrafts(deps)) },
  }
}
