// Databases: one. What a file of the desk says of days, against what happened: the sums are made here a second time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodOf } from '../../../src/modules/numbers/domain/period.ts'
import { createNumbers } from '../../../src/modules/numbers/index.server.ts'
import { readFromPrimary } from '../../../src/platform/database/read-replica.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { fileOf, tablesOf } from '../../../src/web/desk/numbers/tables.server.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  // The evening before a day that began at 01:00 in São Paulo.
  harness = await startPaymentsHarness({ testDatabase, start: '2018-11-04T02:50:00Z' })
})
afterAll(() => harness.close())

interface OfDay {
  received: number
  returned: number
  fees: number
}
const days = new Map<string, OfDay>()
const dayAt = (instant: Date) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(instant)
function count(at: Date, change: Partial<OfDay>) {
  const day = dayAt(at)
  const before = days.get(day) ?? { received: 0, returned: 0, fees: 0 }
  const sum = (key: keyof OfDay) => before[key] + (change[key] ?? 0)
  days.set(day, { received: sum('received'), returned: sum('returned'), fees: sum('fees') })
}

/** Pays a charge, and settles it some minutes later. */
async function pay(amount: number, settledAfter: number) {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1, amount })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  await harness.simulator.faults({ dropWebhooks: true, feePercent: 1 })
  await harness.simulator.act(reference, 'approve')
  count(harness.clock.now(), { received: amount, fees: Math.round(amount / 100) })
  harness.clock.advance(settledAfter * minute)
  await harness.payments.settleCharge({ chargeId })
  return { chargeId, reference }
}

async function refund(chargeId: string, amount: number) {
  const by = newId()
  await harness.database.transaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, amount, origin: 'team', by, reason: 'acordo' }),
  )
  await harness.work()
  count(harness.clock.now(), { returned: amount })
}

/** The file of received money, as a spreadsheet reads it: centavos by day. */
async function fileOfDays(period: {
  from: string
  to: string
}): Promise<Map<string, OfDay & { net: number }>> {
  const { database, clock } = harness
  const numbers = createNumbers({
    ...{ database, clock, readFromReplica: readFromPrimary(database), log: createLog({ level: 'silent' }) },
    sources: harness.payments.figures,
  })
  await numbers.refresh()
  const today = dayAt(clock.now()).split('/').reverse().join('-')
  const read = await numbers.readNumbers({
    period: periodOf({ name: 'custom', month: null, ...period }, today),
  })
  const [head, ...lines] = fileOf(tablesOf(read, []).recebido).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head?.split(';')).toHaveLength(5)
  return new Map(
    lines.map((line) => {
      const [day = '', ...cells] = line.split(';')
      for (const cell of cells) expect(cell).toMatch(/^-?\d+,\d\d$/)
      const [received = 0, returned = 0, fees = 0, net = 0] = cells.map((cell) =>
        Number(cell.replace(',', '')),
      )
      return [day, { received, returned, fees, net }] as const
    }),
  )
}

test('the file of each day and its close list what was received, returned and charged, also at midnight', async () => {
  // Before a day of 23 hours, at the end of one of 25, and before the first of a month in a leap year.
  const nights = ['2018-11-04T02:50:00Z', '2019-02-17T02:50:00Z', '2024-03-01T02:50:00Z']
  for (const [index, night] of nights.entries()) {
    harness.clock.advance(Date.parse(night) - harness.clock.now().getTime())
    const before = await pay(10_000 + index, 5)
    // Paid in the last minutes of the day, and found on the next one.
    const late = await pay(25_050 + index, 20)
    await refund(before.chargeId, 3_333)
    const early = await pay(99_999, 0)
    harness.clock.advance(second)
    await harness.simulator.act(early.reference, 'chargeback')
    await harness.payments.settleCharge({ chargeId: early.chargeId })
    count(harness.clock.now(), { returned: 99_999 })
    harness.clock.advance(26 * 60 * minute)
    await refund(late.chargeId, 50)
    await harness.simulator.act(early.reference, 'status', {
      ...{ status: 'charged_back', status_detail: 'reimbursed' },
    })
    await harness.payments.settleCharge({ chargeId: early.chargeId })
    count(harness.clock.now(), { returned: -99_999 })
  }
  for (const [from, to] of [
    ['2018-10-20', '2018-11-15'],
    ['2019-02-01', '2019-02-28'],
    ['2024-02-10', '2024-03-10'],
  ] as const) {
    const file = await fileOfDays({ from, to })
    for (const [day, { net, ...said }] of file) {
      expect([day, said]).toEqual([day, days.get(day) ?? { received: 0, returned: 0, fees: 0 }])
      expect([day, net]).toEqual([day, said.received - said.returned - said.fees])
    }
    const withMoney = [...file].filter(([, { received }]) => received > 0)
    expect(withMoney).toHaveLength(2)
    for (const [day, { received }] of withMoney) {
      const closed = await harness.closeDay(day.split('/').reverse().join('-'))
      expect(closed).toMatchObject({ value: [{ status: 'agrees', theirs: received, ours: received }] })
    }
  }
})
