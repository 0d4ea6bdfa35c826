import { addDays, addMonths, daysBetween, type IsoDate, isIsoDate } from '../../../core/calendar.ts'

/** The last 7, 30 or 90 days, a month, or chosen days. */
export type PeriodName = '7' | '30' | '90' | 'month' | 'custom'

/** A range of days, both included. DATEs in America/Sao_Paulo. */
export interface Days {
  from: IsoDate
  to: IsoDate
}

/** The selected days, and the previous ones that they are compared with. */
export interface Period extends Days {
  name: PeriodName
  previous: Days
}

/** The longest period, in days. */
const maxDays = 1_096

/**
 * The period that a reader selected; the last thirty days for an invalid selection. It never ends after today. The previous period has the same
 * length, and for a month it is the month before: for the current month, the same number of days of it.
 */
export function periodOf(
  asked: { name: PeriodName | undefined; month: string | null; from: string | null; to: string | null },
  today: IsoDate,
): Period {
  switch (asked.name) {
    case '7':
      return lastDays('7', 7, today)
    case '90':
      return lastDays('90', 90, today)
    case 'month':
      return monthOf(asked.month, today)
    case 'custom':
      return chosen(asked.from, asked.to, today) ?? lastDays('30', 30, today)
    default:
      return lastDays('30', 30, today)
  }
}

function lastDays(name: PeriodName, count: number, today: IsoDate): Period {
  return withPrevious(name, { from: addDays(today, 1 - count), to: today })
}

function monthOf(month: string | null, today: IsoDate): Period {
  const asked = `${month}-01`
  const present = `${today.slice(0, 7)}-01`
  const first = isIsoDate(asked) ? earlier(asked, present) : present
  const last = addDays(addMonths(first, 1), -1)
  const to = earlier(last, today)
  const before = addMonths(first, -1)
  const lastBefore = addDays(first, -1)
  const sameDay = earlier(addDays(before, daysBetween(first, to)), lastBefore)
  return {
    name: 'month',
    from: first,
    to,
    previous: { from: before, to: to === last ? lastBefore : sameDay },
  }
}

function chosen(from: string | null, to: string | null, today: IsoDate): Period | undefined {
  const [first, second] = [from ?? '', to ?? ''].filter(isIsoDate).toSorted()
  if (first === undefined || second === undefined) return undefined
  const last = earlier(second, today)
  if (first > last) return undefined
  return withPrevious('custom', { from: later(first, addDays(last, 1 - maxDays)), to: last })
}

const earlier = (one: IsoDate, other: IsoDate): IsoDate => [one, other].toSorted()[0] ?? one
const later = (one: IsoDate, other: IsoDate): IsoDate => [one, other].toSorted()[1] ?? one

function withPrevious(name: PeriodName, { from, to }: Days): Period {
  const days = daysBetween(from, to) + 1
  return { name, from, to, previous: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** What one bar of a chart represents. */
export type Unit = 'day' | 'week' | 'month'

/** The parts of a period that a chart shows: days, for a longer period weeks, for a long one months. */
export function partsOf({ from, to }: Days): { unit: Unit; parts: Days[] } {
  const days = daysBetween(from, to) + 1
  const unit = days <= 31 ? 'day' : days <= 186 ? 'week' : 'month'
  const parts: Days[] = []
  for (let first = from; first <= to; ) {
    const next = nextPart(first, unit)
    parts.push({ from: first, to: earlier(addDays(next, -1), to) })
    first = next
  }
  return { unit, parts }
}

function nextPart(first: IsoDate, unit: Unit): IsoDate {
  if (unit === 'day') return addDays(first, 1)
  if (unit === 'week') return addDays(first, 7)
  return addMonths(`${first.slice(0, 7)}-01`, 1)
}
