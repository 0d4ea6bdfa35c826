import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addBusinessDays,
  easterSunday,
  holidaysOf,
  isBusinessDay,
  nextBusinessDay,
} from '../../src/core/business-days.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  formatDateLong,
  formatInstant,
  isIsoDate,
  minuteOfDayInSaoPaulo,
  monthName,
  monthsBetween,
  readInstant,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
  weekday,
  weekdayName,
} from '../../src/core/calendar.ts'

const dates = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each([
  ['2026-11-20', '2026-11-23'],
  ['2026-12-25', '2026-12-28'],
  ['2027-02-08', '2027-02-10'],
  ['2026-11-19', '2026-11-19'],
])('an amount due on %s may be paid on %s', (date, expected) => {
  expect(nextBusinessDay(date)).toBe(expected)
})

test.each([
  ['2026-12-18', 15, '2027-01-12'],
  ['2027-02-05', 7, '2027-02-18'],
  ['2026-11-19', 7, '2026-12-01'],
  ['2026-11-21', 0, '2026-11-21'],
])('from %s, %i business days lead to %s', (date, days, expected) => {
  expect(addBusinessDays(date, days)).toBe(expected)
})

test('the withdrawal period ends on a business day', () => {
  const lastDay = addDays('2026-12-18', 7)
  expect(lastDay).toBe('2026-12-25')
  expect(nextBusinessDay(lastDay)).toBe('2026-12-28')
})

test('monthly instalments keep their day of the month', () => {
  expect([1, 2, 3].map((months) => addMonths('2027-01-31', months))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(addMonths('2028-02-29', 48)).toBe('2032-02-29')
  expect(addMonths('2026-11-21', 2)).toBe('2027-01-21')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('a monthly due date counted from its anchor never drifts', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: 0, max: 360 }), (anchor, months) => {
      const due = addMonths(anchor, months)
      expect(isIsoDate(due)).toBe(true)
      const isLastDay = addDays(due, 1).slice(0, 7) !== due.slice(0, 7)
      expect(due.slice(8) === anchor.slice(8) || (isLastDay && due.slice(8) < anchor.slice(8))).toBe(true)
      const position = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
      expect(position(due) - position(anchor)).toBe(months)
    }),
  )
})

test('addBusinessDays counts only business days', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 40 }), (date, days) => {
      const end = addBusinessDays(date, days)
      expect(isBusinessDay(end)).toBe(true)
      const between = Array.from({ length: daysBetween(date, end) }, (_, index) => addDays(date, index + 1))
      expect(between.filter(isBusinessDay)).toHaveLength(days)
    }),
    { numRuns: 50 },
  )
})

test('daysBetween is the inverse of addDays', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days)
    }),
  )
})

test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, date) => {
  expect(easterSunday(year)).toBe(date)
  expect(weekday(date)).toBe(0)
})

test('the bank holidays of 2027 have their names', () => {
  expect(holidaysOf(2027).map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2027-01-01 Confraternização Universal',
    '2027-02-08 Segunda-feira de Carnaval',
    '2027-02-09 Terça-feira de Carnaval',
    '2027-03-26 Sexta-feira Santa',
    '2027-04-21 Tiradentes',
    '2027-05-01 Dia do Trabalho',
    '2027-05-27 Corpus Christi',
    '2027-09-07 Independência do Brasil',
    '2027-10-12 Nossa Senhora Aparecida',
    '2027-11-02 Finados',
    '2027-11-15 Proclamação da República',
    '2027-11-20 Dia da Consciência Negra',
    '2027-12-25 Natal',
  ])
})

