import { isPast } from './report-doubts.ts'

const minute = 60_000

/**
 * A provider's list can lag behind its payments, so each sweep reads again what changed this long before the last change
 * that was read, in milliseconds of the provider's time. What is known is skipped.
 */
export const overlap = 15 * minute
/** How far back the very first sweep reads. */
const initialLookback = 24 * 60 * minute
/** How far back a mended cursor of unknown age is set: longer than anybody overlooks a shop that reconciles nothing. */
const mendedLookback = 30 * 24 * 60 * minute
/** Changes are listed however far their date is in the future: a provider's clock can be wrong. */
const horizon = 10 * 366 * 24 * 60 * minute

/** Where a provider's changes have been read to. */
export interface Cursor {
  sweptUntil: Date
  /** By the database's clock; null when unknown. */
  movedAt: Date | null
}

/** What a sweep starts from. */
export interface SweepStart {
  sweptUntil: Date
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  /** The stored cursor is in the future and has to be set back to `sweptUntil`. */
  isMended: boolean
}

/**
 * Decides where a sweep starts. A cursor in the future would hide every change until then: it is not believed, and goes
 * back to when it was last moved, for until then it was read.
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
 * How far the cursor may move after a page: to a change that everything unread comes after. A single date can be wrong, so
 * it is the middle one of the page's, which are in order at the provider. Never into the future.
 *
 * @param dates of the changes on the page, in its order; undefined for one without a readable date
 * @param now of the database
 */
export function sweptUntilAfter(sweptUntil: Date, dates: readonly (Date | undefined)[], now: Date): Date {
  const times = dates
    .flatMap((date) => date?.getTime() ?? [])
    .map((time) => Math.min(time, now.getTime()))
    .sort((a, b) => a - b)
  const middle = times[Math.floor((times.length - 1) / 2)] ?? 0
  return new Date(Math.max(sweptUntil.getTime(), middle))
}

/** How many payments of a page the next one repeats, to see that none between them was skipped. */
export const repeated = 10

/**
 * Where to read on after a page. A payment that changes meanwhile moves to the end of the list, and those after it move up:
 * a page that repeats none of the payments before it may have skipped some, and is read again from further up.
 *
 * @param before ids of the payments read last, at most `repeated`; empty at the start
 * @returns the next offset; undefined after the last page
 */
export function nextOffset({
  offset,
  ids,
  before,
  pageSize,
}: {
  offset: number
  ids: readonly string[]
  before: readonly string[]
  pageSize: number
}): { joins: boolean; next: number | undefined } {
  const joins = offset === 0 || ids.some((id) => before.includes(id))
  if (!joins) return { joins, next: Math.max(0, offset - pageSize + repeated) }
  if (ids.length < pageSize) return { joins, next: undefined }
  return { joins, next: offset + ids.length - repeated }
}
