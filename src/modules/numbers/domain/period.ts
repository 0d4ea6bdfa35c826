import { addDays, addMonths, daysBetween, type IsoDate, isIsoDate } from '../../../core/calendar.ts'

const periodNames = ['7', '30', '90', 'mes', 'livre'] as const
export type PeriodName = (typeof periodNames)[number]

/** Days from one to another, both included. DATEs in America/Sao_Paulo. */
export interface Days {
  from: IsoDate
  to: IsoDate
}

/** The days that are looked at, and those before them that they are compared with. */
export interface Period extends Days {
  name: PeriodName
  previous: Days
}

/** More days than anybody compares. */
const maxDays = 1_096

/**
 * The period that an address names; the last thirty days for anything else. It never ends after today. The one before is as long, and
 * for a month the month before: of the present month, as many of its days.
 */
export function periodOf(
  asked: { name: string | null; month: string | null; from: string | null; to: string | null },
  today: IsoDate,
): Period {
  switch (asked.name) {
    case '7':
      return lastDays('7', 7, today)
    case '90':
      return lastDays('90', 90, today)
    case 'mes':
      return monthOf(asked.month, today)
    case 'livre':
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
  const first = isIsoDate(asked) && asked <= today ? asked : `${today.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  const to = last > today ? today : last
  const before = addMonths(first, -1)
  const sameDay = addDays(before, daysBetween(first, to))
  const lastBefore = addDays(first, -1)
  const isWhole = to === last
  return {
    ...{ name: 'mes', from: first, to },
    previous: { from: before, to: isWhole || sameDay > lastBefore ? lastBefore : sameDay },
  }
}

function chosen(from: string | null, to: string | null, today: IsoDate): Period | undefined {
  if (!from || !to || !isIsoDate(from) || !isIsoDate(to)) return undefined
  const [first = from, second = to] = from <= to ? [from, to] : [to, from]
  const last = second > today ? today : second
  if (first > last) return undefined
  const earliest = addDays(last, 1 - maxDays)
  return withPrevious('livre', { from: first < earliest ? earliest : first, to: last })
}

function withPrevious(name: PeriodName, { from, to }: Days): Period {
  const days = daysBetween(from, to) + 1
  return { name, from, to, previous: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** What one bar of a chart stands for. */
export type Unit = 'day' | 'week' | 'month'

/** The parts of a period that a chart shows: its days, of a longer one its weeks, of a long one its months. */
export function partsOf({ from, to }: Days): { unit: Unit; parts: Days[] } {
  const days = daysBetween(from, to) + 1
  const unit = days <= 31 ? 'day' : days <= 186 ? 'week' : 'month'
  const parts: Days[] = []
  for (let first = from; first <= to; ) {
    const next = nextPart(first, unit)
    const last = addDays(next, -1)
    parts.push({ from: first, to: last > to ? to : last })
    first = next
  }
  return { unit, parts }
}

function nextPart(first: IsoDate, unit: Unit): IsoDate {
  if (unit === 'day') return addDays(first, 1)
  if (unit === 'week') return addDays(first, 7)
  return addMonths(`${first.slice(0, 7)}-01`, 1)
}
