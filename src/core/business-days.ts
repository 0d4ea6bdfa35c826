import { addDays, type IsoDate, weekday } from './calendar.ts'

export type Holiday = { date: IsoDate; name: string }

/** The national bank holidays of a year, in order. */
export function holidaysOf(year: number): Holiday[] {
  const easter = easterSunday(year)
  const onDay = (monthDay: string, name: string): Holiday => ({ date: `${yearText(year)}-${monthDay}`, name })
  const fromEaster = (days: number, name: string): Holiday => ({ date: addDays(easter, days), name })
  const holidays = [
    onDay('01-01', 'Confraternização Universal'),
    fromEaster(-48, 'Segunda-feira de Carnaval'),
    fromEaster(-47, 'Terça-feira de Carnaval'),
    fromEaster(-2, 'Sexta-feira Santa'),
    onDay('04-21', 'Tiradentes'),
    onDay('05-01', 'Dia do Trabalho'),
    fromEaster(60, 'Corpus Christi'),
    onDay('09-07', 'Independência do Brasil'),
    onDay('10-12', 'Nossa Senhora Aparecida'),
    onDay('11-02', 'Finados'),
    onDay('11-15', 'Proclamação da República'),
    onDay('11-20', 'Dia da Consciência Negra'),
    onDay('12-25', 'Natal'),
  ]
  return holidays.sort((a, b) => a.date.localeCompare(b.date))
}

/** Whether banks open on a day: not a weekend, not a bank holiday. */
export function isBusinessDay(date: IsoDate): boolean {
  const day = weekday(date)
  return day !== 0 && day !== 6 && !isHoliday(date)
}

/** Whether a day is a national bank holiday. */
export function isHoliday(date: IsoDate): boolean {
  return holidayDates(Number(date.slice(0, 4))).has(date)
}

/**
 * The date itself when it is a business day, else the next one: an instalment due on another day may be
 * paid then without a late fee.
 */
export function nextBusinessDay(date: IsoDate): IsoDate {
  let day = date
  while (!isBusinessDay(day)) day = addDays(day, 1)
  return day
}

/** The n-th business day after a date, the date itself not counted. Zero returns the date itself. */
export function addBusinessDays(date: IsoDate, days: number): IsoDate {
  if (!Number.isSafeInteger(days) || days < 0) throw new RangeError(`not a number of days: ${days}`)
  let day = date
  for (let counted = 0; counted < days; counted++) day = nextBusinessDay(addDays(day, 1))
  return day
}

/** Easter in the Gregorian calendar (Meeus/Jones/Butcher algorithm). */
export function easterSunday(year: number): IsoDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const e = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7
  const g = Math.floor((a + 11 * e + 22 * f) / 451)
  const month = Math.floor((e + f - 7 * g + 114) / 31)
  const day = ((e + f - 7 * g + 114) % 31) + 1
  return `${yearText(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const cache = new Map<number, ReadonlySet<IsoDate>>()

function holidayDates(year: number): ReadonlySet<IsoDate> {
  const dates = cache.get(year) ?? new Set(holidaysOf(year).map(({ date }) => date))
  cache.set(year, dates)
  return dates
}

function yearText(year: number): string {
  return String(year).padStart(4, '0')
}
