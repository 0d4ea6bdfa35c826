import { and, asc, desc, eq, gte, isNotNull, isNull, like, lt, lte, ne, not, or, sql } from 'drizzle-orm'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { builtOnce, isAmong } from '../../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { touchCharges } from '../charges/store.server.ts'
import { isPast } from '../domain/report-doubts.ts'
import { laterReport } from '../domain/report-order.ts'
import { afterAttempt, attemptsBeforeNotifying, setAsideResolutions } from '../domain/set-aside.ts'
import { textIdPrefix } from '../ports.ts'
import { setAsidePayments } from './tables.server.ts'

export type SetAsidePayment = typeof setAsidePayments.$inferSelect
/** Data known about a payment when a try to book it failed. */
export type FailedTry = Pick<
  SetAsidePayment,
  'provider' | 'providerId' | 'reason' | 'detail' | 'amount' | 'currency' | 'digest'
>

const { booked, otherShop } = setAsideResolutions
/** Waits for a readable report, a fix of ours or a person. */
export const isOpen = isNull(setAsidePayments.resolvedAt)
const isConfirmed = sql`(${setAsidePayments.reason} = 'perhaps_ours' and ${isNotNull(setAsidePayments.confirmedBy)})`
const isOfOtherShop = sql`(${isNotNull(setAsidePayments.resolvedAt)} and ${ne(setAsidePayments.resolution, booked)} and (
  ${eq(setAsidePayments.resolution, otherShop)}
  or ${eq(setAsidePayments.reason, 'perhaps_ours')} and ${isNotNull(setAsidePayments.resolvedBy)}))`

/**
 * Sets a payment aside, or counts another try of a set-aside one.
 *
 * @param chargeId the charge that it names, if its money has arrived
 * @param reportedAt the provider's time of the report that cannot be booked
 * @param now of the database
 * @returns whether it is open; false when a person has resolved it, and the provider's report has not changed since
 */
export async function insertSetAside(
  tx: Transaction,
  {
    id,
    now,
    notifyLater,
    reportedAt,
    chargeId = null,
    ...failed
  }: FailedTry & {
    id: string
    now: Date
    notifyLater: boolean
    reportedAt?: Date | undefined
    chargeId?: string | null
  },
): Promise<boolean> {
  // Charges are locked before set-aside payments, as in settlement.
  if (chargeId) await touchCharges(tx, [chargeId])
  const thisPayment = and(
    eq(setAsidePayments.provider, failed.provider),
    eq(setAsidePayments.providerId, failed.providerId),
  )
  await tx
    .insert(setAsidePayments)
    .values({ ...failed, id, since: now, tries: 0, nextTryAt: now, notifyAfter: 1 })
    .onConflictDoNothing()
  const [row] = await tx.select().from(setAsidePayments).where(thisPayment).for('update')
  const next = row && afterAttempt(row, { ...failed, now })
  if (!next) return false
  const { detail, amount, currency } = failed
  await tx
    .update(setAsidePayments)
    .set({
      ...next,
      detail,
      amount,
      currency,
      chargeId,
      notifyAfter: notifyLater ? attemptsBeforeNotifying : 1,
      reportedAt: laterReport(row.reportedAt, reportedAt, now),
    })
    .where(thisPayment)
  return true
}

/** Records a payment of another shop. A payment that needs a decision by a person stays open. */
export async function recordOtherShop(
  tx: Transaction,
  { id, now, ...found }: FailedTry & { id: string; now: Date },
): Promise<void> {
  const { amount, currency, digest } = found
  const [row] = await tx
    .insert(setAsidePayments)
    .values({
      ...found,
      id,
      since: now,
      tries: 0,
      nextTryAt: now,
      notifyAfter: 1,
      resolvedAt: now,
      resolution: otherShop,
    })
    .onConflictDoUpdate({
      target: [setAsidePayments.provider, setAsidePayments.providerId],
      set: { amount, currency, digest },
    })
    .returning()
  if (!row || row.reason === found.reason || row.reason === 'perhaps_ours') return
  const { reason, detail } = found
  await tx
    .update(setAsidePayments)
    .set({ reason, detail, resolvedAt: now, resolution: otherShop })
    .where(eq(setAsidePayments.id, row.id))
}

