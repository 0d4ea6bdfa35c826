import { and, asc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { builtOnce, isAmong } from '../../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { insertIfNew, insertRows } from '../../../platform/database/insert-rows.ts'
import { pipelined } from '../../../platform/database/pipelined.ts'
import { updateRow } from '../../../platform/database/update-row.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type ChargeStatus, chargeMachine, openStatuses } from '../domain/charge.ts'
import type { PaymentReport } from '../ports.ts'
import { chargeHistory, charges } from './tables.server.ts'

export type ChargeRow = typeof charges.$inferSelect
export type NewCharge = typeof charges.$inferInsert

/** Returns false when the selection already has an open charge, by the unique index. */
export function insertCharge(tx: Executor, charge: NewCharge): Promise<boolean> {
  return insertIfNew(tx, charges, charge)
}

export async function findCharge(executor: Executor, id: string): Promise<ChargeRow | undefined> {
  return (await chargeById(executor, { id }))[0]
}

const chargeById = builtOnce((executor) =>
  executor
    .select()
    .from(charges)
    .where(eq(charges.id, sql.placeholder('id'))),
)

/** A user's own settled charge, even if it was refunded or charged back since. */
export async function findSettledCharge(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<ChargeRow | undefined> {
  const [row] = await executor
    .select()
    .from(charges)
    .where(and(eq(charges.id, id), eq(charges.userId, userId), isNotNull(charges.settledAt)))
  return row
}

/** The ids and references, among these, by which a provider's charges are known here. */
export async function knownCharges(
  executor: Executor,
  {
    provider,
    providerIds,
    references,
  }: { provider: string; providerIds: readonly string[]; references: readonly string[] },
): Promise<{ providerIds: Set<string>; references: Set<string> }> {
  const rows = await chargesOfListed(executor, { provider, providerIds, references })
  return {
    providerIds: new Set(rows.flatMap(({ providerId }) => providerId ?? [])),
    references: new Set(rows.map(({ reference }) => reference)),
  }
}

const chargesOfListed = builtOnce((executor) =>
  executor
    .select({ providerId: charges.providerId, reference: charges.reference })
    .from(charges)
    .where(
      and(
        eq(charges.provider, sql.placeholder('provider')),
        or(isAmong(charges.providerId, 'providerIds'), isAmong(charges.reference, 'references')),
      ),
    ),
)

/** Whether any charge has exactly this Pix code, regardless of owner and status. */
export async function hasCode(executor: Executor, code: string): Promise<boolean> {
  const found = executor.select({ id: charges.id }).from(charges).where(eq(charges.qrCode, code))
  return (await found.limit(1)).length > 0
}

export async function lockCharge(tx: Transaction, id: string): Promise<ChargeRow | undefined> {
  return (await tx.select().from(charges).where(eq(charges.id, id)).for('no key update'))[0]
}

/** The open charge of a selection, locked. */
export async function lockOpenBySelection(tx: Transaction, key: string): Promise<ChargeRow | undefined> {
  const found = tx.select().from(charges).where(isOpenSelection(key))
  return (await found.for('no key update'))[0]
}

export async function findOpenBySelection(executor: Executor, key: string): Promise<ChargeRow | undefined> {
  return (await executor.select().from(charges).where(isOpenSelection(key)))[0]
}

const isOpenSelection = (key: string) =>
  and(eq(charges.selectionKey, key), inArray(charges.status, [...openStatuses]))

/**
 * The charge of a reported payment, locked: by the provider's id or, while that is unknown, by our reference. None when they name
 * two charges: the response to a creation can state the id of another charge's payment, and a report another reference.
 */
export async function lockReportedCharge(
  tx: Transaction,
  { provider, report: { providerId, reference } }: { provider: string; report: PaymentReport },
): Promise<ChargeRow | undefined> {
  // A report without a reference is looked up with null, which equals no stored reference.
  const [found, another] = await reportedCharge(tx, { provider, providerId, reference: reference ?? null })
  return another ? undefined : found
}

/** The id of the charge of a listed payment, which may be unreadable, by the same rule and without a lock. */
export async function findReportedChargeId(
  executor: Executor,
  {
    provider,
    providerId,
    reference,
  }: { provider: string; providerId: string; reference: string | undefined },
): Promise<string | null> {
  const isReported = or(
    eq(charges.providerId, providerId),
    reference === undefined ? undefined : eq(charges.reference, reference),
  )
  const [found, another] = await executor
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.provider, provider), isReported))
    .limit(2)
  return found && !another ? found.id : null
}

