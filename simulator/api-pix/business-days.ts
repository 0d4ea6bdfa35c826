/**
 * Calendar days are 'YYYY-MM-DD'. This code is independent of the product's calendar, so that it does not repeat its mistakes.
 */
const dayMs = 24 * 60 * 60 * 1000

/** Returns the current day in Brasília: UTC−3, without daylight saving since 2019. */
export const dayOf = (now: Date): string =>
  new Date(now.getTime() - 3 * 60 * 60 * 1000).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Returns the day itself if it is a business day, else the next business day. */
export const nextBusinessDay = (day: string): string =>
  isBusinessDay(day) ? day : nextBusinessDay(addDays(day, 1))

const fixedHolidays = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** Dates of Easter Sunday, from 2020 on. */
const easters = [
  '04-12',
  '04-04',
  '04-17',
  '04-09',
  '03-31',
  '04-20',
  '04-05',
  '03-28',
  '04-16',
  '04-01',
  '04-21',
]
/** Days from Easter to the two days of Carnival, Good Friday and Corpus Christi. */
const easterOffsets = [-48, -47, -2, 60]

function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  const year = day.slice(0, 4)
  const easter = easters[Number(year) - 2020]
  if (easter === undefined) throw new RangeError(`this bank knows no holidays of ${year}`)
  const moving = easterOffsets.map((days) => addDays(`${year}-${easter}`, days))
  return weekday !== 0 && weekday !== 6 && !fixedHolidays.includes(day.slice(5)) && !moving.includes(day)
}
