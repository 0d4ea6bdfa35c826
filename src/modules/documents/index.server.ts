import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { addDocument } from './add-document.ts'
import type { Deps } from './deps.ts'
import { eraseDocument, sweepDocuments } from './erase-document.ts'
import { documentJobs } from './jobs.ts'
import { documentsOf } from './list-documents.ts'
import { openDocument } from './open-document.ts'
import { removeAllDocuments, removeDocument } from './remove-document.ts'
import { documents } from './tables.server.ts'

export type Documents = ReturnType<typeof createDocuments>

/** Documents that customers upload, encrypted at rest and accessible only to their owner (docs/decisions/0008). */
export function createDocuments(deps: Deps) {
  const { bound, within } = bind(deps)
  return {
    add: bound(addDocument),
    listOf: bound(documentsOf),
    open: bound(openDocument),
    remove: bound(removeDocument),
    removeAll: within(removeAllDocuments),
    isOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: documents.id, owner: documents.userId }, which),

    jobs: handleJobs(documentJobs, {
      'documents.erase': { run: bound(eraseDocument) },
      'documents.sweep': { every: { cron: '25 * * * *' }, run: bound(sweepDocuments) },
    }),
  }
}
