import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { DOCUMENT_REVIEW_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import type { ObligationSource } from '../../core/obligation.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { obligationSource } from '../../platform/database/obligation-source.ts'
import { readStored } from '../../platform/storage/stored-file.ts'
import type { Deps } from './deps.ts'
import type { OriginalRequest } from './domain/review.ts'
import type { OpenedDocument } from './open-document.ts'
import type { DocumentForTeam, DocumentList } from './public.ts'
import { originalRequest } from './requests-store.server.ts'
import { available, type DocumentRow, lockAvailable } from './store.server.ts'
import { documents } from './tables.server.ts'

/** The same condition as in the partial index. */
const toReview = and(available, sql`${documents.reviewStatus} = 'waiting'`)

/** Milliseconds within which a document is to be reviewed. */
const REVIEW_TIME = DOCUMENT_REVIEW_HOURS * HOUR

/** Position after which a list of documents continues: a time and an id. */
export interface DocumentPosition {
  at: Date
  id: string
}

/** The documents to review, the oldest first; or the reviewed ones, the last decision first. */
export async function documentsForTeam(
  { database }: Pick<Deps, 'database'>,
  { list, after, limit }: { list: DocumentList; after?: DocumentPosition | undefined; limit: number },
): Promise<DocumentForTeam[]> {
  const isQueue = list === 'to-review'
  const at = isQueue ? documents.createdAt : documents.reviewedAt
  const direction = isQueue ? asc : desc
  const rows = await database
    .select()
    .from(documents)
    .where(
      and(
        isQueue ? toReview : and(available, isNotNull(documents.reviewedAt)),
        after && isBeyond(after, list),
      ),
    )
    .orderBy(direction(at), direction(documents.id))
    .limit(limit)
  return rows.map(toView)
}

/** A document as shown on the desk, with its original request; undefined when it no longer exists. */
export async function documentForTeam(
  { database }: Pick<Deps, 'database'>,
  { id }: { id: string },
): Promise<(DocumentForTeam & { originalRequest: OriginalRequest | undefined }) | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await database
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), available))
  return row && { ...toView(row), originalRequest: (await originalRequest(database, [id])).get(id) }
}

/** Finds a document for a team member who opens it. The caller records the access. */
export async function findForTeam(
  tx: Transaction,
  { documentId }: { documentId: string },
): Promise<Outcome<DocumentRow, 'not_found'>> {
  const row = isUuid(documentId) ? await lockAvailable(tx, documentId) : undefined
  return row ? ok(row) : refuse('not_found')
}

/** The content of a document that `findForTeam` found. @throws UnreadableFileError */
export async function contentForTeam(
  { storage }: Pick<Deps, 'storage'>,
  { row: { storageKey, name, mediaType } }: { row: DocumentRow },
): Promise<OpenedDocument> {
  const bytes = await readStored(storage, storageKey)
  return { name, mediaType, bytes }
}

/** The team's obligations for documents: those awaiting review. */
export function reviewObligations({
  database,
}: Pick<Deps, 'database'>): readonly ObligationSource<'document.review'>[] {
  const { id, createdAt: since, userId, name: about } = documents
  return [
    obligationSource({
      database,
      kind: 'document.review',
      table: documents,
      where: toReview,
      withinMs: REVIEW_TIME,
      id,
      since,
      userId,
      about,
    }),
  ]
}

function isBeyond({ at, id }: DocumentPosition, list: DocumentList): SQL {
  const there = sql`(${at.toISOString()}::timestamptz, ${id}::uuid)`
  return list === 'to-review'
    ? sql`(${documents.createdAt}, ${documents.id}) > ${there}`
    : sql`(${documents.reviewedAt}, ${documents.id}) < ${there}`
}

function toView(row: DocumentRow): DocumentForTeam {
  const { id, personType, name, mediaType, size, createdAt, userId, reviewVersion } = row
  return {
    id,
    personType,
    name,
    mediaType,
    size,
    createdAt,
    userId,
    reviewVersion,
    review: row.reviewStatus,
    rejection: row.rejection ?? undefined,
    reviewedAt: row.reviewedAt ?? undefined,
    dueAt: new Date(createdAt.getTime() + REVIEW_TIME),
  }
}
