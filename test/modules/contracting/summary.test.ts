import { expect, test } from 'vitest'
import { sum } from '../../../src/core/money.ts'
import { release } from '../../../src/modules/catalogue/public.ts'
import type { OfferPayment } from '../../../src/modules/contracting/domain/offer.ts'
import { summarizePayments } from '../../../src/modules/contracting/domain/summary.ts'
import { offerOf } from '../../../src/modules/contracting/offer-of.ts'

const { services } = release

const today = '2026-11-22'

function payment(amount: number, dueDate: string, method: OfferPayment['method'] = 'pix'): OfferPayment {
  return { number: 1, kind: 'parcela', label: 'Parcela', amount, dueDate, method }
}

test('lists the amount due today apart from later ones, and groups equal amounts', () => {
  const payments = [
    payment(40_000, today),
    payment(25_001, '2026-12-22', 'credit_card'),
    payment(25_001, '2027-01-22', 'credit_card'),
    payment(25_000, '2027-02-22', 'credit_card'),
  ]
  expect(summarizePayments(payments, today)).toEqual({
    today: { amount: 40_000, method: 'pix' },
    later: {
      groups: [
        { count: 2, amount: 25_001 },
        { count: 1, amount: 25_000 },
      ],
      first: '2026-12-22',
      last: '2027-02-22',
      method: 'credit_card',
    },
  })
})

test.each([
  [
    'a single payment',
    [payment(150_000, today)],
    { today: { amount: 150_000, method: 'pix' }, later: undefined },
  ],
  [
    'two due today are one amount',
    [payment(1, '2026-11-21'), payment(2, today)],
    { today: { amount: 3, method: 'pix' }, later: undefined },
  ],
  [
    'nothing due today',
    [payment(100, '2026-11-23')],
    {
      today: undefined,
      later: { groups: [{ count: 1, amount: 100 }], first: '2026-11-23', last: '2026-11-23', method: 'pix' },
    },
  ],
  [
    'later payments are counted amount by amount',
    [payment(100, '2026-11-23'), payment(200, '2026-11-30'), payment(200, '2026-12-07')],
    {
      today: undefined,
      later: {
        groups: [
          { count: 1, amount: 100 },
          { count: 2, amount: 200 },
        ],
        first: '2026-11-23',
        last: '2026-12-07',
        method: 'pix',
      },
    },
  ],
])('%s', (_, payments, summary) => {
  expect(summarizePayments(payments, today)).toEqual(summary)
})

test.each(services.flatMap((service) => service.plans.map((plan) => [service.id, plan.id] as const)))(
  '%s %s: the summary loses no centavo',
  (serviceId, planId) => {
    const offer = offerOf({ serviceId, planId, today })
    const summary = summarizePayments(offer?.payments ?? [], today)
    const later = summary.later?.groups.map(({ count, amount }) => count * amount) ?? []
    expect(sum([summary.today?.amount ?? 0, ...later])).toBe(offer?.total)
  },
)
