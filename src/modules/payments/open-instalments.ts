import { daysBetween, type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { PaymentsDeps } from './deps.ts'
import { type Age, ages, dueDatesOf } from './domain/ages.ts'
import { dueToday } from './instalments/due-today.ts'
import { openOfAmount, openOfUsers, openPage, openTotals } from './instalments/open-store.server.ts'
import type { InstalmentRow } from './instalments/store.server.ts'

/** An open instalment as the team sees it. */
export interface OpenInstalment {
  id: string
  orderId: string
  userId: string
  serviceTitle: string
  kind: InstalmentRow['kind']
  number: number
  amount: Centavos
  /** What it asks for today. */
  due: Centavos
  dueDate: IsoDate
  /** Days since the due date; negative before it. */
  days: number
}

type Deps = Pick<PaymentsDeps, 'database' | 'clock' | 'terms'>

/** How many instalments are open of each age, and their sum: numbers, which may lag. */
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
 * A page of the open instalments of an age: what is ahead by how soon it is due, what is overdue by how long.
 *
 * @returns at most `limit`, and where the next page begins
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
    instalments: shown(deps, rows.slice(0, limit)),
    next: last && { dueDate: last.dueDate, id: last.id },
  }
}

/** The open instalments of some customers, those due first. */
export async function openOf(
  deps: Deps,
  which: { userIds: readonly string[]; limit: number },
): Promise<OpenInstalment[]> {
  return shown(deps, await openOfUsers(deps.database, which))
}

const candidatesAround = { days: 30, each: 20 }
const maxOfOwners = 60

/**
 * The open instalments that money without an owner may be for: those of who may have paid, and those of the same amount
 * that are due about then.
 *
 * @param userIds who may have paid
 */
export async function openLike(
  deps: Deps,
  { amount, receivedOn, userIds }: { amount: Centavos; receivedOn: IsoDate; userIds: readonly string[] },
): Promise<OpenInstalment[]> {
  const ofOwners = await openOfUsers(deps.database, { userIds, limit: maxOfOwners })
  const alike = await openOfAmount(deps.database, { amount, around: receivedOn, ...candidatesAround })
  const known = new Set(ofOwners.map(({ id }) => id))
  return shown(deps, [...ofOwners, ...alike.filter(({ id }) => !known.has(id))])
}

function shown(deps: Pick<Deps, 'clock' | 'terms'>, rows: readonly InstalmentRow[]): OpenInstalment[] {
  const today = todayInSaoPaulo(deps.clock.now())
  // Without the document everybody counts as a person, whose late charges are the lower ones.
  const dueOf = dueToday(deps, { documento: '' })
  return rows.map((row) => {
    const { id, orderId, userId, serviceTitle, kind, number, amount, dueDate } = row
    const days = daysBetween(dueDate, today)
    return { id, orderId, userId, serviceTitle, kind, number, amount, due: dueOf(row).total, dueDate, days }
  })
}
