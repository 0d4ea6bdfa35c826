// Databases: both
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timeZone } from '../../../scripts/doctor/checks.ts'
import { startOfDayInSaoPaulo } from '../../../src/core/calendar.ts'
import { openDatabaseClock } from '../../../src/platform/clock/database-clock.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { createJobs, type JobDefinition, type Jobs } from '../../../src/platform/jobs/jobs.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { isEmbedded, type TestDatabase, testDatabase } from '../../support/database.ts'

const hour = 3_600_000
const year = 365 * 24 * hour

let source: TestDatabase
let database: Database
/** How far this machine's wall clock is ahead, and how long it was suspended. */
let ahead = 0
let slept = 0
const local = () => ({ wall: Date.now() + ahead, monotonic: performance.now() - slept })

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 6 })
})
beforeEach(() => {
  ahead = 0
  slept = 0
})
afterAll(async () => {
  await database.$client.end()
  await source.close()
})

test.each([0, hour, -hour, year, -year])(
  'reports the database’s time on a machine ahead by %s ms',
  async (skew) => {
    ahead = skew
    const clock = await openDatabaseClock({ database, local })
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
    expect(clock.state().isRight).toBe(skew === 0)
    expect(Math.abs(clock.state().skewSeconds - skew / 1000)).toBeLessThan(2)
  },
)

test('the next check notices that a clock jumped, and that it is right again', async () => {
  const clock = await openDatabaseClock({ database, local })
  const heard: boolean[] = []
  const end = clock.watch(({ isRight }) => heard.push(isRight))
  ahead = year
  // The database has not been queried yet, and the reported time has not moved.
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  expect((await clock.check()).isRight).toBe(false)
  ahead = 0
  expect((await clock.check()).isRight).toBe(true)
  expect(heard).toEqual([false, true])
  end()
})

test('reading the time, as a web process does, notices a jump too', async () => {
  const clock = await openDatabaseClock({ database, local })
  ahead = year
  clock.now()
  await expect.poll(() => clock.state().isRight, { timeout: 10_000 }).toBe(false)
  slept = 8 * hour
  ahead = 0
  clock.now()
  await expect
    .poll(() => Math.abs(clock.now().getTime() - Date.now()), { timeout: 10_000 })
    .toBeLessThan(2_000)
  expect(clock.state().isRight).toBe(true)
})

test('after a night in suspension the time is right at once, and the clock is not called wrong', async () => {
  const clock = await openDatabaseClock({ database, local })
  slept = 8 * hour
  ahead = 0
  // The database and the wall clock advanced, the monotonic one did not: simulated by setting it back.
  expect((await clock.check()).isRight).toBe(true)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
})

test('a process whose clock jumps runs no job until it is right, except clock-independent ones', async () => {
  const clock = await openDatabaseClock({ database, local })
  const ran: string[] = []
  const jobs = started(async () => (await clock.check()).isRight)
  const end = clock.watch(({ isRight }) => void (isRight ? jobs.resume() : jobs.pause()))
  const definition = (name: string, more: Partial<JobDefinition> = {}): JobDefinition => ({
    retryDelay: 0,
    retryLimit: 20,
    poll: 0.5,
    run: async () => void ran.push(name),
    ...more,
  })
  const definitions = {
    purge: definition('purge'),
    tick: definition('tick', { every: { seconds: 1 }, retryLimit: 0 }),
    mail: definition('mail', { anyClock: true }),
  }
  await jobs.prepare(definitions)
  ahead = year
  await jobs.work(definitions)
  // Not even the first job after the jump runs: nothing has measured the clock before it.
  await jobs.enqueue(database, 'purge', {})
  await jobs.enqueue(database, 'mail', {})
  await expect.poll(() => ran.includes('mail'), { timeout: 10_000 }).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(ran).toEqual(['mail'])
  expect(clock.state().isRight).toBe(false)

  ahead = 0
  await clock.check()
  await expect.poll(() => ran.includes('purge') && ran.includes('tick'), { timeout: 20_000 }).toBe(true)
  end()
  await jobs.stop()
})

function started(mayRun: () => Promise<boolean>): Jobs {
  const log = createLog({ level: 'silent' })
  return createJobs({ database, embedded: isEmbedded(), log, mayRun })
}

test('the doctor finds the first day of which the database and Node disagree when it begins', async () => {
  const now = new Date('2026-11-30T12:00:00Z')
  expect(await timeZone(database, now)).toEqual({
    is: 'passed',
    line: 'Fuso horário: o banco de dados e o Node concordam.',
  })
  // A daylight saving time of which only Node knows.
  const summer = (day: string) => day >= '2027-11-07' && day < '2028-02-20'
  const found = await timeZone(database, now, (day) => {
    const start = startOfDayInSaoPaulo(day)
    return summer(day) ? new Date(start.getTime() - hour) : start
  })
  expect(found).toMatchObject({ is: 'failed', line: expect.stringContaining('em 07/11/2027 o dia') })
})
