import { DAY } from '../../core/durations.ts'
import { retention } from '../../core/retention.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Person } from '../../platform/personal/personal-data.ts'
import type { PrivacyDeps } from './deps.ts'
import { eraseEverything } from './erase.ts'
import { personKey, personKeys } from './person-key.ts'
import {
  erasuresToFinish,
  findRequest,
  insertRequest,
  openRequest,
  type RequestRow,
  requestsOfPerson,
  updateRequest,
} from './store.server.ts'

/** How long the last message is retried before its address is erased even if it was not sent. */
const LAST_MESSAGE_FOR = 3 * DAY

/** A record of an erasure, outside the database: it is read after a restored back-up, and contains no name. */
interface ErasureEntry {
  requestId: string
  userId: string | null
  personKey: string
  createdAt: string
  decidedAt: string
}

const folder = 'erasures'
const keyOf = (requestId: string) => `${folder}/${requestId}`

/**
 * Completes erasures: after the last message was sent, erases it, its recipient, its entry in the journal, and the person's words
 * in requests. After that only the data that a law requires remain.
 */
export async function finishErasures(deps: PrivacyDeps): Promise<void> {
  const { database, clock, storage, cipher, notifications } = deps
  const now = clock.now()
  for (const request of await erasuresToFinish(database, 100)) {
    const { email, phone } = openRequest(cipher, request)
    const person: Person = { userId: request.userId ?? undefined, email, phone }
    const decidedAt = request.decidedAt ?? now
    const isFresh = now.getTime() - decidedAt.getTime() < LAST_MESSAGE_FOR
    if (isFresh && (await notifications.hasWaiting({ person }))) continue
    const entry: ErasureEntry = {
      requestId: request.id,
      userId: request.userId,
      personKey: request.personKey,
      createdAt: request.createdAt.toISOString(),
      decidedAt: decidedAt.toISOString(),
    }
    await storage.put(keyOf(request.id), Buffer.from(JSON.stringify(entry), 'utf8'))
    await database.transaction(async (tx) => {
      // Another tab of the person may have sent data at the moment of the erasure, which arrived after it.
      const { userId } = person
      if (userId) await eraseEverything(tx, { userId, email: undefined, phone: undefined }, now, deps)
      await eraseTraces(tx, person, deps)
    })
  }
  await notifications.eraseJournals()
}

/** Erases the messages to a person, including those that wait, and the person's messages to us. */
async function eraseTraces(
  tx: Transaction,
  person: Person,
  { clock, cipher, notifications }: PrivacyDeps,
): Promise<void> {
  const now = clock.now()
  await notifications.eraseMessages(tx, { person, now, waitingToo: true })
  for (const { id, status } of await requestsOfPerson(tx, personKeys(cipher, person))) {
    const ended = status === 'open' ? { status: 'cancelled' as const, decidedAt: now } : {}
    await updateRequest(tx, id, { sealed: null, ...ended })
  }
}

/**
 * Repeats the erasure of people whom a restored back-up brought back: the entries outside the database record erasures that the
 * database lacks. Entries are deleted when no back-up is older.
 */
export async function repeatErasures(deps: PrivacyDeps): Promise<void> {
  const { database, clock, storage } = deps
  const now = clock.now()
  for (const requestId of await storage.list(folder)) {
    const bytes = await storage.get(keyOf(requestId))
    if (!bytes) continue
    const entry = JSON.parse(Buffer.from(bytes).toString('utf8')) as ErasureEntry
    const request = await findRequest(database, requestId)
    if (request?.status !== 'done') await eraseAgain(deps, entry, request)
    const age = now.getTime() - new Date(entry.decidedAt).getTime()
    if (age > retention.journalDays * DAY) await storage.delete(keyOf(requestId))
  }
}

async function eraseAgain(
  deps: PrivacyDeps,
  entry: ErasureEntry,
  request: RequestRow | undefined,
): Promise<void> {
  const { database, clock, notifications } = deps
  const person = await personOfEntry(deps, entry)
  await database.transaction(async (tx) => {
    const now = clock.now()
    if (person) {
      await eraseEverything(tx, person, now, deps)
      await eraseTraces(tx, person, deps)
    }
    const done = { status: 'done' as const, sealed: null, decidedAt: new Date(entry.decidedAt) }
    if (request) await updateRequest(tx, entry.requestId, done)
    else
      await insertRequest(tx, {
        id: entry.requestId,
        kind: 'erasure',
        userId: entry.userId,
        personKey: entry.personKey,
        createdAt: new Date(entry.createdAt),
        ...done,
      })
  })
  await notifications.eraseJournals()
}

/** The person of an entry: an account, or the address of a message that has its index. */
async function personOfEntry(
  { database, cipher, identity, notifications }: PrivacyDeps,
  entry: ErasureEntry,
): Promise<Person | undefined> {
  if (entry.userId) {
    const contact = await identity.contactOf(database, entry.userId)
    return { userId: entry.userId, email: contact?.email, phone: undefined }
  }
  for await (const to of notifications.addresses()) {
    const person = to.includes('@')
      ? { userId: undefined, email: to, phone: undefined }
      : { userId: undefined, email: undefined, phone: to }
    if (personKey(cipher, person) === entry.personKey) return person
  }
  return undefined
}
