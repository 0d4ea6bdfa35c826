import type { Executor } from '../../platform/database/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { addDocument, type NewDocument } from './add-document.ts'
import type { Deps } from './deps.ts'
import { eraseDocument, sweepDocuments } from './erase-document.ts'
import { openDocument } from './open-document.ts'
import type { DocumentView } from './public.ts'
import { eraseJob, removeAllDocuments, removeDocument } from './remove-document.ts'
import { listDocuments } from './store.server.ts'

export type { NewDocument } from './add-document.ts'
export type { OpenedDocument } from './open-document.ts'
export type Documents = ReturnType<typeof createDocuments>

/** Papers that customers send, encrypted at rest and open to their owner alone (docs/decisions/0008). */
export function createDocuments(deps: Deps) {
  return {
    /** Keeps a file; the same content twice is one document. */
    add: (document: NewDocument) => addDocument(deps, document),
    /** A person's documents, newest first. */
    listOf: ({ userId }: { userId: string }): Promise<DocumentView[]> => listDocuments(deps.database, userId),
    /** The content, for the owner alone. */
    open: (which: { id: string; userId: string }) => openDocument(deps, which),
    remove: (which: { id: string; userId: string }) => removeDocument(deps, which),
    /** Everything of a person's, or what they sent before a moment, in the caller's transaction. */
    removeAll: (of: { executor: Executor; userId: string; sentBefore?: Date }) =>
      removeAllDocuments(deps, of),

    jobs: {
      [eraseJob]: { run: ({ documentId }) => eraseDocument(deps, String(documentId)) },
      'documents.sweep': { every: { cron: '25 * * * *' }, run: () => sweepDocuments(deps) },
    } satisfies Record<string, JobDefinition>,
  }
}
