// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type IsoDate, weekday, weekdayName } from '../../../src/core/calendar.ts'
import { messageCalendar } from '../../../src/message-calendar.ts'
import { isSendingTime } from '../../../src/modules/notifications/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop, type Viewer } from '../../support/shop.ts'
import { pdf } from '../documents/sample-files.ts'

/** A Monday. */
const start = '2027-01-04'
const team = newId()

let shop: Shop
let ana: Viewer
beforeAll(async () => {
  shop = await startShop({ restorable: await restorableDatabase(), start: `${start}T12:00:00Z` })
  ana = await shop.customer('Ana Souza')
})
afterAll(() => shop.close())

let today: IsoDate = start

/** Advances the clock to a time of today in São Paulo, if it is later. */
function at(time: string): void {
  const ahead = Date.parse(`${today}T${time}:00-03:00`) - shop.clock.now().getTime()
  if (ahead > 0) shop.clock.advance(ahead)
}

/** Advances to a day, with the work of the worker every morning and evening of the days between. */
async function liveUntil(day: IsoDate): Promise<void> {
  while (today < day) {
    at('20:30')
    await tick()
    today = addDays(today, 1)
    at('08:00')
    await tick()
    at('09:05')
    await shop.run('payments.remind')
    await tick()
  }
}

async function tick(): Promise<void> {
  await shop.run('messages.release')
  await shop.work()
}

async function pay(viewer: Viewer, instalmentId: string): Promise<void> {
  const { reference } = await shop.charge(viewer, [instalmentId])
  await shop.simulator.act(reference, 'approve')
  await shop.simulator.noticesSent()
  await shop.work()
}

const owed = async (orderId: string) => (await shop.openInstalments(orderId))[0]?.id ?? ''
const within = <T>(work: (tx: Parameters<Shop['app']['orders']['cancelOrder']>[0]) => Promise<T>) =>
  shop.database.transaction(work)

async function stepDone(orderId: string, stepNumber: number): Promise<void> {
  const done = await within((tx) =>
    shop.app.orders.completeStep(tx, {
      ...{ orderId, stepNumber, by: team, protocol: `2027/${stepNumber}`, isShared: true },
      words: 'Enviamos o pedido e ele foi aceito. O prazo da resposta já está contando.',
    }),
  )
  if (!done.ok) throw new Error(done.code)
  // Until the step can no longer be undone.
  shop.clock.advance(5 * 60_000)
  await shop.work()
}

test('a year of a customer’s messages: each in its time, none at night, none refused or already paid', async () => {
  // Hired on a Monday morning; the down payment is paid immediately; the team begins in the evening.
  const order = await shop.hire(ana, 'mensal-12x')
  await tick()
  await pay(ana, await owed(order))
  at('20:45')
  await within((tx) => shop.app.orders.startWork(tx, { orderId: order, by: team }))
  await tick()

  // A document is requested on a Friday night, and refused on the following Tuesday.
  await liveUntil('2027-01-08')
  at('22:00')
  await within((tx) => shop.app.documents.request(tx, { userId: ana.id, kind: 'identity' }))
  await liveUntil('2027-01-12')
  const added = await shop.app.documents.add({
    ...{ userId: ana.id, personType: 'fisica', name: 'rg.pdf', bytes: pdf() },
  })
  if (!added.ok) throw new Error(added.code)
  at('10:30')
  const refused = { documentId: added.value.id, decision: 'rejected', words: 'A foto está cortada.' } as const
  const reviewed = await within((tx) => shop.app.documents.review(tx, { ...refused, seenVersion: 0 }))
  expect(reviewed).toMatchObject({ ok: true })
  await tick()

  // A step is completed on a Saturday evening, another one two weeks later.
  await liveUntil('2027-01-16')
  at('19:00')
  await stepDone(order, 1)
  await liveUntil('2027-02-01')
  at('10:00')
  await stepDone(order, 2)
  await liveUntil('2027-02-04')
  at('11:00')
  await pay(ana, await owed(order))

  // March is paid on the day of the second late reminder, April after the last one.
  await liveUntil('2027-03-12')
  at('11:00')
  await pay(ana, await owed(order))
  await liveUntil('2027-04-21')
  await pay(ana, await owed(order))

  // In May no worker runs for nine days, starting before the first reminder.
  await liveUntil('2027-05-01')
  today = '2027-05-10'
  at('09:05')
  await shop.run('payments.remind')
  await tick()
  await pay(ana, await owed(order))

  // June is paid early, so without a reminder. In July reminders are refused. A withdrawn second order owes nothing.
  await liveUntil('2027-05-20')
  await pay(ana, await owed(order))
  await liveUntil('2027-06-20')
  const second = await shop.hire(ana, 'mensal-12x')
  await pay(ana, await owed(second))
  await shop.app.contracting.withdraw({ orderId: second, viewer: ana })
  await tick()
  await liveUntil('2027-06-25')
  await shop.app.notifications.stopMessages({ owner: { userId: ana.id }, topic: 'reminders' })
  await liveUntil('2027-08-10')

  // A custom offer on a holiday, and the delivery.
  await liveUntil('2027-09-07')
  at('10:00')
  const offered = await within((tx) =>
    shop.app.proposals.sendCustomOffer(tx, {
      ...{ email: ana.email, by: team, title: 'Acordo com três bancos', serviceId: 'clean-name' },
      ...{ paymentType: 'PIX à vista', priceText: 'R$ 900,00', validUntil: '2027-09-30' },
    }),
  )
  expect(offered).toMatchObject({ ok: true })
  const steps = await shop.query<{ n: number }>(
    'select step_number as n from order_steps where order_id = $1 and not completed order by 1',
    [order],
  )
  for (const { n } of steps) {
    await liveUntil(addDays(today, 8))
    at('15:00')
    await stepDone(order, n)
  }
  await liveUntil('2028-01-04')

  const rows = await shop.query<{
    kind: keyof typeof messageCalendar
    channel: string
    subject: string
    created_at: Date
    sent_at: Date | null
  }>(
    'select kind, channel, subject, created_at, sent_at from messages where user_id = $1 order by sent_at, id',
    [ana.id],
  )
  const sent = rows.filter((row) => row.sent_at !== null)
  for (const { kind, sent_at } of sent) {
    if (messageCalendar[kind].when === 'by_day')
      expect([kind, isSendingTime(sent_at ?? new Date(0))]).toEqual([kind, true])
  }
  // The output is stored with the documentation, so that a change of the calendar is visible in a review.
  await expect(printed(sent)).toMatchFileSnapshot('../../../docs/a-year-of-a-customer.md')
}, 240_000)

function printed(
  rows: readonly {
    kind: keyof typeof messageCalendar
    channel: string
    subject: string
    sent_at: Date | null
  }[],
): string {
  const lines = rows.map(({ kind, channel, subject, sent_at }) => {
    const local = new Date((sent_at?.getTime() ?? 0) - 3 * 3_600_000).toISOString()
    const day = local.slice(0, 10)
    const masked = subject.replace(/RC-[0-9A-Z]+/g, 'RC-•••••')
    const name = weekdayName(weekday(day)).slice(0, 3)
    return `| ${name} ${day} ${local.slice(11, 16)} | ${messageCalendar[kind].what} | \`${kind}\` | ${channel} | ${masked} |`
  })
  return [
    '# A year of a customer',
    '',
    'Written by `test/modules/notifications/year.test.ts`, which simulates this year and compares it with this page',
    '(`vitest run -u` updates it). The kinds of messages and their times are in `src/message-calendar.ts`.',
    '',
    '| when | what | kind | by | subject |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
