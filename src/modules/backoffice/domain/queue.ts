import { readInstant } from '../../../core/calendar.ts'
import { DAY, HOUR } from '../../../core/durations.ts'
import { compareDue, type Obligation, type ObligationPosition } from '../../../core/obligation.ts'

/** Time spans that the queue is divided into. */
export const spans = ['late', 'hour', 'today', 'week', 'later'] as const
export type Span = (typeof spans)[number]

/**
 * The span in which an obligation becomes overdue.
 *
 * @param endOfDay the next midnight in America/Sao_Paulo
 */
export function spanOf(dueAt: Date, { now, endOfDay }: { now: Date; endOfDay: Date }): Span {
  const left = dueAt.getTime() - now.getTime()
  if (left < 0) return 'late'
  if (left < HOUR) return 'hour'
  if (dueAt < endOfDay) return 'today'
  return left < 7 * DAY ? 'week' : 'later'
}

/** The first `limit` entries of several sorted lists. */
export function mergeDue<O extends Obligation>(lists: readonly (readonly O[])[], limit: number): O[] {
  return lists.flat().toSorted(compareDue).slice(0, limit)
}

/** 'instant~id', for the URL of the next page. */
export function writePosition({ dueAt, id }: ObligationPosition): string {
  return `${dueAt.toISOString()}~${id}`
}

/** Undefined for anything that `writePosition` did not write. */
export function readPosition(text: string | null): ObligationPosition | undefined {
  const [at = '', id = ''] = text?.split('~') ?? []
  const dueAt = readInstant(at)
  return id === '' || !dueAt ? undefined : { dueAt, id }
}
