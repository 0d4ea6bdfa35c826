import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { addDocument } from './add-document.ts'
import type { Deps } from './deps.ts'
import { cleanUpDocuments, eraseDocument } from './erase-document.ts'
import { documentJobs } from './jobs.ts'
import { documentsOf } from './list-documents.ts'
import { openDocument } from './open-document.ts'
import { documentsPersonal } from './personal.ts'
import { removeAllDocuments, removeDocument } from './remove-document.ts'
import { closeDocumentRequest, isMessageValid, openRequests, requestDocument } from './request-document.ts'
import { reviewDocument } from './review-document.ts'
import { available } from './store.server.ts'
import { documentRequests, documents } from './tables.server.ts'
import {
  contentForTeam,
  documentForTeam,
  documentsForTeam,
  findForTeam,
  reviewObligations,
} from './team-documents.ts'

export { type DocumentMessageKind, documentMessageKinds } from './message-kinds.ts'
export { documentWordings } from './wordings.ts'

export type Documents = ReturnType<typeof createDocuments>

/**
 * Documents that customers upload, encrypted at rest. They are visible to their owner and to the team, whose every view is recorded
 * (docs/decisions/0008).
 */
export function createDocuments(deps: Deps) {
  const { bound, within } = bind(deps)
  return {
    /** The column that identifies the customer of each row that their pages show. */
    owners: [documentRequests.userId],
    /** The stored files that rows refer to. */
    fileKeys: [{ table: documents, key: documents.storageKey, where: available }],
    /** Personal data stored here. */
    personal: documentsPersonal(deps),
    /** Whether a queued message is still true. */
    isMessageValid,
    add: bound(addDocument),
    listOf: bound(documentsOf),
    open: bound(openDocument),
    remove: bound(removeDocument),
    removeAll: within(removeAllDocuments),
    /** The team's open requests to this customer. */
    requestsOf: bound(openRequests),

    // For the team; called by the back office, which checks the role and records
    review: within(reviewDocument),
    request: within(requestDocument),
    closeRequest: within(closeDocumentRequest),
    findForTeam,
    contentForTeam: bound(contentForTeam),
    forTeam: bound(documentForTeam),
    listForTeam: bound(documentsForTeam),
    obligations: reviewObligations(deps),

    isOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: documents.id, owner: documents.userId }, which),

    jobs: handleJobs(documentJobs, {
      'documents.erase': { run: bound(eraseDocument) },
      'documents.sweep': { every: { cron: '25 * * * *' }, run: bound(cleanUpDocuments) },
    }),
  }
}
