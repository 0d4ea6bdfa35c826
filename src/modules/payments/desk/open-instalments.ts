import { daysBetween, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import { dueBesideCreditsOf } from '../credits/due-beside-credits.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type Age, ages, dueDatesOf } from '../domain/ages.ts'
import { openOfAmount, openOfUsers, openPage, openTotals } from '../instalments/open-store.server.ts'
import type { InstalmentRow } from '../instalments/store.server.ts'

/** An open instalment as the team sees it. */
export interface OpenInstalment {
  id: string
  orderId: string
  userId: string
  serviceTitle: string
  kind: InstalmentRow['kind']
  number: number
  amount: Centavos
  /** Centavos that its customer is asked for today, with late charges. */
  due: Centavos
  dueDate: IsoDate
  /** Days since the due date; negative before it. */
  days: number
}

type Deps = Pick<PaymentsDeps, 'database' | 'clock' | 'terms' | 'profileOf'>

/** Number of open instalments by age, and their sum: totals that may lag. */
export async function openByAge({
  readFromReplica,
  clock,
}: Pick<PaymentsDeps, 'readFromReplica' | 'clock'>): Promise<
  { age: Age; count: number; amount: Centavos }[]
> {
  const today = todayInSaoPaulo(clock.now())
  const ranges = ages.map((age) => dueDatesOf(age, today))
  const totals = await readFromReplica((executor) => openTotals(executor, ranges))
  return ages.map((age, index) => ({ age, count: 0, amount: 0, ...totals[index] }))
}

/**
 * Returns a page of the open instalments of an age: those ahead, soonest due first; those overdue, shortest overdue
 * first.
 *
 * @returns at most `limit`, and the start of the next page
 */
export async function openOfAge(
  deps: Deps,
  { age, after, limit }: { age: Age; after: { dueDate: IsoDate; id: string } | undefined; limit: number },
): Promise<{ instalments: OpenInstalment[]; next: { dueDate: IsoDate; id: string } | undefined }> {
  const range = dueDatesOf(age, todayInSaoPaulo(deps.clock.now()))
  const isNewestFirst = age !== 'ahead'
  const rows = await openPage(deps.database, { ...range, after, limit: limit + 1, isNewestFirst })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    instalments: await shown(deps, rows.slice(0, limit)),
    next: last && { dueDate: last.dueDate, id: last.id },
  }
}

/** Open instalments of some customers, earliest due date first. */
export async function openOf(
  deps: Deps,
  which: { userIds: readonly string[]; limit: number },
): Promise<OpenInstalment[]> {
  return shown(deps, await openOfUsers(deps.database, which))
}

const candidatesAround = { days: 30, each: 20 }
const maxOfOwners = 60

/**
 * Returns the open instalments that money without an owner may be for: those of the possible payers, and those of the
 * same amount that are due around that day.
 *
 * @param userIds possible payers
 */
export async function findCandidates(
  deps: Deps,
  { amount, receivedOn, userIds }: { amount: Centavos; receivedOn: IsoDate; userIds: readonly string[] },
): Promise<OpenInstalment[]> {
  const ofOwners = await openOfUsers(deps.database, { userIds, limit: maxOfOwners })
  const alike = await openOfAmount(deps.database, { amount, around: receivedOn, ...candidatesAround })
  const known = new Set(ofOwners.map(({ id }) => id))
  return shown(deps, [...ofOwners, ...alike.filter(({ id }) => !known.has(id))])
}

async function shown(deps: Deps, rows: readonly InstalmentRow[]): Promise<OpenInstalment[]> {
  const today = todayInSaoPaulo(deps.clock.now())
  const dueOf = await dueBesideCreditsOf(deps, rows)
  return rows.map((row) => {
    const { id, orderId, userId, serviceTitle, kind, number, amount, dueDate } = row
    const days = daysBetween(dueDate, today)
    return { id, orderId, userId, serviceTitle, kind, number, amount, due: dueOf(row).total, dueDate, days }
  })
}
