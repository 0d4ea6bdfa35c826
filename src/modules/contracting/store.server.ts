import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type Placeholder, sql } from 'drizzle-orm'
import { builtOnce } from '../../platform/database/built-once.ts'
import type { Executor } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { pipelined } from '../../platform/database/pipelined.ts'
import { type ChainEnd, emptyChain } from '../../platform/hash-chain.ts'
import type { Sealing } from '../../platform/storage/sealing.ts'
import {
  type AcceptanceRow,
  type Opening,
  openAcceptance,
  sealAcceptance,
} from './sealed-contracts.server.ts'
import { openCpf, sealCpf } from './sealed-drafts.server.ts'
import {
  acceptanceChains,
  contractAcceptances,
  contractAddenda,
  hiringDrafts,
  withdrawals,
} from './tables.server.ts'

type StoredDraft = typeof hiringDrafts.$inferSelect
/** A draft with its CPF decrypted. */
export type DraftRow = Omit<StoredDraft, 'cpfSealed'>
export type { AcceptanceRow } from './sealed-contracts.server.ts'

/** The fields of a draft that can change until it is signed. */
export type DraftChoice = Pick<
  DraftRow,
  'serviceId' | 'variant' | 'planId' | 'customOfferId' | 'shownTotal' | 'name' | 'cpf' | 'phone'
>

export async function insertDraft(executor: Executor, row: DraftRow, sealing: Sealing): Promise<void> {
  await insertRows(executor, hiringDrafts, [{ ...row, ...stored(sealing, row.id, row) }])
}

function stored(sealing: Sealing, draftId: string, { cpf }: Pick<DraftRow, 'cpf'>) {
  return cpf === null ? noCpf : sealCpf(sealing, draftId, cpf)
}

function opened({ cpfSealed, ...row }: StoredDraft, sealing: Pick<Sealing, 'cipher'>): DraftRow {
  return { ...row, cpf: openCpf(sealing, row.id, { cpf: row.cpf, cpfSealed }) }
}

const noCpf = { cpf: null, cpfSealed: null }

/** @returns whether an open draft of this user, or without an owner, was updated */
export async function updateDraft(
  executor: Executor,
  {
    draftId,
    userId,
    now,
    choice,
  }: { draftId: string; userId: string | null; now: Date; choice: DraftChoice },
  sealing: Sealing,
): Promise<boolean> {
  const changed = await executor
    .update(hiringDrafts)
    .set({
      ...choice,
      ...stored(sealing, draftId, choice),
      dueDay: keptDueDay(choice),
      ...(userId && { userId }),
      updatedAt: now,
    })
    .where(and(eq(hiringDrafts.id, draftId), isNull(hiringDrafts.orderId), isOpenTo(userId)))
    .returning({ id: hiringDrafts.id })
  return changed.length > 0
}

/** A due day belongs to the plan it was chosen for: choosing another plan clears it. */
function keptDueDay({ serviceId, planId, customOfferId }: DraftChoice) {
  const isSamePlan = and(
    eq(hiringDrafts.serviceId, serviceId),
    eq(hiringDrafts.planId, planId),
    sql`${hiringDrafts.customOfferId} is not distinct from ${customOfferId}::uuid`,
  )
  return sql`case when ${isSamePlan} then ${hiringDrafts.dueDay} end`
}

/** Stores the chosen due day; null clears it. @returns whether the draft is open */
export async function updateDueDay(
  executor: Executor,
  { draftId, userId, dueDay, now }: { draftId: string; userId: string; dueDay: number | null; now: Date },
): Promise<boolean> {
  const changed = await executor
    .update(hiringDrafts)
    .set({ dueDay, updatedAt: now })
    .where(and(eq(hiringDrafts.id, draftId), eq(hiringDrafts.userId, userId), isNull(hiringDrafts.orderId)))
    .returning({ id: hiringDrafts.id })
  return changed.length > 0
}

/** A draft of this user or without an owner; undefined for another user's. */
export async function selectDraft(
  executor: Executor,
  { draftId, userId, lock }: { draftId: string; userId: string | null; lock?: boolean },
  sealing: Pick<Sealing, 'cipher'>,
): Promise<DraftRow | undefined> {
  const [row] = await (lock ? draftToLock : draftToRead)(executor, { draftId, userId })
  return row && opened(row, sealing)
}

