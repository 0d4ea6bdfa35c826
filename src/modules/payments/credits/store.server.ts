import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import { charges } from '../charges/tables.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type CreditStatus, creditMachine, keptCreditStatuses } from '../domain/credit.ts'
import type { CreditDue } from '../domain/settlement.ts'
import { chargeInstalments, instalments } from '../instalments/tables.server.ts'
import { isApprovalInDoubt, type PaymentRow } from '../payments/store.server.ts'
import { payments } from '../payments/tables.server.ts'
import { isOpen as isSetAside } from '../set-aside/store.server.ts'
import { setAsidePayments } from '../set-aside/tables.server.ts'
import { credits } from './tables.server.ts'

export type CreditRow = typeof credits.$inferSelect

/** Inserts a credit for unapplied money of a payment. */
export async function insertCredit(
  tx: Executor,
  {
    due,
    payment,
    charge,
    owner,
    key,
  }: {
    due: CreditDue
    payment: PaymentRow
    charge: ChargeRow | undefined
    /** Its customer, where the payment has no charge; undefined where nobody knows. */
    owner?: string | undefined
    key?: string
  },
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<CreditRow> {
  const { reason, amount, instalmentId = null } = due
  return insert(tx, {
    id: newId(),
    key: key ?? `${payment.id}:${reason}:${instalmentId ?? ''}`,
    reason,
    amount,
    instalmentId,
    paymentId: payment.id,
    chargeId: charge?.id ?? null,
    userId: charge?.userId ?? owner ?? null,
    status: creditMachine.initial,
    createdAt: clock.now(),
    resolvedAt: null,
    resolvedBy: null,
    resolution: null,
  })
}

async function insert(tx: Executor, row: CreditRow): Promise<CreditRow> {
  await tx.insert(credits).values(row)
  return row
}

/** Splits an open credit: the part keeps its row and is returned, the rest becomes a new credit. */
export async function splitCredit(
  tx: Executor,
  { credit, part }: { credit: CreditRow; part: Centavos },
  { newId }: Pick<PaymentsDeps, 'newId'>,
): Promise<CreditRow> {
  const rest = credit.amount - part
  if (rest === 0) return credit
  const id = newId()
  await tx.update(credits).set({ amount: part }).where(eq(credits.id, credit.id))
  await insert(tx, { ...credit, id, key: `${credit.key}/${id}`, amount: rest })
  return { ...credit, amount: part }
}

/** Splits money off a credit, whatever its status: the credit keeps the rest, and the id of the part is returned. */
export async function takeFromCredit(
  tx: Executor,
  { credit, amount }: { credit: CreditRow; amount: Centavos },
  { newId }: Pick<PaymentsDeps, 'newId'>,
): Promise<string> {
  if (amount === credit.amount) return credit.id
  const id = newId()
  await tx
    .update(credits)
    .set({ amount: credit.amount - amount })
    .where(eq(credits.id, credit.id))
  await insert(tx, { ...credit, id, key: `${credit.key}/${id}`, amount })
  return id
}

/** @throws Error for an illegal transition: a bug, never a refusal */
export async function moveCredit(
  tx: Executor,
  id: string,
  to: CreditStatus,
  change: Partial<Pick<CreditRow, 'userId' | 'resolvedAt' | 'resolvedBy' | 'resolution'>> = {},
): Promise<void> {
  const from = creditMachine.states.filter((state) => creditMachine.canMove(state, to))
  const moved = await tx
    .update(credits)
    .set({ ...change, status: to })
    .where(and(eq(credits.id, id), inArray(credits.status, from)))
    .returning({ id: credits.id })
  if (moved.length === 0) throw new Error(`credit ${id} cannot become ${to}`)
}

export async function findCredit(executor: Executor, id: string): Promise<CreditRow | undefined> {
  return (await executor.select().from(credits).where(eq(credits.id, id)))[0]
}

/** Whether money of a charge is still here that is neither applied, refunded nor otherwise resolved. */
export async function hasKeptCredit(executor: Executor, chargeId: string): Promise<boolean> {
  const kept = and(eq(credits.chargeId, chargeId), inArray(credits.status, [...keptCreditStatuses]))
  const rows = await executor.select({ id: credits.id }).from(credits).where(kept).limit(1)
  return rows.length > 0
}

/** Returns all credits of a payment, locked, in any status. */
export function creditsOfPayment(tx: Transaction, paymentId: string): Promise<CreditRow[]> {
  const found = tx.select().from(credits).where(eq(credits.paymentId, paymentId)).orderBy(asc(credits.id))
  return found.for('no key update')
}

/** The customer whose instalments a payment without a charge has paid as a credit; undefined for none, and for several. */
export async function customerPaidWith(executor: Executor, paymentId: string): Promise<string | undefined> {
  const isApplied = and(eq(credits.paymentId, paymentId), eq(credits.status, 'applied'))
  const rows = await executor.selectDistinct({ userId: credits.userId }).from(credits).where(isApplied)
  return rows.length === 1 ? (rows[0]?.userId ?? undefined) : undefined
}

/** Assigns an open credit to a customer. */
export async function assignCredit(
  tx: Executor,
  id: string,
  whose: Pick<CreditRow, 'chargeId' | 'userId' | 'instalmentId'>,
): Promise<void> {
  await tx.update(credits).set(whose).where(eq(credits.id, id))
}

export function lockOpenCreditsOf(tx: Transaction, paymentId: string): Promise<CreditRow[]> {
  return tx
    .select()
    .from(credits)
    .where(and(eq(credits.paymentId, paymentId), eq(credits.status, 'open')))
    .orderBy(asc(credits.id))
    .for('no key update')
}

export async function lockOpenCredit(tx: Transaction, id: string): Promise<CreditRow | undefined> {
  const found = tx
    .select()
    .from(credits)
    .where(and(eq(credits.id, id), eq(credits.status, 'open')))
  return (await found.for('no key update'))[0]
}

/**
 * Needs a decision by the team. A credit whose refund waits for a second person needs no other decision, nor does one whose refund was
 * refused, until that is decided: it would wait twice.
 */
export const isCreditToDecide = sql`${credits.status} = 'open' and not exists (
  select 1 from refund_approvals a where a.subject_id = ${credits.id} and a.decided_at is null) and not exists (
  select 1 from refunds r where r.credit_id = ${credits.id} and r.status = 'failed')`

export function creditsToDecide(executor: Executor, limit: number): Promise<CreditRow[]> {
  return executor.select().from(credits).where(isCreditToDecide).orderBy(asc(credits.createdAt)).limit(limit)
}

export function creditsOfUser(executor: Executor, userId: string): Promise<CreditRow[]> {
  return executor
    .select()
    .from(credits)
    .where(and(eq(credits.userId, userId), inArray(credits.status, [...keptCreditStatuses])))
    .orderBy(asc(credits.createdAt))
}

/** Which of these users have an open credit. */
export async function usersWithOpenCredits(
  executor: Executor,
  userIds: readonly string[],
): Promise<string[]> {
  const isTheirs = and(inArray(credits.userId, [...userIds]), eq(credits.status, 'open'))
  const rows = await executor.selectDistinct({ userId: credits.userId }).from(credits).where(isTheirs)
  return rows.flatMap(({ userId }) => userId ?? [])
}

/** Credits of the charges for a look-up that are neither applied, refunded nor otherwise resolved, oldest first. */
export async function keptCreditsOfLookup(executor: Executor, consultationId: string): Promise<CreditRow[]> {
  const isFor = and(eq(charges.purpose, 'consultation'), eq(charges.purposeId, consultationId))
  const charged = executor.select({ id: charges.id }).from(charges).where(isFor)
  return executor
    .select()
    .from(credits)
    .where(and(inArray(credits.chargeId, charged), inArray(credits.status, [...keptCreditStatuses])))
    .orderBy(asc(credits.createdAt))
}

/**
 * Open credits of the charges for an order's instalments. A charge can also cover instalments of another order: money that was meant
 * for one of those is that order's, and stays.
 */
export function openCreditsOfOrder(executor: Executor, orderId: string): Promise<CreditRow[]> {
  const own = executor
    .select({ id: instalments.id })
    .from(instalments)
    .where(eq(instalments.orderId, orderId))
  const charged = executor
    .select({ id: chargeInstalments.chargeId })
    .from(chargeInstalments)
    .where(inArray(chargeInstalments.instalmentId, own))
  const isMeantForOrder = or(isNull(credits.instalmentId), inArray(credits.instalmentId, own))
  return executor
    .select()
    .from(credits)
    .where(and(eq(credits.status, 'open'), inArray(credits.chargeId, charged), isMeantForOrder))
    .orderBy(asc(credits.id))
}

/**
 * Whether a credit has the money of a charge's own payment, which was not taken for it: its report named no charge, or none of ours. The
 * payer has paid, and the team decides.
 */
const isUnmatchedHere = and(
  isNull(charges.settledAt),
  eq(credits.reason, 'unmatched'),
  inArray(credits.status, [...keptCreditStatuses]),
)

/**
 * Returns which of these charges have a payment that its provider calls approved and that is in doubt, or cannot be booked as it is: its
 * money may have arrived, and is not booked before a person has looked. Or its money is here, and waits as a credit.
 */
export async function chargesInDoubt(
  executor: Executor,
  chargeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (chargeIds.length === 0) return new Set()
  const rows = await union(
    executor
      .select({ chargeId: payments.chargeId })
      .from(payments)
      .where(and(inArray(payments.chargeId, [...chargeIds]), isApprovalInDoubt)),
    executor
      .select({ chargeId: setAsidePayments.chargeId })
      .from(setAsidePayments)
      .where(and(inArray(setAsidePayments.chargeId, [...chargeIds]), isSetAside)),
    executor
      .select({ chargeId: credits.chargeId })
      .from(credits)
      .innerJoin(charges, eq(charges.id, credits.chargeId))
      .where(and(inArray(credits.chargeId, [...chargeIds]), isUnmatchedHere)),
  )
  return new Set(rows.flatMap(({ chargeId }) => chargeId ?? []))
}

/**
 * Returns which of these instalments are under review, each with its charge: the charge has an amount mismatch whose
 * credit is neither refunded nor otherwise resolved, or a payment whose approval is in doubt, that is set aside, or whose money is such a
 * credit because its report named another charge or none.
 *
 * @returns charge id by instalment id
 */
export async function instalmentsUnderReview(
  executor: Executor,
  instalmentIds: readonly string[],
): Promise<Map<string, string>> {
  if (instalmentIds.length === 0) return new Map()
  const ofThese = () =>
    executor
      .select({ instalmentId: chargeInstalments.instalmentId, chargeId: charges.id })
      .from(chargeInstalments)
      .innerJoin(charges, eq(charges.id, chargeInstalments.chargeId))
      .$dynamic()
  const isOneOfThese = inArray(chargeInstalments.instalmentId, [...instalmentIds])
  const isKeptPart = and(
    eq(charges.status, 'amount_mismatch'),
    inArray(credits.status, [...keptCreditStatuses]),
    eq(credits.reason, 'partial'),
  )
  const rows = await union(
    ofThese().innerJoin(credits, eq(credits.chargeId, charges.id)).where(and(isOneOfThese, isKeptPart)),
    ofThese().innerJoin(credits, eq(credits.chargeId, charges.id)).where(and(isOneOfThese, isUnmatchedHere)),
    ofThese()
      .innerJoin(payments, eq(payments.chargeId, charges.id))
      .where(and(isOneOfThese, isApprovalInDoubt)),
    ofThese()
      .innerJoin(setAsidePayments, eq(setAsidePayments.chargeId, charges.id))
      .where(and(isOneOfThese, isSetAside)),
  )
  return new Map(rows.map(({ instalmentId, chargeId }) => [instalmentId, chargeId]))
}
