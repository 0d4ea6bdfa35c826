import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { parsePaymentTerms, planTotal } from '../../../src/modules/catalogue/public.ts'
import { isLate, wayOutRule, ways, waysOut } from '../../../src/modules/contracting/domain/way-out.ts'

const today = '2026-12-18'
/** Returns open instalments of R$ 100,00 each, the first of which was due some days ago. */
const open = (count: number, { ago = 5, every = 30, amount = 10_000 } = {}) =>
  Array.from({ length: count }, (_, index) => ({ amount, dueDate: addDays(today, index * every - ago) }))
const offered = (...args: Parameters<typeof open>) => waysOut({ open: open(...args), today })
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a late customer may choose a new date, a smaller first payment, or smaller instalments', () => {
  expect(
    offered(6).map((one) => ({
      ...one,
      paymentType: plain(one.paymentType),
      priceText: plain(one.priceText),
    })),
  ).toEqual([
    { way: 'new-date', paymentType: 'PIX mensal: 6x', priceText: 'R$ 600,00', firstDue: '2027-01-02' },
    {
      ...{ way: 'smaller-first', paymentType: 'PIX mensal: entrada R$ 50,00 + 6x', priceText: 'R$ 600,00' },
      firstDue: '2026-12-25',
    },
    { way: 'longer', paymentType: 'PIX mensal: 9x', priceText: 'R$ 600,00', firstDue: '2026-12-28' },
  ])
})

test('weekly instalments stay weekly; a single one becomes monthly', () => {
  expect(offered(3, { every: 7 })[0]?.paymentType).toBe('PIX semanal: 3x')
  expect(offered(3, { every: 8 })[0]?.paymentType).toBe('PIX semanal: 3x')
  expect(offered(3, { every: 9 })[0]?.paymentType).toBe('PIX mensal: 3x')
  expect(offered(1).map(({ paymentType }) => plain(paymentType))).toEqual([
    'PIX mensal: 1x',
    'PIX mensal: entrada R$ 50,00 + 1x',
    'PIX mensal: 2x',
  ])
})

test('offers nothing while nothing is late: not on the due day, nor before the next banking day', () => {
  expect(offered(2, { ago: 0 })).toEqual([])
  // Today is a Friday; an instalment due on the Saturday is not late on the Monday after it.
  expect(isLate([{ dueDate: '2026-12-19' }], '2026-12-21')).toBe(false)
  expect(isLate([{ dueDate: '2026-12-19' }], '2026-12-22')).toBe(true)
  expect(isLate([], today)).toBe(false)
})

test('no payment is below the minimum, nor are there more than the maximum', () => {
  const min = wayOutRule.minInstalment
  expect(offered(1, { amount: 2 * min }).map(({ way }) => way)).toEqual([...ways])
  expect(offered(1, { amount: 2 * min - 1 }).map(({ way }) => way)).toEqual(['new-date'])
  expect(offered(wayOutRule.maxInstalments).map(({ way }) => way)).toEqual(['new-date', 'smaller-first'])
  expect(offered(wayOutRule.maxInstalments - 1).at(-1)?.paymentType).toBe(
    `PIX mensal: ${wayOutRule.maxInstalments}x`,
  )
})

test('whatever is open, each arrangement is valid notation and costs exactly the open amount', () => {
  const anyOpen = fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(anyOpen, fc.integer({ min: 5, max: 40 }), (amounts, every) => {
      const rows = amounts.map((amount, index) => ({ amount, dueDate: addDays(today, index * every - 10) }))
      const total = amounts.reduce((all, amount) => all + amount, 0)
      for (const { paymentType, priceText, firstDue } of waysOut({ open: rows, today })) {
        const terms = parsePaymentTerms({ paymentType, priceText })
        expect(terms.ok && planTotal(terms.value)).toBe(total)
        expect(firstDue > today).toBe(true)
      }
    }),
  )
})

test('the rule of the release', () => {
  expect(wayOutRule).toEqual({
    ...{ newDateDays: 15, smallerFirstPercent: 50, smallerFirstDays: 7 },
    ...{ longerPercent: 50, longerDays: 10, maxInstalments: 48, minInstalment: 3_000 },
    ...{ validDays: 3, perOrder: 2 },
  })
})

test('more instalments are half as many more, rounded up', () => {
  const rule = { ...wayOutRule, maxInstalments: 1_000 }
  const longer = (count: number) =>
    waysOut({ open: open(count), today, rule }).find(({ way }) => way === 'longer')?.paymentType
  expect([2, 3, 101].map(longer)).toEqual(['PIX mensal: 3x', 'PIX mensal: 5x', 'PIX mensal: 152x'])
})
