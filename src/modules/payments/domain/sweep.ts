import { DAY, MINUTE } from '../../../core/durations.ts'
import { isPast } from './report-doubts.ts'

/**
 * A provider's list can lag behind its payments, so each sweep reads again the changes from this long before the last
 * change that was read, in milliseconds of the provider's time. Changes that are already recorded are skipped.
 */
export const overlap = 15 * MINUTE
/** How far back the first sweep reads, from when the shop first started with this provider (`prepareSweeps`). */
const initialLookback = DAY
/**
 * How far back a repaired cursor of unknown age is set: longer than a shop that reconciles nothing could go unnoticed.
 */
const mendedLookback = 30 * DAY
/** Changes are listed however far in the future they are dated: a provider's clock can be wrong. */
const horizon = 10 * 366 * DAY

/** How far a provider's changes have been read. */
export interface Cursor {
  sweptUntil: Date
  /** By the database's clock; null when unknown. */
  movedAt: Date | null
}

/** The window that a sweep reads. */
export interface SweepStart {
  sweptUntil: Date
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  /** True when the stored cursor is in the future and has to be set back to `sweptUntil`. */
  isMended: boolean
}

/**
 * Decides where a sweep starts. A cursor in the future would hide every change until then: it is ignored, and set back
 * to when it was last moved, because changes were read up to that time.
 *
 * @param now of the database
 */
export function startOfSweep(cursor: Cursor | undefined, now: Date): SweepStart {
  const window = (sweptUntil: Date, isMended: boolean): SweepStart => ({
    sweptUntil,
    from: new Date(sweptUntil.getTime() - overlap),
    to: new Date(now.getTime() + horizon),
    isMended,
  })
  if (!cursor) return window(new Date(now.getTime() - initialLookback), false)
  if (isPast(cursor.sweptUntil, now)) return window(cursor.sweptUntil, false)
  const { movedAt } = cursor
  const isKnown = movedAt !== null && isPast(movedAt, now)
  return window(
    new Date(isKnown ? movedAt.getTime() - initialLookback : now.getTime() - mendedLookback),
    true,
  )
}

/**
 * Returns the change of a page to which the cursor may move once everything before it was read. A single date can be wrong, so it is
 * the median of the page. Never in the future; undefined for a page without a readable date.
 *
 * @param dates of the changes on the page; undefined for one without a readable date
 * @param now of the database
 */
export function middleOf(dates: readonly (Date | undefined)[], now: Date): Date | undefined {
  const times = dates
    .flatMap((date) => date?.getTime() ?? [])
    .map((time) => Math.min(time, now.getTime()))
    .sort((a, b) => a - b)
  const middle = times[Math.floor((times.length - 1) / 2)]
  return middle === undefined ? undefined : new Date(middle)
}

/**
 * Whether the pages of a list are oldest first, as far as their middles show it, so that what is unread is later than what was read.
 * One page alone, or several of one instant, show nothing.
 */
export function isOldestFirst(middles: readonly Date[]): boolean {
  const ascends = middles.every((middle, at) => at === 0 || middle >= (middles[at - 1] ?? middle))
  const [first, last] = [middles[0], middles.at(-1)]
  return ascends && first !== undefined && last !== undefined && first < last
}

/** Number of payments by which a page overlaps the previous one, to detect skipped payments between them. */
export const repeated = 10

/**
 * Returns where to continue reading after a page. A payment that changes during the sweep moves to the end of the list, and
 * those after it move up: a page that repeats none of the previous payments may have skipped some, and is read again from
 * an earlier offset. A page ends at a place up to which as many payments must have been read: with fewer, one answer was not the
 * page that was asked for (another one, or in another order), and the list is read again from its start.
 *
 * @param ids of the payments of the page, each with the time of its last change
 * @param before those of the payments read last, at most `repeated`; empty at the start
 * @param read number of payments read so far, each once, with those of this page
 * @returns the next offset; undefined after the last page
 */
export function nextOffset({
  offset,
  ids,
  before,
  read,
  pageSize,
}: {
  offset: number
  ids: readonly string[]
  before: readonly string[]
  read: number
  pageSize: number
}): { joins: boolean; next: number | undefined } {
  const repeatsSome = offset === 0 || ids.some((id) => before.includes(id))
  if (!repeatsSome) return { joins: false, next: Math.max(0, offset - pageSize + repeated) }
  if (read < offset + ids.length) return { joins: false, next: 0 }
  if (ids.length < pageSize) return { joins: true, next: undefined }
  return { joins: true, next: offset + ids.length - repeated }
}

/**
 * Returns whether a list that is read page by page makes no more progress: it was read again from its start and beyond,
 * without a new payment. A provider that ignores the offset would answer like that for ever.
 *
 * @param pages pages in a row without a new payment
 * @param read number of different payments read so far
 */
export function isRepeatingPages({
  pages,
  read,
  pageSize,
}: {
  pages: number
  read: number
  pageSize: number
}): boolean {
  return pages > 10 + (2 * read) / Math.max(1, pageSize - repeated)
}

/** What two listed payments of one charge, or two listings of one payment, have in common. */
interface Related {
  readonly providerId: string
  readonly reference?: string | null | undefined
}

/**
 * Parts the payments of a page into groups that can be settled at the same time. Payments of one id or one reference are in one
 * group, in the order of the list.
 */
export function independentGroups<T extends Related>(listed: readonly T[]): T[][] {
  let groups: Set<T>[] = []
  for (const payment of listed) {
    const isRelated = (other: T) =>
      other.providerId === payment.providerId || (!!other.reference && other.reference === payment.reference)
    const related = groups.filter((group) => [...group].some(isRelated))
    const others = groups.filter((group) => !related.includes(group))
    groups = [...others, new Set([...related.flatMap((group) => [...group]), payment])]
  }
  return groups.map((group) => listed.filter((payment) => group.has(payment)))
}
