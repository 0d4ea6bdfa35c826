import { namesCpf } from '../../core/cpf.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { type RequestKind, requestNames, wordsOf } from './domain/review.ts'
import { documentRequestedMessage } from './messages.ts'
import { notifyOwner } from './notify-owner.ts'
import type { DocumentRequest } from './public.ts'
import {
  closeRequest,
  insertRequest,
  isRequestOpen,
  openRequestsOf,
  originalRequest,
} from './requests-store.server.ts'

export interface NewRequest {
  userId: string
  kind: Exclude<RequestKind, 'replacement'>
  /** Note to the customer; required for 'other'. */
  words?: string | undefined
}

/**
 * Requests a document of a given kind from a customer, and notifies them.
 *
 * @returns the id of the request
 */
export async function requestDocument(
  tx: Transaction,
  { userId, kind, words: given }: NewRequest,
  deps: Pick<Deps, 'clock' | 'newId' | 'send' | 'contactOf' | 'links'>,
): Promise<Outcome<string, 'not_found' | 'already_requested' | 'no_words' | 'names_cpf'>> {
  if (!isUuid(userId) || !(await deps.contactOf(tx, userId))) return refuse('not_found')
  const words = wordsOf(given)
  if (kind === 'other' && !words) return refuse('no_words')
  if (words && namesCpf(words)) return refuse('names_cpf')
  const id = deps.newId()
  const request = { id, userId, kind, note: words ?? '', createdAt: deps.clock.now() }
  if (!(await insertRequest(tx, request))) return refuse('already_requested')
  await notifyOwner(tx, userId, deps, ({ nome, url }) => ({
    kind: 'document.requested',
    about: [id],
    ...documentRequestedMessage({ nome, url, what: requestNames[kind], words }),
  }))
  return ok(id)
}

/** Closes a request for a document that is no longer needed. */
export async function closeDocumentRequest(
  tx: Transaction,
  { requestId }: { requestId: string },
  { clock }: Pick<Deps, 'clock'>,
): Promise<Outcome<null, 'not_found'>> {
  if (!isUuid(requestId)) return refuse('not_found')
  return (await closeRequest(tx, { requestId }, clock.now())) ? ok(null) : refuse('not_found')
}

/** Whether a message of ours that waited for the morning is still valid: the requested file is still missing. */
export async function isMessageValid(
  executor: Executor,
  { kind, about: [id = ''] }: { kind: string; about: readonly string[] },
): Promise<boolean> {
  if (kind === 'document.requested') return isRequestOpen(executor, { requestId: id })
  return kind === 'document.rejected' ? isRequestOpen(executor, { documentId: id }) : true
}

/** The open requests to a customer, oldest first. */
export async function openRequests(
  { database }: Pick<Deps, 'database'>,
  { userId }: { userId: string },
): Promise<DocumentRequest[]> {
  const rows = await openRequestsOf(database, userId)
  const first = await originalRequest(
    database,
    rows.flatMap(({ documentId }) => documentId ?? []),
  )
  return rows.map(({ id, kind, note, documentId, createdAt }) => ({
    id,
    kind,
    note,
    createdAt,
    documentId: documentId ?? undefined,
    replaces: first.get(documentId ?? ''),
  }))
}
