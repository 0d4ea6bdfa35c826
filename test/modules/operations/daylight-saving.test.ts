// Databases: one. Brazil has no daylight saving time now, and may have it again: in 2018 it ended on 18 February at 00:00, so that the
// 17th had 25 hours, and began on 4 November at 00:00, so that this day began at 01:00.
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ restorable: await restorableDatabase(), start: '2018-02-10T15:00:00Z' })
})
afterAll(() => shop.close())

function goTo(instant: string): void {
  shop.clock.advance(Date.parse(instant) - shop.clock.now().getTime())
}

/** Pays the first instalment of a new order at an instant. Returns the day on which the ledger received it. */
async function payAt(instant: string): Promise<string> {
  const viewer = await shop.customer()
  goTo(new Date(Date.parse(instant) - 10 * 60_000).toISOString())
  const orderId = await shop.hire(viewer, 'semanal-20x')
  const [first] = await shop.openInstalments(orderId)
  const charge = await shop.charge(viewer, [first?.id ?? ''])
  const [{ lasts } = { lasts: 0 }] = await shop.query<{ lasts: number }>(
    'select extract(epoch from expires_at - created_at)::int as lasts from charges where id = $1',
    [charge.id],
  )
  expect(lasts).toBe(31 * 60)
  goTo(instant)
  await shop.simulator.act(charge.reference, 'approve')
  await shop.simulator.noticesSent()
  await shop.work()
  const [booked] = await shop.query<{ day: string }>(
    `select t.day::text from ledger_transactions t join provider_payments p on t.key = 'receipt:' || p.id where p.charge_id = $1`,
    [charge.id],
  )
  return booked?.day ?? ''
}

test.each([
  {
    change: 'the end of daylight saving time',
    signed: '2018-02-10T15:00:00Z',
    // The seventh day is a Saturday: until the end of Monday.
    until: '2018-02-20T02:59:59Z',
    over: '2018-02-20T03:00:00Z',
    moments: [
      ['2018-02-17T01:59:59Z', '2018-02-16'],
      ['2018-02-17T02:00:00Z', '2018-02-17'],
      // 23:30 for the first time, and for the second.
      ['2018-02-18T01:30:00Z', '2018-02-17'],
      ['2018-02-18T02:30:00Z', '2018-02-17'],
      ['2018-02-18T03:00:00Z', '2018-02-18'],
    ],
    counts: { '2018-02-16': 1, '2018-02-17': 3, '2018-02-18': 1 },
  },
  {
    change: 'the beginning of daylight saving time',
    signed: '2018-10-28T15:00:00Z',
    until: '2018-11-06T01:59:59Z',
    over: '2018-11-06T02:00:00Z',
    moments: [
      ['2018-11-04T02:59:59Z', '2018-11-03'],
      ['2018-11-04T03:00:00Z', '2018-11-04'],
      ['2018-11-05T01:59:59Z', '2018-11-04'],
      ['2018-11-05T02:00:00Z', '2018-11-05'],
    ],
    counts: { '2018-11-03': 1, '2018-11-04': 2, '2018-11-05': 1 },
  },
])(
  'over $change a withdrawal ends with its day, a code keeps its duration, and each day closes with its own money',
  async ({ signed, until, over, moments, counts }) => {
    goTo(signed)
    const [ana, bia] = [await shop.customer(), await shop.customer('Bia')]
    const [ofAna, ofBia] = [await shop.hire(ana, 'semanal-20x'), await shop.hire(bia, 'semanal-20x')]
    const days: string[] = []
    for (const [instant = ''] of moments) days.push(await payAt(instant))
    expect(days).toEqual(moments.map(([, day]) => day))
    goTo(until)
    expect(await shop.app.contracting.withdraw({ orderId: ofAna, viewer: ana })).toMatchObject({ ok: true })
    goTo(over)
    expect(await shop.app.contracting.withdraw({ orderId: ofBia, viewer: bia })).toMatchObject({
      code: 'too_late',
    })

    goTo(`${addDays(Object.keys(counts).at(-1) ?? '', 1)}T06:00:00Z`)
    await shop.run('payments.reconcile')
    await shop.run('payments.close-day')
    const closes = await shop.query<{ day: string; status: string; ours: number; theirs: number }>(
      `select day::text, status, ours::int, theirs::int from daily_closes where day between $1 and $2 order by day`,
      [Object.keys(counts)[0], Object.keys(counts).at(-1)],
    )
    const entry = 40_000
    expect(closes).toEqual(
      Object.entries(counts).map(([day, payments]) => ({
        ...{ day, status: 'agrees', ours: payments * entry, theirs: payments * entry },
      })),
    )
    expect(await shop.app.payments.checkBooks()).toEqual([])
    expect(await shop.app.payments.openItems()).toEqual([])
  },
)

test('a daily schedule runs once also on days of 23 and 25 hours, an hourly one once an hour', () => {
  const boss = new PgBoss({ db: { executeSql: async () => ({ rows: [] }) } })
  const crons = Object.values(shop.app.jobs).flatMap(({ every }) =>
    every && 'cron' in every ? [every.cron] : [],
  )
  expect(crons.length).toBeGreaterThan(20)
  for (const cron of new Set(crons)) {
    for (const { day, hours } of [
      { day: '2018-02-17', hours: 25 },
      { day: '2018-11-04', hours: 23 },
    ]) {
      const [minutes, hour] = cron.split(' ')
      const anHour = minutes === '*/10' ? 6 : 1
      const expected = hour === '*' ? [hours * anHour, 24 * anHour] : [1, 1]
      // As many as until the second midnight after, from the morning before.
      const count = hour === '*' ? 66 * anHour : 3
      const from = new Date(`${addDays(day, -1)}T12:00:00Z`)
      const runs = boss.previewSchedule(cron, { tz: 'America/Sao_Paulo', from, count })
      const on = (date: string) => runs.filter((at) => todayInSaoPaulo(at) === date).length
      expect([day, addDays(day, 1)].map(on), `${cron} on ${day}`).toEqual(expected)
    }
  }
})