/** Writes charges without a change: what their payers read of them is partly in rows that name no customer (`touchInstalmentsOf`). */
export async function touchCharges(executor: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await executor
    .update(charges)
    .set({ status: sql`${charges.status}` })
    .where(inArray(charges.id, [...ids]))
}

const reportedCharge = builtOnce((executor) => {
  const hasItsId = eq(charges.providerId, sql.placeholder('providerId'))
  const isReported = or(hasItsId, eq(charges.reference, sql.placeholder('reference')))
  return executor
    .select()
    .from(charges)
    .where(and(eq(charges.provider, sql.placeholder('provider')), isReported))
    .limit(2)
    .for('no key update')
})

export async function updateCharge(tx: Executor, id: string, change: Partial<NewCharge>): Promise<void> {
  await updateRow(tx, charges, { where: { id }, set: change })
}

/** Checks a charge with its provider no earlier than this. One that is no longer checked stays so. */
export async function postponeCheck(executor: Executor, id: string, until: Date): Promise<void> {
  const nextCheckAt = sql`greatest(${charges.nextCheckAt}, ${until.toISOString()}::timestamptz)`
  await executor
    .update(charges)
    .set({ nextCheckAt })
    .where(and(eq(charges.id, id), isNotNull(charges.nextCheckAt)))
}

/**
 * Moves a charge to a status and adds the cause to its history.
 *
 * @throws Error for an illegal transition: a bug, never a refusal
 */
export async function moveCharge(
  tx: Transaction,
  {
    charge,
    to,
    cause,
    report,
    change,
  }: {
    charge: Pick<ChargeRow, 'id' | 'status'>
    to: ChargeStatus
    cause: string
    report?: Pick<PaymentReport, 'providerId' | 'status' | 'detail'>
    change?: Partial<Omit<NewCharge, 'status'>>
  },
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<void> {
  const { id: chargeId, status: from } = charge
  const moved = chargeMachine.move(from, to)
  if (!moved.ok) throw new Error(`charge ${chargeId}: ${moved.detail}`)
  const entry = {
    id: newId(),
    chargeId,
    from,
    to,
    cause,
    at: clock.now(),
    providerId: report?.providerId ?? null,
    providerStatus: report?.status ?? null,
    providerDetail: report?.detail ?? null,
  }
  await pipelined(
    updateCharge(tx, chargeId, { ...change, status: to }),
    insertRows(tx, chargeHistory, [entry]),
  )
}

export function chargesToCheck(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<Pick<ChargeRow, 'id' | 'provider'>[]> {
  return executor
    .select({ id: charges.id, provider: charges.provider })
    .from(charges)
    .where(lte(charges.nextCheckAt, now))
    .orderBy(asc(charges.nextCheckAt))
    .limit(limit)
}

/** Statuses of many charges, for live updates, in one query. */
export function statusesOf(
  executor: Executor,
  ids: readonly string[],
): Promise<Pick<ChargeRow, 'id' | 'status' | 'method' | 'expiresAt' | 'issuedAt' | 'createdAt'>[]> {
  const { id, status, method, expiresAt, issuedAt, createdAt } = charges
  return executor
    .select({ id, status, method, expiresAt, issuedAt, createdAt })
    .from(charges)
    .where(inArray(charges.id, [...ids]))
}

/** The provider refused it or issued it with a wrong code, and the team has not reviewed it. */
export const isChargeToReview = sql`${charges.status} = 'failed' and ${charges.reviewedAt} is null`

export function chargesToReview(executor: Executor, limit: number): Promise<ChargeRow[]> {
  return executor.select().from(charges).where(isChargeToReview).orderBy(asc(charges.createdAt)).limit(limit)
}
