import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { builtOnce, isAmong } from '../../../platform/database/built-once.ts'
import { oneOf } from '../../../platform/database/columns.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import { charges } from '../charges/tables.server.ts'
import { openStatuses } from '../domain/charge.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { type AmountParts, amountOf, type ChargeLine } from '../domain/settlement.ts'
import { payments } from '../payments/tables.server.ts'
import type { InstalmentRow } from './store.server.ts'
import { chargeInstalments, instalments } from './tables.server.ts'

/** Charge line of an instalment: its amount, late charges and discount in centavos. */
export interface NewChargeLine extends AmountParts {
  instalmentId: string
}

/** Inserts the lines of a charge, at least one, in the transaction that creates the charge. */
export async function insertChargeLines(
  tx: Executor,
  { chargeId, lines }: { chargeId: string; lines: readonly NewChargeLine[] },
): Promise<void> {
  const rows = lines.map(({ instalmentId, amount, lateFee, interest, discount }) => ({
    chargeId,
    instalmentId,
    amount,
    lateFee,
    interest,
    discount,
  }))
  await tx.insert(chargeInstalments).values(rows)
}

/** A line of a charge; a charge without instalments has a single line. */
export type LockedChargeLine =
  | (ChargeLine & { instalmentId: undefined })
  | (ChargeLine & { instalmentId: string; orderId: string; userId: string } & AmountParts)

/** The lines of a charge, with their instalments locked. The charge must be locked before. */
export async function lockChargeLines(tx: Transaction, charge: ChargeRow): Promise<LockedChargeLine[]> {
  if (charge.purpose !== 'instalments') {
    return [{ instalmentId: undefined, asked: charge.amount, status: 'pending' }]
  }
  const rows = await chargeLines(tx, { chargeId: charge.id })
  const replaced = rows.filter(({ renegotiatedIn }) => renegotiatedIn !== null)
  const goOn = await ordersWithOpen(
    tx,
    replaced.map(({ orderId }) => orderId),
  )
  return rows.map(({ renegotiatedIn, ...row }) => ({
    ...row,
    asked: amountOf(row),
    isRenegotiated: renegotiatedIn !== null && goOn.has(row.orderId),
  }))
}

/** Returns those of the orders that have open instalments: only they can have a new schedule that the money may be for. */
async function ordersWithOpen(executor: Executor, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await executor
    .selectDistinct({ orderId: instalments.orderId })
    .from(instalments)
    .where(and(inArray(instalments.orderId, [...orderIds]), eq(instalments.status, 'pending')))
  return new Set(rows.map(({ orderId }) => orderId))
}

const chargeLines = builtOnce((executor) =>
  executor
    .select({
      instalmentId: instalments.id,
      orderId: instalments.orderId,
      userId: instalments.userId,
      status: instalments.status,
      renegotiatedIn: instalments.renegotiatedIn,
      amount: chargeInstalments.amount,
      lateFee: chargeInstalments.lateFee,
      interest: chargeInstalments.interest,
      discount: chargeInstalments.discount,
    })
    .from(instalments)
    .innerJoin(chargeInstalments, eq(chargeInstalments.instalmentId, instalments.id))
    .where(eq(chargeInstalments.chargeId, sql.placeholder('chargeId')))
    .orderBy(asc(instalments.id))
    .for('no key update', { of: instalments }),
)

/**
 * Ids of the charges for any of these instalments that can still be paid, including those with a rejected card whose
 * page is open.
 */
export async function openChargesFor(
  executor: Executor,
  { instalmentIds, except }: { instalmentIds: readonly string[]; except?: string },
): Promise<string[]> {
  if (instalmentIds.length === 0) return []
  const rows = await payableChargesFor(executor, { instalmentIds })
  return rows.flatMap(({ id }) => (id === except ? [] : id))
}

const payableChargesFor = builtOnce((executor) =>
  executor
    .selectDistinct({ id: charges.id })
    .from(charges)
    .innerJoin(chargeInstalments, eq(chargeInstalments.chargeId, charges.id))
    .where(
      and(
        isAmong(chargeInstalments.instalmentId, 'instalmentIds'),
        or(
          oneOf(charges.status, openStatuses),
          and(eq(charges.status, 'rejected'), isNotNull(charges.preferenceId)),
        ),
      ),
    ),
)

