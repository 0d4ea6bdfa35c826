import { addDays, todayInSaoPaulo } from '../../core/calendar.ts'
import { PRIVACY_ANSWER_DAYS } from '../../core/commitments.ts'
import { after, DAY } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Person } from '../../platform/personal/personal-data.ts'
import { allow } from '../../platform/rate-limit/rate-limit.ts'
import { addressed } from './addressed.ts'
import type { PrivacyDeps } from './deps.ts'
import { type RequestKind, type RequestStatus, wordsProblem } from './domain/request.ts'
import { receivedMessage } from './messages.ts'
import { personKey, personKeys } from './person-key.ts'
import {
  insertRequest,
  lockOpenRequest,
  openRequest,
  requestsOfPerson,
  sealRequest,
  updateRequest,
} from './store.server.ts'

/** A request, as shown to the person who made it. */
export interface OwnRequest {
  id: string
  kind: RequestKind
  status: RequestStatus
  words: string
  answer: string | undefined
  createdAt: Date
  /** The deadline of the answer. */
  dueAt: Date
  decidedAt: Date | undefined
}

/** The deadline of the answer to a request (LGPD, art. 19, II). */
export function answerDue(createdAt: Date): Date {
  return after(createdAt, PRIVACY_ANSWER_DAYS * DAY)
}

/**
 * One request of each kind is open at a time, but a person may cancel it and submit another: each is a message, and a row.
 */
const requestLimit = { limit: 10, window: DAY } as const

/**
 * Stores a request to the team about one's own data. Refuses a second open request of the same kind, and more than ten of a person at
 * once or in a day.
 */
export async function submitRequest(
  { database, clock, newId, cipher, identity, send, links }: PrivacyDeps,
  { person, kind, words: typed }: { person: Person; kind: RequestKind; words: string },
): Promise<Outcome<null, 'asked_already' | 'too_many' | 'words_missing' | 'words_too_long'>> {
  const words = typed.trim()
  const problem = wordsProblem(kind, words)
  if (problem) return refuse(problem)
  const { userId, email, phone } = person
  const key = personKey(cipher, person)
  const now = clock.now()
  const allowance = await allow(database, { ...requestLimit, key: `privacy-request:${key}`, now })
  if (!allowance.allowed) return refuse('too_many')
  return database.transaction(async (tx) => {
    const id = newId()
    const contact = userId ? await identity.contactOf(tx, userId) : undefined
    const address = userId ? { email: contact?.email } : { email, phone }
    const isNew = await insertRequest(tx, {
      id,
      kind,
      userId: userId ?? null,
      personKey: key,
      sealed: sealRequest(cipher, id, { ...address, words }),
      status: 'open',
      createdAt: now,
    })
    if (!isNew) return refuse('asked_already')
    const message = receivedMessage({
      kind,
      name: contact?.nome ?? '',
      dueOn: addDays(todayInSaoPaulo(now), PRIVACY_ANSWER_DAYS),
      hasAccount: userId !== undefined,
      link: userId ? links.accountPrivacy() : links.privacyLink(),
    })
    await send(tx, {
      ...addressed(address, message),
      ...(userId && { userId }),
      kind: 'privacy.received',
    })
    return ok(null)
  })
}

/** Cancels an open request of one's own. */
export async function cancelRequest(
  { database, clock, cipher }: PrivacyDeps,
  { person, requestId }: { person: Person; requestId: string },
): Promise<Outcome<null, 'not_open'>> {
  if (!isUuid(requestId)) return refuse('not_open')
  return database.transaction(async (tx) => {
    const request = await lockOpenRequest(tx, requestId)
    if (!request || !personKeys(cipher, person).includes(request.personKey)) return refuse('not_open')
    await updateRequest(tx, requestId, { status: 'cancelled', decidedAt: clock.now() })
    return ok(null)
  })
}

/** A person's requests, newest first. */
export async function ownRequests(
  { database, cipher }: Pick<PrivacyDeps, 'database' | 'cipher'>,
  { person }: { person: Person },
): Promise<OwnRequest[]> {
  const rows = await requestsOfPerson(database, personKeys(cipher, person))
  return rows.map((row) => {
    const { words, answer } = openRequest(cipher, row)
    const { id, kind, status, createdAt, decidedAt } = row
    const dueAt = answerDue(createdAt)
    return { id, kind, status, words, answer, createdAt, dueAt, decidedAt: decidedAt ?? undefined }
  })
}
