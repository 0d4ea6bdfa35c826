import { eq } from 'drizzle-orm'
import type { PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { Deps } from './deps.ts'
import { removeAllDocuments } from './remove-document.ts'
import { documentRequests, documents } from './tables.server.ts'

/** A customer's documents, and the team's requests. A job enqueued in the same transaction erases the bytes. */
export function documentsPersonal(deps: Pick<Deps, 'enqueue' | 'clock'>): readonly PersonalSource[] {
  return [
    {
      ...rowsSource({
        kind: 'document',
        table: documents,
        id: documents.id,
        where: ({ userId }) => (userId ? eq(documents.userId, userId) : undefined),
        fields: {
          fileName: documents.name,
          mediaType: documents.mediaType,
          bytes: documents.size,
          sha256: documents.sha256,
          createdAt: documents.createdAt,
          reviewStatus: documents.reviewStatus,
          rejection: documents.rejection,
        },
      }),
      async erase(tx, { userId }) {
        if (userId) await removeAllDocuments(tx, { userId }, deps)
      },
    },
    rowsSource({
      kind: 'document',
      table: documentRequests,
      id: documentRequests.id,
      where: ({ userId }) => (userId ? eq(documentRequests.userId, userId) : undefined),
      fields: {
        askedDocument: documentRequests.kind,
        note: documentRequests.note,
        createdAt: documentRequests.createdAt,
        fulfilledAt: documentRequests.fulfilledAt,
      },
    }),
  ]
}