/** Payments of other shops on the same account, by our rule or by a person's decision, newest first. */
export function otherShopPayments(executor: Executor, limit: number): Promise<SetAsidePayment[]> {
  return executor
    .select()
    .from(setAsidePayments)
    .where(isOfOtherShop)
    .orderBy(desc(setAsidePayments.since))
    .limit(limit)
}

interface OfProvider {
  provider: string
  providerIds: readonly string[]
}

const isOfProvider = and(
  eq(setAsidePayments.provider, sql.placeholder('provider')),
  isAmong(setAsidePayments.providerId, 'providerIds'),
)
const needsClosing = or(isOpen, isOfOtherShop)

/** Returns which of a provider's payments were ever set aside, by the provider's id. */
export async function findSetAsideByIds(
  executor: Executor,
  { provider, providerIds }: OfProvider,
): Promise<Map<string, SetAsidePayment>> {
  if (providerIds.length === 0) return new Map()
  return byProviderId(await everSetAside(executor, { provider, providerIds }))
}

const everSetAside = builtOnce((executor) => executor.select().from(setAsidePayments).where(isOfProvider))

/** Returns which of a provider's payments are open, were resolved by a person or belong to other shops, by the provider's id. */
export async function setAsideAmong(
  executor: Executor,
  { provider, providerIds }: OfProvider,
): Promise<Map<string, SetAsidePayment>> {
  if (providerIds.length === 0) return new Map()
  return byProviderId(await openOrDecided(executor, { provider, providerIds }))
}

const openOrDecided = builtOnce((executor) =>
  executor
    .select()
    .from(setAsidePayments)
    .where(and(or(needsClosing, isNotNull(setAsidePayments.resolvedBy)), isOfProvider)),
)

function byProviderId(rows: readonly SetAsidePayment[]): Map<string, SetAsidePayment> {
  return new Map(rows.map((row) => [row.providerId, row]))
}

/**
 * Closes set-aside rows of a provider's payments that are booked: they need no action any more, unless the set-aside report is later
 * than the booked one.
 *
 * @param reportedAt the provider's time of the booked report; an implausible time is ignored, and then no row counts as later
 * @param now of the database
 */
export async function closeSetAside(
  executor: Executor,
  { provider, providerIds, now, reportedAt }: OfProvider & { now: Date; reportedAt?: Date | undefined },
): Promise<void> {
  if (providerIds.length === 0) return
  const upTo = reportedAt && isPast(reportedAt, now) ? reportedAt : null
  const closed = await closing(executor, { provider, providerIds, upTo, now })
  await touchCharges(
    executor,
    closed.flatMap(({ chargeId }) => chargeId ?? []),
  )
}

const closing = builtOnce((executor) => {
  const upTo = sql`${sql.placeholder('upTo')}::timestamptz`
  const isLater = sql`(${setAsidePayments.reportedAt} > ${upTo}) is true`
  return executor
    .update(setAsidePayments)
    .set({ resolvedAt: sql`${sql.placeholder('now')}`, resolution: booked })
    .where(and(needsClosing, isOfProvider, not(isLater)))
    .returning({ chargeId: setAsidePayments.chargeId })
})

/**
 * Resolves a set-aside payment by a person's decision. Refuses `not_open` for one that is resolved, or unknown, and `changed_meanwhile` for
 * one of which something else was reported since the person saw it (`reportSeen`).
 */
export async function resolveOpen(
  tx: Transaction,
  {
    id,
    by,
    reason,
    seen,
    now,
  }: { id: string; by: string; reason: string; seen?: string | undefined; now: Date },
): Promise<Outcome<SetAsidePayment, 'not_open' | 'changed_meanwhile'>> {
  const found = await findSetAside(tx, id)
  if (found?.chargeId) await touchCharges(tx, [found.chargeId])
  const isUndecided = and(isOpen, not(isConfirmed), eq(setAsidePayments.id, id))
  const [row] = await tx.select().from(setAsidePayments).where(isUndecided).for('update')
  if (!row) return refuse('not_open')
  if (seen !== undefined && seen !== reportSeen(row)) return refuse('changed_meanwhile')
  await tx
    .update(setAsidePayments)
    .set({ resolvedAt: now, resolvedBy: by, resolution: reason })
    .where(eq(setAsidePayments.id, id))
  return ok(row)
}

/** Identifies what a set-aside payment's page shows: why it waits, and the provider's report. */
export function reportSeen({ reason, digest }: Pick<SetAsidePayment, 'reason' | 'digest'>): string {
  return `${reason} ${digest}`
}

