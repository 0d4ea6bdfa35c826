// Databases: one
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { sealFileWithDates } from '../../support/seal-with-dates.ts'
import { type Shop, startShop, type Viewer } from '../../support/shop.ts'

const hour = 3_600_000
/** A Friday at the end of a month and of a year, before a leap day. */
const signed = '2027-12-31'

/** The certificate that seals contracts expires on a due date. */
const certified = ['2027-06-01T12:00:00Z', '2028-03-31T12:00:00Z'] as const

let shop: Shop
let secrets: string
beforeAll(async () => {
  secrets = await mkdtemp(join(tmpdir(), 'secrets-'))
  const [file, passphrase] = [join(secrets, 'seal.p12'), 'seal-passphrase']
  await writeFile(
    file,
    sealFileWithDates({ shop: certified, authority: ['2020-01-01', '2040-01-01'], passphrase }),
  )
  shop = await startShop({
    restorable: await restorableDatabase(),
    start: `${signed}T15:00:00Z`,
    settings: { SEAL_CERTIFICATE_FILE: file, SEAL_PASSPHRASE: passphrase },
  })
})
afterAll(async () => {
  await shop.close()
  await rm(secrets, { recursive: true, force: true })
})

/** Advances the clock to a time of a day in São Paulo, which has no daylight saving time then. */
function goTo(day: string, time = '12:00:00'): void {
  shop.clock.advance(Date.parse(`${day}T${time}-03:00`) - shop.clock.now().getTime())
}

/** Runs the jobs of one night. */
async function night(day: string): Promise<void> {
  goTo(day, '03:10:00')
  await shop.run('payments.reconcile')
  for (const job of [
    'payments.close-day',
    'payments.check-books',
    'contracting.purge-drafts',
    'identity.sweep',
    'proposals.forget',
    'privacy.forget-documents',
    'messages.purge-journal',
    'messages.end-bodies',
    'operations.watch',
    'operations.compare-journal',
  ]) {
    await shop.run(job)
  }
  await shop.work()
}

async function pay(viewer: Viewer, instalmentId: string): Promise<void> {
  const { reference } = await shop.charge(viewer, [instalmentId])
  await shop.simulator.act(reference, 'approve')
  await shop.simulator.noticesSent()
  await shop.work()
}

async function statuses(orderId: string): Promise<string[]> {
  const rows = await shop.query<{ status: string }>(
    'select status from payments where order_id = $1 order by number',
    [orderId],
  )
  return rows.map(({ status }) => status)
}

async function count(from: string): Promise<number> {
  return Number((await shop.query<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n)
}

test('seven months of a shop, from the last day of a year over a leap day', async () => {
  const [ana, bia, caio] = [await shop.customer(), await shop.customer('Bia'), await shop.customer('Caio')]
  const ofAna = await shop.hire(ana, 'mensal-12x')
  const ofBia = await shop.hire(bia, 'mensal-12x')
  const ofCaio = await shop.hire(caio, 'mensal-12x')
  await shop.app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'mensal-12x', viewer: null },
    ...{ name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  const due = (await shop.openInstalments(ofAna)).map(({ due_date }) => due_date)
  expect(due.slice(0, 8)).toEqual([
    ...['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'],
    ...['2028-04-30', '2028-05-31', '2028-06-30', '2028-07-31'],
  ])
  for (const [viewer, order] of [
    [ana, ofAna],
    [bia, ofBia],
    [caio, ofCaio],
  ] as const) {
    await pay(viewer, (await shop.openInstalments(order))[0]?.id ?? '')
  }

  // An open draft without an account is kept for three days.
  await night('2028-01-03')
  expect(await count('hiring_drafts where order_id is null')).toBe(1)
  await night('2028-01-04')
  expect(await count('hiring_drafts where order_id is null')).toBe(0)

  // The seventh day, until its last second.
  goTo('2028-01-07', '23:59:59')
  expect(await shop.app.contracting.withdraw({ orderId: ofBia, viewer: bia })).toMatchObject({
    ok: true,
    value: { refunded: 40_000 },
  })
  goTo('2028-01-08', '00:00:00')
  expect(await shop.app.contracting.withdraw({ orderId: ofCaio, viewer: caio })).toMatchObject({ ok: false })
  await shop.work()
  await night('2028-01-09')
  expect(new Set(await statuses(ofBia))).toEqual(new Set(['refunded', 'cancelled']))
  expect((await statuses(ofCaio))[0]).toBe('paid')

  const missed = 5
  for (let month = 1; month <= 7; month++) {
    const dueDate = addMonths(signed, month)
    goTo(addDays(dueDate, -1), '23:59:59')
    const pending = () => shop.app.payments.pendingOf({ userId: ana.id, documento: ana.documento })
    const first = (await pending()).find((row) => row.dueDate === dueDate)
    if (!first) throw new Error(`nothing is due on ${dueDate}`)
    expect(daysBetween(todayInSaoPaulo(shop.clock.now()), first.dueDate)).toBe(1)

    goTo(dueDate)
    if (month !== missed) {
      // The first code of the day expires unpaid; the second is paid, and only that one.
      const unpaid = await shop.charge(ana, [first.id])
      shop.clock.advance(2 * hour)
      await shop.run('payments.reconcile')
      await shop.run('payments.reconcile')
      expect(await shop.query('select status from charges where id = $1', [unpaid.id])).toEqual([
        { status: 'expired' },
      ])
      await pay(ana, first.id)
    }
    await night(addDays(dueDate, 1))
    const paid = (await statuses(ofAna)).map((status, number) => (status === 'paid' ? number : -1))
    const expected = Array.from({ length: month + 1 }, (_, number) => number).filter(
      (number) => number !== missed,
    )
    expect(paid.filter((number) => number >= 0)).toEqual(expected)
  }

  // A missed instalment is still owed, and overdue by the days since.
  const [overdue] = await shop.app.payments.pendingOf({ userId: ana.id, documento: ana.documento })
  expect(overdue?.dueDate).toBe('2028-05-31')
  await pay(ana, overdue?.id ?? '')
  await night('2028-08-02')

  const yesterday = '2028-08-01'
  const closes = await shop.query<{ day: string; status: string }>(
    'select day::text, status from daily_closes order by day',
  )
  expect(closes.map(({ day }) => day)).toEqual(
    Array.from({ length: daysBetween(signed, yesterday) + 1 }, (_, index) => addDays(signed, index)),
  )
  expect(closes.filter(({ status }) => status !== 'agrees')).toEqual([])
  expect(await shop.app.payments.checkBooks()).toEqual([])
  expect(await shop.app.payments.openItems()).toEqual([])
  expect(await shop.app.contracting.verifyAcceptances()).toEqual({ records: 3, breaches: [] })
  expect(await shop.app.operations.deadLetters()).toEqual([])
  // Contracts and the messages about them are kept beyond all of this; the journal of messages is not.
  expect(await count('contract_acceptances')).toBe(3)
  expect(await count("messages where kind = 'contract.accepted'")).toBe(3)
  expect((await shop.app.backoffice.forgotten()).messages).toEqual([])
  // The certificate was announced once thirty days before it expired, and once afterwards.
  const announced = await shop.query<{ day: string }>(
    `select (created_at at time zone 'America/Sao_Paulo')::date::text as day from messages
     where kind = 'operations.certificate' order by created_at`,
  )
  expect(announced.map(({ day }) => day)).toEqual(['2028-03-01', '2028-04-01'])
}, 120_000)
