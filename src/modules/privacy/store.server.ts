import { and, asc, desc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { insertIfNew } from '../../platform/database/insert-rows.ts'
import { pagesById } from '../../platform/database/pages-by-id.ts'
import type { Person } from '../../platform/personal/personal-data.ts'
import { type Cipher, openJson, sealJson } from '../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import type { ConsentPurpose, RequestList } from './domain/request.ts'
import type { ProvenAddress } from './read-address.ts'
import { consents, privacyLinks, privacyRequests } from './tables.server.ts'

export type RequestRow = typeof privacyRequests.$inferSelect

/** The sealed content of a request. */
export interface RequestContent extends ProvenAddress {
  words: string
  answer?: string | undefined
}

/** @returns false when the person has an open request of this kind */
export function insertRequest(
  executor: Executor,
  row: typeof privacyRequests.$inferInsert,
): Promise<boolean> {
  return insertIfNew(executor, privacyRequests, row)
}

/** Newest first. */
export function requestsOfPerson(executor: Executor, keys: readonly string[]): Promise<RequestRow[]> {
  return executor
    .select()
    .from(privacyRequests)
    .where(inArray(privacyRequests.personKey, [...keys]))
    .orderBy(desc(privacyRequests.createdAt))
    .limit(100)
}

export async function findRequest(executor: Executor, id: string): Promise<RequestRow | undefined> {
  const [row] = await executor.select().from(privacyRequests).where(eq(privacyRequests.id, id))
  return row
}

/** Reads an open request with a lock: of two decisions the second finds none. */
export async function lockOpenRequest(executor: Executor, id: string): Promise<RequestRow | undefined> {
  const [row] = await executor
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.id, id), eq(privacyRequests.status, 'open')))
    .for('update')
  return row
}

export async function updateRequest(
  executor: Executor,
  id: string,
  change: Partial<typeof privacyRequests.$inferInsert>,
): Promise<void> {
  await executor.update(privacyRequests).set(change).where(eq(privacyRequests.id, id))
}

/** Position of the next page of a list. */
export interface RequestPosition {
  at: Date
  id: string
}

/** Open ones, the oldest first; or decided ones, the latest first. */
export function listRequests(
  executor: Executor,
  { list, after, limit }: { list: RequestList; after: RequestPosition | undefined; limit: number },
): Promise<RequestRow[]> {
  const { createdAt, decidedAt, id, status } = privacyRequests
  const from = after && sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const base = executor.select().from(privacyRequests)
  return list === 'open'
    ? base
        .where(and(eq(status, 'open'), from && sql`(${createdAt}, ${id}) > ${from}`))
        .orderBy(asc(createdAt), asc(id))
        .limit(limit)
    : base
        .where(and(isNotNull(decidedAt), from && sql`(${decidedAt}, ${id}) < ${from}`))
        .orderBy(desc(decidedAt), desc(id))
        .limit(limit)
}

/** Erasures that were decided but whose last message and address still exist. */
export function erasuresToFinish(executor: Executor, limit: number): Promise<RequestRow[]> {
  return executor
    .select()
    .from(privacyRequests)
    .where(isToFinish)
    .orderBy(privacyRequests.decidedAt)
    .limit(limit)
}

/** Must match the condition of its index exactly. */
const isToFinish: SQL = sql`${privacyRequests.kind} = 'erasure' and ${privacyRequests.status} = 'done' and ${privacyRequests.sealed} is not null`

/** Deletes requests decided before an instant. */
export async function deleteRequests(executor: Executor, before: Date): Promise<void> {
  await executor.delete(privacyRequests).where(lt(privacyRequests.decidedAt, before))
}

export async function insertPrivacyLink(
  executor: Executor,
  row: typeof privacyLinks.$inferInsert,
): Promise<void> {
  await executor.insert(privacyLinks).values(row)
}

export async function findPrivacyLink(
  executor: Executor,
  id: string,
): Promise<typeof privacyLinks.$inferSelect | undefined> {
  const [row] = await executor.select().from(privacyLinks).where(eq(privacyLinks.id, id))
  return row
}

/** Links whose addresses are opened in one turn of the event loop: anybody asks for links. */
const linksAtOnce = 500

/** The links sent to an address. Reads all those requested in the last two hours, and decrypts each to compare it. */
export async function privacyLinksOf(
  executor: Executor,
  cipher: Cipher,
  { email, phone }: Pick<Person, 'email' | 'phone'>,
): Promise<(typeof privacyLinks.$inferSelect & ProvenAddress)[]> {
  if (email === undefined && phone === undefined) return []
  const found: (typeof privacyLinks.$inferSelect & ProvenAddress)[] = []
  const read = (after: string | undefined) =>
    executor
      .select()
      .from(privacyLinks)
      .where(after === undefined ? undefined : lt(privacyLinks.id, after))
      .orderBy(desc(privacyLinks.id))
      .limit(linksAtOnce)
  for await (const rows of pagesById(linksAtOnce, ({ id }) => id, read)) {
    for (const row of rows) {
      const link = { ...row, ...openAddress(cipher, row.id, row.sealed) }
      const isTheirs = link.email ? link.email === email : link.phone !== undefined && link.phone === phone
      if (isTheirs) found.push(link)
    }
  }
  return found
}

export async function deletePrivacyLinks(executor: Executor, before: Date): Promise<void> {
  await executor.delete(privacyLinks).where(lt(privacyLinks.expiresAt, before))
}

export async function insertConsent(executor: Executor, row: typeof consents.$inferInsert): Promise<void> {
  await executor.insert(consents).values(row)
}

/** The last changes of a person's consent for a purpose, newest first. */
export function lastConsents(
  executor: Executor,
  { userId, purpose, limit }: { userId: string; purpose: ConsentPurpose; limit: number },
): Promise<{ isGiven: boolean; version: string; at: Date }[]> {
  const { id, isGiven, version, at } = consents
  return executor
    .select({ isGiven, version, at })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.purpose, purpose)))
    .orderBy(desc(at), desc(id))
    .limit(limit)
}

export function sealRequest(cipher: Cipher, id: string, content: RequestContent): Uint8Array {
  return sealJson(cipher, requestName(id), content)
}

/** The content of a request; undefined once the person was erased. */
export function openRequest(
  cipher: Cipher,
  { id, sealed }: Pick<RequestRow, 'id' | 'sealed'>,
): RequestContent {
  return sealed ? openJson<RequestContent>(cipher, requestName(id), sealed) : { words: '' }
}

export function sealAddress(cipher: Cipher, id: string, address: ProvenAddress): Uint8Array {
  return sealJson(cipher, linkName(id), address)
}

export function openAddress(cipher: Cipher, id: string, sealed: Uint8Array): ProvenAddress {
  return openJson<ProvenAddress>(cipher, linkName(id), sealed)
}

/** Binds the ciphertext to its row. */
const requestName = (id: string) => `privacy-request/v1/${id}`
const linkName = (id: string) => `privacy-link/v1/${id}`

/** For the rotation of the encryption key. */
export const sealedPrivacy: readonly SealedColumn[] = [
  { column: privacyRequests.sealed, row: [privacyRequests.id], nameOf: requestName },
  { column: privacyLinks.sealed, row: [privacyLinks.id], nameOf: linkName },
]