/** The newest open charge for an instalment. */
export async function openChargeFor(
  executor: Executor,
  instalmentId: string,
): Promise<ChargeRow | undefined> {
  const [row] = await executor
    .select({ charge: charges })
    .from(charges)
    .innerJoin(chargeInstalments, eq(chargeInstalments.chargeId, charges.id))
    .where(and(eq(chargeInstalments.instalmentId, instalmentId), inArray(charges.status, [...openStatuses])))
    .orderBy(desc(charges.createdAt))
    .limit(1)
  return row?.charge
}

/** Whether a charge should no longer be paid: one of its instalments is no longer owed, or has a newer open charge. */
export async function isSuperseded(
  executor: Executor,
  charge: Pick<ChargeRow, 'id'>,
  lines: readonly Pick<LockedChargeLine, 'instalmentId' | 'status'>[],
): Promise<boolean> {
  for (const { instalmentId, status } of lines) {
    if (instalmentId === undefined) continue
    if (!isInstalmentOpen(status)) return true
    const newest = await openChargeFor(executor, instalmentId)
    if (newest !== undefined && newest.id !== charge.id) return true
  }
  return false
}

/** The instalments of a charge, with the amounts it asks for them. */
export function coveredInstalments(
  executor: Executor,
  chargeId: string,
): Promise<{ row: InstalmentRow; asked: AmountParts }[]> {
  return coveredByCharge(executor, { chargeId })
}

const coveredByCharge = builtOnce((executor) => {
  const { amount, lateFee, interest, discount } = chargeInstalments
  return executor
    .select({ row: instalments, asked: { amount, lateFee, interest, discount } })
    .from(chargeInstalments)
    .innerJoin(instalments, eq(instalments.id, chargeInstalments.instalmentId))
    .where(eq(chargeInstalments.chargeId, sql.placeholder('chargeId')))
    .orderBy(asc(instalments.dueDate), asc(instalments.number))
})

/**
 * Whether an instalment is under the receipt of the charge that asked for it and paid it. That receipt is issued once, for what the
 * charge's settling payment paid first: what a second payment pays as a credit, or later the rest of the first, has a receipt of its own.
 */
const isUnderReceipt = sql`exists (
  select 1 from ${charges} c join ${payments} p on p.provider = c.provider and p.provider_id = c.provider_id
    where c.id = ${instalments.paidBy} and c.settled_at is not null and p.id = ${instalments.paidWith}) and not exists (
  select 1 from ${chargeInstalments} l join ${instalments} earlier on earlier.id = l.payment_id
    where l.charge_id = ${instalments.paidBy} and earlier.paid_by = ${instalments.paidBy}
      and earlier.paid_with = ${instalments.paidWith} and earlier.payment_date < ${instalments.paymentDate})`

/** Ids of those that are under the receipt of the charge that paid them. */
export async function paidByTheirCharge(
  executor: Executor,
  instalmentIds: readonly string[],
): Promise<Set<string>> {
  if (instalmentIds.length === 0) return new Set()
  const rows = await executor
    .select({ id: instalments.id })
    .from(instalments)
    .innerJoin(
      chargeInstalments,
      and(
        eq(chargeInstalments.instalmentId, instalments.id),
        eq(chargeInstalments.chargeId, instalments.paidBy),
      ),
    )
    .where(and(inArray(instalments.id, [...instalmentIds]), isUnderReceipt))
  return new Set(rows.map(({ id }) => id))
}

/** The instalments under the receipt of a charge, even if refunded since, with their charge lines. */
export async function paidByCharge(
  executor: Executor,
  chargeId: string,
): Promise<{ row: InstalmentRow; parts: typeof chargeInstalments.$inferSelect }[]> {
  return executor
    .select({ row: instalments, parts: chargeInstalments })
    .from(instalments)
    .innerJoin(
      chargeInstalments,
      and(eq(chargeInstalments.instalmentId, instalments.id), eq(chargeInstalments.chargeId, chargeId)),
    )
    .where(and(eq(instalments.paidBy, chargeId), isUnderReceipt))
    .orderBy(asc(instalments.dueDate), asc(instalments.number))
}
