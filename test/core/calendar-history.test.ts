// Databases: postgres. PostgreSQL has its own time zone tables and its own calendar: an independent implementation to compare
// with.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  formatInstant,
  isIsoDate,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
  weekday,
} from '../../src/core/calendar.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let source: TestDatabase
let database: Database
beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 2 })
})
afterAll(async () => {
  await database.$client.end()
  await source.close()
})

async function rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await database.$client.query(text, values)).rows as T[]
}

const [first, last] = ['1990-01-01', '2040-12-31']

test('every day from 1990 to 2040 begins as in PostgreSQL, and has 24 hours except at clock changes', async () => {
  const days = await rows<{ day: string; start: string; weekday: number }>(
    `select day::date::text as day, extract(dow from day)::int as weekday,
       (extract(epoch from day::timestamp at time zone 'America/Sao_Paulo') * 1000)::text as start
     from generate_series($1::timestamp, $2::timestamp, '1 day') day order by day`,
    [first, last],
  )
  expect(days).toHaveLength(daysBetween(first, last) + 1)
  const lengths = new Map<number, number>()
  for (const [index, { day, start, weekday: inWeek }] of days.entries()) {
    const began = startOfDayInSaoPaulo(day)
    if (began.getTime() !== Number(start)) expect([day, began.getTime()]).toEqual([day, Number(start)])
    const before = new Date(began.getTime() - 1)
    const [yesterday, tomorrow] = [addDays(day, -1), addDays(day, 1)]
    const hours = (startOfDayInSaoPaulo(tomorrow).getTime() - began.getTime()) / 3_600_000
    lengths.set(hours, (lengths.get(hours) ?? 0) + 1)
    const found = [todayInSaoPaulo(began), todayInSaoPaulo(before), weekday(day), isIsoDate(day)]
    const expected = [day, yesterday, inWeek, true]
    if (String(found) !== String(expected)) expect([day, ...found]).toEqual([day, ...expected])
    expect(daysBetween(first, day)).toBe(index)
  }
  // Daylight saving time from 1990 to 2019: it began 29 times and ended 30 times in this period.
  expect(Object.fromEntries(lengths)).toEqual({ 23: 29, 24: 18_628 - 59, 25: 30 })
})

test('months added to every day of four years end as in PostgreSQL', async () => {
  const sums = await rows<{ day: string; months: number; due: string }>(
    `select day::date::text as day, months, (day + make_interval(months => months))::date::text as due
     from generate_series('2026-01-01'::timestamp, '2029-12-31'::timestamp, '1 day') day,
       unnest(array[1, 2, 6, 11, 12, 13, 24, 36]) months`,
  )
  const wrong = sums.filter(({ day, months, due }) => addMonths(day, months) !== due)
  expect(wrong).toEqual([])
})

test.each([
  ['2018-11-04 began at 01:00', '2018-11-04', '2018-11-04T03:00:00Z', '04/11/2018 às 01:00', 23],
  ['2019-02-16 had 23:00 twice', '2019-02-16', '2019-02-16T02:00:00Z', '16/02/2019 às 00:00', 25],
  ['no clock change since then', '2026-11-01', '2026-11-01T03:00:00Z', '01/11/2026 às 00:00', 24],
  ['a leap day', '2028-02-29', '2028-02-29T03:00:00Z', '29/02/2028 às 00:00', 24],
])('%s', (_, day, start, shown, hours) => {
  const began = startOfDayInSaoPaulo(day)
  expect([began.toISOString(), formatInstant(began)]).toEqual([new Date(start).toISOString(), shown])
  expect(startOfDayInSaoPaulo(addDays(day, 1)).getTime() - began.getTime()).toBe(hours * 3_600_000)
})

test('every hour of the nights of clock changes belongs to the same day as in PostgreSQL', async () => {
  const hours = await rows<{ ms: string; day: string }>(
    `select (extract(epoch from at) * 1000)::text as ms, (at at time zone 'America/Sao_Paulo')::date::text as day
     from generate_series(1990, 2040) year,
       lateral (select make_date(year, month, 1) as month from unnest(array[2, 10, 11]) month) months,
       lateral generate_series(month::timestamptz, month::timestamptz + interval '28 days', '1 hour') at
     where extract(hour from at at time zone 'UTC') between 0 and 5`,
  )
  expect(hours.length).toBeGreaterThan(25_000)
  expect(hours.filter(({ ms, day }) => todayInSaoPaulo(new Date(Number(ms))) !== day)).toEqual([])
})
