import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { answerRequest } from './answer.ts'
import { hasConsent, ownConsents, setConsent } from './consents.ts'
import { deleteOldDocuments } from './delete-old-documents.ts'
import { deleteOldRequests } from './delete-old-requests.ts'
import type { PrivacyDeps } from './deps.ts'
import { erasePerson, planErasure } from './erase.ts'
import { eraseOldContracts } from './erase-old-contracts.ts'
import { finishErasures, repeatErasures } from './finish-erasures.ts'
import { privacyJobs } from './jobs.ts'
import { privacyPersonal } from './personal.ts'
import { personOfLink, sendPrivacyLink } from './prove-address.ts'
import { ownDataPages, readOwnData } from './read-own-data.ts'
import { sealedPrivacy } from './store.server.ts'
import { cancelRequest, ownRequests, submitRequest } from './submit-request.ts'
import { privacyRequests } from './tables.server.ts'
import { requestForTeam, requestObligations, requestsForTeam } from './team-requests.ts'

export type { OwnConsent } from './consents.ts'
export { type PrivacyMessageKind, privacyMessageKinds, privacyMessageLimits } from './message-kinds.ts'
export type { OwnData, OwnPage } from './read-own-data.ts'
export type { OwnRequest } from './submit-request.ts'
export { privacyWordings } from './wordings.ts'

export type Privacy = ReturnType<typeof createPrivacy>

/**
 * The rights of a person over their own data (LGPD, art. 18): to view, download and correct it, to give and withdraw consent, to
 * have it erased; and the retention periods of the policy (arts. 15 and 16; docs/decisions/0059).
 */
export function createPrivacy(given: PrivacyDeps) {
  const deps: PrivacyDeps = { ...given, sources: [...given.sources, ...privacyPersonal(given)] }
  const { bound, within } = bind(deps)
  return {
    /** The columns that this module stores sealed. */
    sealed: sealedPrivacy,
    sendPrivacyLink: bound(sendPrivacyLink),
    personOfLink: bound(personOfLink),
    readOwnData: bound(readOwnData),
    ownDataPages: bound(ownDataPages),
    planErasure: bound(planErasure),
    submitRequest: bound(submitRequest),
    cancelRequest: bound(cancelRequest),
    /** Whether one of the requests is of another account: such an attempt is a security event. */
    isRequestOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: privacyRequests.id, owner: privacyRequests.userId }, which),
    ownRequests: bound(ownRequests),
    ownConsents: bound(ownConsents),
    setConsent: bound(setConsent),
    hasConsent,

    // For the team; called by the back office, which checks the role and records
    answerRequest: within(answerRequest),
    erasePerson: within(erasePerson),
    requestsForTeam: bound(requestsForTeam),
    requestForTeam: bound(requestForTeam),
    obligations: requestObligations(deps),

    jobs: handleJobs(privacyJobs, {
      'privacy.forget-documents': { every: { cron: '10 4 * * *' }, run: bound(deleteOldDocuments) },
      'privacy.forget-contracts': { every: { cron: '15 4 * * *' }, run: bound(eraseOldContracts) },
      'privacy.finish-erasures': { every: { cron: '*/10 * * * *' }, run: bound(finishErasures) },
      'privacy.repeat-erasures': { every: { cron: '35 4 * * *' }, run: bound(repeatErasures) },
      'privacy.sweep': { every: { cron: '5 * * * *' }, run: bound(deleteOldRequests) },
    }),
  }
}