/** Confirms a payment that is perhaps ours; its next try is due at once. Refuses `not_open` for any other. */
export async function confirmOpen(
  tx: Transaction,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<Outcome<SetAsidePayment, 'not_open'>> {
  const isUndecided = and(isOpen, eq(setAsidePayments.reason, 'perhaps_ours'), not(isConfirmed))
  const [row] = await tx
    .update(setAsidePayments)
    .set({ confirmedBy: by, nextTryAt: now })
    .where(and(isUndecided, eq(setAsidePayments.id, id)))
    .returning()
  return row ? ok(row) : refuse('not_open')
}

/** Payments that are perhaps ours and need a decision by a person, since an instant. */
export function listPossiblyOurs(
  executor: Executor,
  { since, limit }: { since: Date; limit: number },
): Promise<SetAsidePayment[]> {
  return executor
    .select()
    .from(setAsidePayments)
    .where(and(isOpen, eq(setAsidePayments.reason, 'perhaps_ours'), gte(setAsidePayments.since, since)))
    .orderBy(asc(setAsidePayments.since))
    .limit(limit)
}

export function openSetAside(executor: Executor, limit: number): Promise<SetAsidePayment[]> {
  return executor
    .select()
    .from(setAsidePayments)
    .where(isOpen)
    .orderBy(asc(setAsidePayments.since))
    .limit(limit)
}

/** Open payments of a provider that were set aside in a period: `from` inclusive, `to` exclusive. */
export function setAsideBetween(
  executor: Executor,
  { provider, from, to }: { provider: string; from: Date; to: Date },
): Promise<SetAsidePayment[]> {
  return executor
    .select()
    .from(setAsidePayments)
    .where(
      and(
        isOpen,
        eq(setAsidePayments.provider, provider),
        gte(setAsidePayments.since, from),
        lt(setAsidePayments.since, to),
      ),
    )
}

/**
 * Set-aside payments whose next try is due, the longest waiting first. A payment without a readable id cannot be
 * fetched.
 */
export function setAsideDue(executor: Executor, now: Date, limit: number): Promise<SetAsidePayment[]> {
  return executor
    .select()
    .from(setAsidePayments)
    .where(
      and(
        isOpen,
        lte(setAsidePayments.nextTryAt, now),
        not(like(setAsidePayments.providerId, `${textIdPrefix}%`)),
      ),
    )
    .orderBy(asc(setAsidePayments.nextTryAt))
    .limit(limit)
}

/**
 * Ends the doubt about an unpaid charge, locked, that items without an id name: those that were not listed again since their next try was
 * due. They stay open, with their money.
 *
 * @param listedBefore those that were first listed later stay as they are
 */
export async function releaseCharge(
  tx: Transaction,
  { chargeId, listedBefore, now }: { chargeId: string; listedBefore: Date; now: Date },
): Promise<void> {
  const released = await tx
    .update(setAsidePayments)
    .set({ chargeId: null })
    .where(
      and(
        isOpen,
        eq(setAsidePayments.chargeId, chargeId),
        like(setAsidePayments.providerId, `${textIdPrefix}%`),
        lte(setAsidePayments.since, listedBefore),
        lte(setAsidePayments.nextTryAt, now),
      ),
    )
    .returning({ id: setAsidePayments.id })
  if (released.length > 0) await touchCharges(tx, [chargeId])
}

/** Counts a try of a payment that remains set aside. */
export async function rescheduleAttempt(
  executor: Executor,
  id: string,
  { tries, nextTryAt }: { tries: number; nextTryAt: Date },
): Promise<void> {
  await executor
    .update(setAsidePayments)
    .set({ tries, nextTryAt })
    .where(and(isOpen, eq(setAsidePayments.id, id)))
}

/** Returns the open payments that the team has not been notified of, and marks them as notified. */
export function takeUnnotified(tx: Transaction, now: Date): Promise<SetAsidePayment[]> {
  return tx
    .update(setAsidePayments)
    .set({ notifiedAt: now })
    .where(
      and(
        isOpen,
        isNull(setAsidePayments.notifiedAt),
        gte(setAsidePayments.tries, setAsidePayments.notifyAfter),
      ),
    )
    .returning()
}

export async function findSetAside(executor: Executor, id: string): Promise<SetAsidePayment | undefined> {
  return (await executor.select().from(setAsidePayments).where(eq(setAsidePayments.id, id)))[0]
}
