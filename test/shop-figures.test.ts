import { expect, test } from 'vitest'
import { shopFigures } from '../src/shop-figures.ts'
import { fixedClock } from './support/fixed-clock.ts'

const ago = (seconds: number) => new Date(Date.parse('2026-03-02T12:00:00Z') - seconds * 1000)

/** An obligation since a number of seconds, due a number of seconds ago. */
const owed = (since: number, due: number) => ({ since: ago(since), dueAt: ago(due) })
const source = (kind: string, open: readonly object[]) => ({
  kind,
  open: async () => open,
  among: async () => [],
  count: async () => open.length,
})

const shop = shopFigures({
  database: { execute: async () => ({ rows: [{ queue: 'messages', waiting: 4, oldest: 12.4 }] }) },
  clock: fixedClock(ago(0)),
  orders: {
    totals: async () => [{ status: 'paid', count: 2, centavos: 300_000 }],
    signedBetween: async () => ({ count: 1, centavos: 150_000 }),
  },
  contracting: { evidenceCheck: async () => ({ breaches: 0, checkedAt: ago(90) }) },
  payments: {
    totals: async () => ({
      received: [{ provider: 'bank', centavos: 40_000 }],
      ...{ refunded: 5_000, overdue: { count: 3, centavos: 29_970 }, differences: 1 },
    }),
    receivedBetween: async () => 40_000,
    sweeps: async () => [
      { provider: 'bank', failingSince: ago(60) },
      { provider: 'mercado-pago', failingSince: null },
    ],
  },
  notifications: {
    totals: async () => [{ status: 'sent', count: 7 }],
    refusingSeconds: async () => [{ channel: 'email', seconds: 960 }],
  },
  operations: { backupHours: async () => 2.5, backupCheck: async () => ({ passed: false, hours: 1 }) },
  obligations: [
    source('order.contact', [owed(30, 10), owed(120, -60)]),
    source('job.decide', [owed(5, -5)]),
    source('message.resend', []),
  ],
  outboxes: [],
  certificates: [{ name: 'seal', expiresAt: ago(-86_400) }],
} as unknown as Parameters<typeof shopFigures>[0])

test('every figure of the shop has its value and its unit: centavos, seconds, rows', async () => {
  const figures = (await shop.figures()).map(({ name, labels = {}, value }) =>
    [name, ...Object.values(labels), value].join(' '),
  )
  expect(figures).toEqual([
    ...['shop_orders paid 2', 'shop_sold_centavos paid 300000', 'shop_received_centavos bank 40000'],
    ...['shop_refunded_centavos 5000', 'shop_overdue_instalments 3', 'shop_overdue_centavos 29970'],
    'shop_book_differences 1',
    ...['shop_waiting order.contact 2', 'shop_waiting_oldest_seconds order.contact 120'],
    ...['shop_waiting job.decide 1', 'shop_waiting_oldest_seconds job.decide 5'],
    ...['shop_waiting message.resend 0', 'shop_waiting_oldest_seconds message.resend 0'],
    ...['shop_messages sent 7', 'channel_refusing_seconds email 960'],
    ...['jobs_waiting messages 4', 'jobs_oldest_seconds messages 12'],
    ...['contract_evidence_breaches 0', 'contract_evidence_age_seconds 90'],
    ...['certificate_expires_seconds seal 86400', 'backup_age_seconds 9000'],
    ...['backup_check_failed 1', 'backup_check_age_seconds 3600'],
  ])
})

test('the owner’s day counts what waits and what of it is late, stopped jobs, and providers that do not answer', async () => {
  expect(await shop.dayOfShop({ from: ago(86_400), to: ago(0) })).toEqual({
    contracts: { count: 1, centavos: 150_000 },
    received: 40_000,
    overdue: { count: 3, centavos: 29_970 },
    ...{ waiting: 3, late: 1, stoppedJobs: 1, failedMessages: 0, differences: 1, failingProviders: ['bank'] },
  })
})
