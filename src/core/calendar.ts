import { DAY, HOUR, MINUTE } from './durations.ts'

/** A calendar date without a time, 'YYYY-MM-DD', such as a due date. "Today" is the date in America/Sao_Paulo. */
export type IsoDate = string

const SAO_PAULO = 'America/Sao_Paulo'

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const WEEKDAYS = 'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'.split(' ')

/** Whether a text is an existing date in the form 'YYYY-MM-DD'. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  // PostgreSQL has no year 0.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= lastDayOfMonth(year, month)
}

/** Reads what `toISOString` wrote; undefined for any other text, and for years that the database does not have. */
export function readInstant(text: string): Date | undefined {
  const instant = new Date(text)
  const isWritten = isIsoDate(text.slice(0, 10)) && !Number.isNaN(instant.getTime())
  return isWritten && instant.toISOString() === text ? instant : undefined
}

/** The date in São Paulo at an instant. */
export function todayInSaoPaulo(now: Date): IsoDate {
  const { year, month, day } = wallClock(now)
  return `${year}-${month}-${day}`
}

/**
 * The first instant of a day in São Paulo, which is not always midnight: daylight saving time used to begin at 00:00
 * there, so that the day began at 01:00. Such a day has 23 hours, and the day on which it ends has 25; a law may
 * reintroduce it.
 */
export function startOfDayInSaoPaulo(date: IsoDate): Date {
  const midnightUtc = toTime(date)
  const candidates = [1, 2, 3, 4].map((hoursBehind) => new Date(midnightUtc + hoursBehind * HOUR))
  return candidates.find((instant) => todayInSaoPaulo(instant) === date) ?? new Date(midnightUtc + 3 * HOUR)
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return toIsoDate(new Date(toTime(date) + days * DAY))
}

/**
 * The same day `months` later, or the last day of a shorter month. Always count from the anchor:
 * 01-31 gives 02-28, 03-31, 04-30; adding one month at a time would drift to 28.
 */
export function addMonths(anchor: IsoDate, months: number): IsoDate {
  const { year, month, day } = partsOf(anchor)
  const lastDay = lastDayOfMonth(year, month + months)
  return toIsoDate(new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))))
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((toTime(to) - toTime(from)) / DAY)
}

/** Whole months plus the remaining days as a fraction of their month; `to` is not before `from`. */
export function monthsBetween(from: IsoDate, to: IsoDate): number {
  let whole = 0
  while (addMonths(from, whole + 1) <= to) whole++
  const [start, end] = [addMonths(from, whole), addMonths(from, whole + 1)]
  return whole + daysBetween(start, to) / daysBetween(start, end)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekday(date: IsoDate): number {
  return new Date(toTime(date)).getUTCDay()
}

/** 0 → 'domingo', 5 → 'sexta-feira'. */
export function weekdayName(day: number): string {
  return WEEKDAYS[day] ?? ''
}

/** '2026-12-18' → '18/12/2026'. */
export function formatDate(date: IsoDate): string {
  return date.split('-').reverse().join('/')
}

/** '2026-12-18' → '18 de dezembro de 2026'; the first of a month is '1º'. */
export function formatDateLong(date: IsoDate): string {
  const { year, month, day } = partsOf(date)
  return `${day === 1 ? '1º' : day} de ${MONTHS[month - 1]} de ${year}`
}

/** '2026-12-18' → 'dezembro'. */
export function monthName(date: IsoDate): string {
  return MONTHS[partsOf(date).month - 1] ?? ''
}

/** An instant in São Paulo time: '21/11/2026 às 14:30'. */
export function formatInstant(instant: Date): string {
  const { year, month, day, hour, minute } = wallClock(instant)
  return `${day}/${month}/${year} às ${hour}:${minute}`
}

/** The minute of the day in São Paulo at an instant: 0 at midnight, 1439 a minute before the next. */
export function minuteOfDayInSaoPaulo(instant: Date): number {
  const { hour, minute } = wallClock(instant)
  return Number(hour) * 60 + Number(minute)
}

/** @param month 1 to 12; values outside this range refer to the previous or following years */
function lastDayOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function partsOf(date: IsoDate) {
  if (!isIsoDate(date)) throw new RangeError(`not a date: ${date}`)
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function toTime(date: IsoDate): number {
  const { year, month, day } = partsOf(date)
  return Date.UTC(year, month - 1, day)
}

/** @throws RangeError for an invalid time */
function toIsoDate(time: Date): IsoDate {
  if (Number.isNaN(time.getTime())) throw new RangeError('not a time')
  const year = String(time.getUTCFullYear()).padStart(4, '0')
  return `${year}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

const saoPauloClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: SAO_PAULO,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

type WallClock = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>>

/** Cache of the last minute converted: a page requests the current minute many times, and Intl is slow. */
let lastMinute: { at: number; read: WallClock } | undefined

function wallClock(instant: Date): WallClock {
  const at = Math.floor(instant.getTime() / MINUTE)
  if (lastMinute?.at === at) return lastMinute.read
  const read = { year: '', month: '', day: '', hour: '', minute: '' }
  for (const { type, value } of saoPauloClock.formatToParts(instant)) {
    if (type in read) read[type as keyof typeof read] = value
  }
  lastMinute = { at, read }
  return read
}