test('today is the date in São Paulo, not in UTC', () => {
  expect(todayInSaoPaulo(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-21')
  expect(todayInSaoPaulo(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-22')
  expect(todayInSaoPaulo(new Date('2018-12-01T02:30:00Z'))).toBe('2018-12-01')
})

test('a day starts at its first instant in São Paulo, with daylight saving time', () => {
  expect(startOfDayInSaoPaulo('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z')
  expect(startOfDayInSaoPaulo('2018-12-01').toISOString()).toBe('2018-12-01T02:00:00.000Z')
  expect(startOfDayInSaoPaulo('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z')
  fc.assert(
    fc.property(dates, (date) => {
      const start = startOfDayInSaoPaulo(date)
      expect(todayInSaoPaulo(start)).toBe(date)
      expect(todayInSaoPaulo(new Date(start.getTime() - 1))).toBe(addDays(date, -1))
    }),
  )
})

test('dates and instants are formatted for Brazil', () => {
  expect(formatDate('2026-12-18')).toBe('18/12/2026')
  expect(formatDateLong('2026-12-18')).toBe('18 de dezembro de 2026')
  expect(formatDateLong('2027-03-01')).toBe('1º de março de 2027')
  expect(formatInstant(new Date('2026-11-21T17:30:00Z'))).toBe('21/11/2026 às 14:30')
  expect(formatInstant(new Date('2026-11-22T03:05:00Z'))).toBe('22/11/2026 às 00:05')
})

test.each([
  ...['2026-02-29', '1900-02-29', '2028-02-30', '2026-04-31', '2026-01-32', '2026-11-00', '2026-00-11'],
  ...['2026-13-01', '2026-1-1', '21/11/2026', '', '2026-11-21T00:00', '2026-01-012026-11-23'],
])('%s is not a date', (text) => {
  expect(isIsoDate(text)).toBe(false)
  expect(() => addDays(text, 1)).toThrow(RangeError)
})

test.each(['2028-02-29', '2000-02-29', '2026-01-01', '2026-01-31', '2026-04-30', '2026-12-31'])(
  '%s is a date',
  (text) => {
    expect(isIsoDate(text)).toBe(true)
  },
)

/** Computes Easter with a different algorithm than the code: that of Oudin (1940), as printed by the US Naval Observatory. */
function easterByOudin(year: number): string {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const k = Math.floor((century - 17) / 25)
  const first = (century - Math.floor(century / 4) - Math.floor((century - k) / 3) + 19 * golden + 15) % 30
  const i =
    first -
    Math.floor(first / 28) *
      (1 - Math.floor(first / 28) * Math.floor(29 / (first + 1)) * Math.floor((21 - golden) / 11))
  const j = (year + Math.floor(year / 4) + i + 2 - century + Math.floor(century / 4)) % 7
  const days = i - j
  const month = 3 + Math.floor((days + 40) / 44)
  const day = days + 28 - 31 * Math.floor(month / 4)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

test('Easter is right in every year of the Gregorian calendar up to 9999', () => {
  for (let year = 1583; year <= 9999; year++) expect(easterSunday(year)).toBe(easterByOudin(year))
})

test('the holidays of a year are in order', () => {
  // In 2038 Easter is as late as possible: Good Friday comes after Tiradentes.
  for (const year of [2027, 2038]) {
    const days = holidaysOf(year).map(({ date }) => date)
    expect(days).toEqual(days.toSorted())
  }
  expect(holidaysOf(999)[0]?.date).toBe('0999-01-01')
})

test('counts business days in whole numbers from zero', () => {
  expect(addBusinessDays('2026-11-21', 0)).toBe('2026-11-21')
  for (const days of [-1, 0.5]) expect(() => addBusinessDays('2026-11-20', days)).toThrow(RangeError)
})

test.each(['x2026-11-21', '2026-11-21x', '2026-11-2', '+002026-11-21', '2026-11-21T00:00:00Z'])(
  '%s is not a day',
  (text) => {
    expect(isIsoDate(text)).toBe(false)
  },
)

test('a day in São Paulo begins two hours behind in summer, three in winter, and at one where midnight was skipped', () => {
  expect(startOfDayInSaoPaulo('2018-12-21').toISOString()).toBe('2018-12-21T02:00:00.000Z')
  expect(startOfDayInSaoPaulo('2018-07-21').toISOString()).toBe('2018-07-21T03:00:00.000Z')
  // The clocks went from 00:00 to 01:00.
  expect(startOfDayInSaoPaulo('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z')
})

test('days of the week and months have names', () => {
  expect([0, 1, 5, 6, 7].map(weekdayName)).toEqual(['domingo', 'segunda-feira', 'sexta-feira', 'sábado', ''])
  expect(['2026-01-31', '2026-12-01'].map(monthName)).toEqual(['janeiro', 'dezembro'])
})

test.each([
  ['2026-01-31', '2026-01-31', 0],
  ['2026-01-31', '2026-02-28', 1],
  ['2026-11-22', '2026-12-07', 0.5],
  ['2026-11-22', '2028-01-06', 13 + 15 / 31],
])('from %s to %s are %f months', (from, to, months) => {
  expect(monthsBetween(from, to)).toBe(months)
})

test('counts the minutes of a day in São Paulo', () => {
  expect(minuteOfDayInSaoPaulo(new Date('2026-11-22T03:00:00Z'))).toBe(0)
  expect(minuteOfDayInSaoPaulo(new Date('2026-11-22T02:59:00Z'))).toBe(1439)
})

test('reads an instant as it was written, in the years that the database supports', () => {
  fc.assert(
    fc.property(dates, (date) => {
      const instant = new Date(`${date}T12:34:56.789Z`)
      expect(readInstant(instant.toISOString())).toEqual(instant)
    }),
  )
  const others = ['', 'x', '2026-02-30', '2026-02-28', '2026-02-28T12:00:00Z', '2026-02-30T12:00:00.000Z']
  const years = ['0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z']
  for (const text of [...others, ...years]) expect([text, readInstant(text)]).toEqual([text, undefined])
  expect(isIsoDate('0000-01-01')).toBe(false)
})