const draftToRead = builtOnce((executor) => draftOfUser(executor))
const draftToLock = builtOnce((executor) => draftOfUser(executor).for('update'))

function draftOfUser(executor: Executor) {
  return executor
    .select()
    .from(hiringDrafts)
    .where(and(eq(hiringDrafts.id, sql.placeholder('draftId')), isOpenTo(sql.placeholder('userId'))))
}

/** Assigns a draft without an owner to a user. @returns whether it had none */
export async function assignDraft(
  executor: Executor,
  { draftId, userId }: { draftId: string; userId: string },
): Promise<boolean> {
  const assigned = await executor
    .update(hiringDrafts)
    .set({ userId })
    .where(and(eq(hiringDrafts.id, draftId), isNull(hiringDrafts.userId)))
    .returning({ id: hiringDrafts.id })
  return assigned.length > 0
}

/** Marks a draft as signed and erases its personal data, which the contract now holds. */
export async function consumeDraft(
  executor: Executor,
  values: { draftId: string; orderId: string; userId: string; now: Date },
): Promise<void> {
  await consumption(executor, values)
}

const consumption = builtOnce((executor) => {
  const [orderId, userId, now] = ['orderId', 'userId', 'now'].map((name) => sql`${sql.placeholder(name)}`)
  return executor
    .update(hiringDrafts)
    .set({ orderId, userId, consumedAt: now, updatedAt: now, name: null, ...noCpf, phone: null })
    .where(eq(hiringDrafts.id, sql.placeholder('draftId')))
})

/** @returns the number of deleted drafts */
export async function deleteOpenDrafts(
  executor: Executor,
  { unownedBefore, ownedBefore }: { unownedBefore: Date; ownedBefore: Date },
): Promise<number> {
  const unowned = and(isNull(hiringDrafts.userId), lt(hiringDrafts.updatedAt, unownedBefore))
  const gone = await executor
    .delete(hiringDrafts)
    .where(and(isNull(hiringDrafts.orderId), or(unowned, lt(hiringDrafts.updatedAt, ownedBefore))))
    .returning({ id: hiringDrafts.id })
  return gone.length
}

/** The draft that this user changed last, signed or open. */
export async function selectNewestDraft(
  executor: Executor,
  { userId }: { userId: string },
  sealing: Pick<Sealing, 'cipher'>,
): Promise<DraftRow | undefined> {
  const [row] = await executor
    .select()
    .from(hiringDrafts)
    .where(eq(hiringDrafts.userId, userId))
    .orderBy(desc(hiringDrafts.updatedAt), desc(hiringDrafts.id))
    .limit(1)
  return row && opened(row, sealing)
}

/** Deletes the open drafts of a user, and the one with this id if it has no owner. */
export async function deleteDraftsOf(
  executor: Executor,
  { userId, draftId }: { userId: string | null; draftId: string | undefined },
): Promise<void> {
  const ofBrowser = draftId ? and(eq(hiringDrafts.id, draftId), isNull(hiringDrafts.userId)) : sql`false`
  const ofUser = userId ? eq(hiringDrafts.userId, userId) : sql`false`
  await executor.delete(hiringDrafts).where(and(isNull(hiringDrafts.orderId), or(ofBrowser, ofUser)))
}

/** The last link of a chain, locked until the transaction ends. */
export async function lockChain(executor: Executor, chain: number): Promise<ChainEnd> {
  const [end] = await chainToLock(executor, { chain })
  if (!end) throw new Error(`chain ${chain} has no end`)
  return end
}

const chainToLock = builtOnce((executor) =>
  executor
    .insert(acceptanceChains)
    .values({ chain: sql.placeholder('chain'), position: emptyChain.position, head: emptyChain.hash })
    .onConflictDoUpdate({
      target: acceptanceChains.chain,
      set: { position: sql`${acceptanceChains.position}` },
    })
    .returning(endColumns),
)

