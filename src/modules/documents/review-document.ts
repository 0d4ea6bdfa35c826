import { namesCpf } from '../../core/cpf.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { type ReviewDecision, requestNames, wordsOf } from './domain/review.ts'
import { documentAcceptedMessage, documentRejectedMessage } from './messages.ts'
import { notifyOwner } from './notify-owner.ts'
import { closeRequest, insertRequest, originalRequest } from './requests-store.server.ts'
import { type DocumentRow, lockAvailable, updateReview } from './store.server.ts'

export interface DocumentReview {
  documentId: string
  decision: ReviewDecision
  /** For a rejection: the reason, as shown to the customer. */
  words?: string | undefined
  /** The `reviewVersion` that the decision was based on. */
  seenVersion: number
}

export type ReviewRefusal =
  | 'not_found'
  /** A colleague decided in the meantime. */
  | 'changed_meanwhile'
  | 'already_decided'
  /** A rejection says why. */
  | 'no_words'
  /** The text names a CPF, which no message may contain. */
  | 'names_cpf'

/**
 * Accepts or rejects a document, and notifies its owner. A rejection requests another file as a replacement; a later acceptance
 * closes that request.
 */
export async function reviewDocument(
  tx: Transaction,
  { documentId, decision, words: given, seenVersion }: DocumentReview,
  deps: Pick<Deps, 'clock' | 'newId' | 'send' | 'contactOf' | 'links'>,
): Promise<Outcome<ReviewDecision, ReviewRefusal>> {
  const document = isUuid(documentId) ? await lockAvailable(tx, documentId) : undefined
  if (!document) return refuse('not_found')
  if (document.reviewVersion !== seenVersion) return refuse('changed_meanwhile')
  if (document.reviewStatus === decision) return refuse('already_decided')
  const words = wordsOf(given)
  if (decision === 'rejected' && !words) return refuse('no_words')
  if (words && namesCpf(words)) return refuse('names_cpf')
  const now = deps.clock.now()
  await updateReview(tx, documentId, {
    reviewStatus: decision,
    reviewVersion: document.reviewVersion + 1,
    reviewedAt: now,
    rejection: decision === 'rejected' ? (words ?? null) : null,
  })
  if (decision === 'accepted') await accept(tx, document, deps)
  else await reject(tx, { document, words: words ?? '' }, deps)
  return ok(decision)
}

type Around = Parameters<typeof reviewDocument>[2]

async function accept(tx: Transaction, document: DocumentRow, deps: Around): Promise<void> {
  const { id, userId } = document
  const file = await namedFile(tx, document)
  await closeRequest(tx, { documentId: id }, deps.clock.now())
  await notifyOwner(tx, userId, deps, ({ nome, url }) => ({
    kind: 'document.accepted',
    ...documentAcceptedMessage({ nome, url, file }),
  }))
}

async function reject(
  tx: Transaction,
  { document, words }: { document: DocumentRow; words: string },
  deps: Around,
): Promise<void> {
  const { id, userId } = document
  const file = await namedFile(tx, document)
  const request = { id: deps.newId(), userId, kind: 'replacement', documentId: id, note: words } as const
  await insertRequest(tx, { ...request, createdAt: deps.clock.now() })
  await notifyOwner(tx, userId, deps, ({ nome, url }) => ({
    kind: 'document.rejected',
    about: [id],
    ...documentRejectedMessage({ nome, url, file, words }),
  }))
}

/** Returns a document's name for its owner: the name of its request with the file's name, or only the latter. */
async function namedFile(tx: Transaction, { id, name }: DocumentRow): Promise<string> {
  const asked = (await originalRequest(tx, [id])).get(id)
  return asked ? `${requestNames[asked.kind]} (${name})` : name
}