/** Appends a record to its chain. */
export async function appendAcceptance(
  executor: Executor,
  row: Omit<AcceptanceRow, 'erasedAt'>,
  sealing: Sealing,
): Promise<void> {
  const { chain, position, recordHash } = row
  await pipelined(
    insertRows(executor, contractAcceptances, [{ ...row, ...sealAcceptance(sealing, row) }]),
    newChainEnd(executor, { chain, position, recordHash }),
  )
}

const newChainEnd = builtOnce((executor) =>
  executor
    .update(acceptanceChains)
    .set({ position: sql`${sql.placeholder('position')}`, head: sql`${sql.placeholder('recordHash')}` })
    .where(eq(acceptanceChains.chain, sql.placeholder('chain'))),
)

/** A contract, decrypted; undefined for an order that has none or belongs to another user. */
export async function selectAcceptance(
  executor: Executor,
  { orderId, userId }: { orderId: string; userId: string },
  opening: Opening,
): Promise<AcceptanceRow | undefined> {
  const [row] = await executor
    .select()
    .from(contractAcceptances)
    .where(and(eq(contractAcceptances.orderId, orderId), eq(contractAcceptances.userId, userId)))
  return row && openAcceptance(row, opening)
}

/** Whether a user signed the contract of an order. */
export async function isSignedBy(
  executor: Executor,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<boolean> {
  const { orderId: order, userId: signer } = contractAcceptances
  const found = executor
    .select({ order })
    .from(contractAcceptances)
    .where(and(eq(order, orderId), eq(signer, userId)))
  return (await found.limit(1)).length > 0
}

/** Owner of a signed text, and its time of acceptance. */
export interface SignedPlace {
  orderId: string
  userId: string
  acceptedAt: Date
}

/** The first contract or addendum with this hash, of its record or of its text. */
export async function selectByHash(executor: Executor, hash: string): Promise<SignedPlace | undefined> {
  for (const table of [contractAcceptances, contractAddenda]) {
    const { orderId, userId, acceptedAt, recordHash, sha256 } = table
    const [row] = await executor
      .select({ orderId, userId, acceptedAt })
      .from(table)
      .where(or(eq(recordHash, hash), eq(sha256, hash)))
      .orderBy(asc(acceptedAt))
      .limit(1)
    if (row) return row
  }
  return undefined
}

export async function insertWithdrawal(
  executor: Executor,
  row: typeof withdrawals.$inferInsert,
): Promise<void> {
  await executor.insert(withdrawals).values(row)
}

export async function selectWithdrawal(executor: Executor, orderId: string) {
  const [row] = await selectWithdrawals(executor, [orderId])
  return row
}

export function selectWithdrawals(executor: Executor, orderIds: readonly string[]) {
  return executor.select().from(withdrawals).where(inArray(withdrawals.orderId, orderIds))
}

export async function chainEnds(executor: Executor): Promise<(ChainEnd & { chain: number })[]> {
  return executor
    .select({ chain: acceptanceChains.chain, ...endColumns })
    .from(acceptanceChains)
    .orderBy(asc(acceptanceChains.chain))
}

export async function chainEnd(executor: Executor, chain: number): Promise<ChainEnd> {
  const [end] = await executor
    .select(endColumns)
    .from(acceptanceChains)
    .where(eq(acceptanceChains.chain, chain))
  return end ?? emptyChain
}

const endColumns = { position: acceptanceChains.position, hash: acceptanceChains.head }

/** Records of a chain after a position, in ascending order. */
export async function chainPage(
  executor: Executor,
  { chain, after, limit }: { chain: number; after: number; limit: number },
  opening: Opening,
): Promise<AcceptanceRow[]> {
  const rows = await executor
    .select()
    .from(contractAcceptances)
    .where(and(eq(contractAcceptances.chain, chain), gt(contractAcceptances.position, after)))
    .orderBy(asc(contractAcceptances.position))
    .limit(limit)
  return rows.map((row) => openAcceptance(row, opening))
}

/** A draft without an owner, or this user's. A guest is null, which equals no id. */
function isOpenTo(userId: string | Placeholder | null) {
  return or(isNull(hiringDrafts.userId), sql`${hiringDrafts.userId} = ${userId}`)
}
