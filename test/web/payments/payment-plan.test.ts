import { expect, test } from 'vitest'
import { addDays, addMonths, type IsoDate } from '../../../src/core/calendar.ts'
import type { Instalment } from '../../../src/modules/payments/public.ts'
import { planProgress } from '../../../src/web/copy/payment-plan.ts'
import {
  firstRows,
  newestRows,
  nextPayment,
  orderPlans,
  planSections,
} from '../../../src/web/routes/payments/payment-plan.ts'
import { selectionOf, withSelection } from '../../../src/web/routes/payments/selection.ts'

const today = '2026-11-22'

function instalment(dueDate: IsoDate, over: Partial<Instalment> = {}): Instalment {
  return {
    ...{ id: `${over.orderId ?? 'one'} ${dueDate}`, orderId: 'one', serviceTitle: 'Limpeza de Nome' },
    ...{ paymentType: 'PIX semanal', number: 1, kind: 'parcela', amount: 9990, lateFee: 0, interest: 0 },
    ...{ discount: 0, total: 9990, dueDate, status: 'pending', method: 'pix', postponedFrom: undefined },
    ...{ paidAt: undefined, paidBy: undefined, underReview: false },
    ...over,
  }
}

const weekly = (count: number, from = today) =>
  Array.from({ length: count }, (_, week) => instalment(addDays(from, 7 * week)))
const monthly = (count: number, from = today) =>
  Array.from({ length: count }, (_, month) => instalment(addMonths(from, month)))

/** Returns the sections, folded ones in brackets: 'Novembro 2', '(Dezembro 4)'. */
const shown = (instalments: readonly Instalment[]) =>
  planSections(instalments, today).map(({ title, instalments: rows, folded }) =>
    folded ? `(${title} ${rows.length})` : `${title} ${rows.length}`,
  )

test('a weekly plan unfolds its first month and folds each later one', () => {
  expect(shown(weekly(21))).toEqual([
    'Novembro 2',
    '(Dezembro 4)',
    '(Janeiro de 2027 5)',
    '(Fevereiro 4)',
    '(Março 4)',
    '(Abril 2)',
  ])
})

test('a monthly plan unfolds three months and folds all others into one', () => {
  expect(shown(monthly(13))).toEqual([
    'Novembro 1',
    'Dezembro 1',
    'Janeiro de 2027 1',
    '(Fevereiro a novembro de 2027 10)',
  ])
  expect(shown(monthly(4))).toEqual(['Novembro 1', 'Dezembro 1', 'Janeiro de 2027 1', 'Fevereiro 1'])
  expect(shown(monthly(1))).toEqual(['Novembro 1'])
  expect(shown(monthly(30)).at(-1)).toBe('(Fevereiro de 2027 a abril de 2029 27)')
})

test('overdue instalments come first and are never folded', () => {
  expect(shown(weekly(8, '2026-10-25'))).toEqual(['Vencidas 4', 'Novembro 2', '(Dezembro 2)'])
})

test('sections have every instalment once, and their totals', () => {
  for (const instalments of [weekly(21, '2026-10-01'), monthly(13), monthly(999), []]) {
    const sections = planSections(instalments, today)
    expect(sections.flatMap((section) => section.instalments)).toEqual(instalments)
    for (const { instalments: rows, total } of sections) expect(total).toBe(9990 * rows.length)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  }
})

test('a list of up to forty rows is complete on the page; in a longer one folded parts are only named', () => {
  expect(firstRows(weekly(40), today)).toEqual({ rows: weekly(40), later: [] })
  const long = weekly(41, '2026-11-08')
  const { rows, later } = firstRows(long, today)
  expect(rows).toEqual(long.slice(0, 4))
  expect(later.slice(0, 2)).toEqual([
    { id: '2026-12', title: 'Dezembro', count: 4, total: 4 * 9990 },
    { id: '2027-01', title: 'Janeiro de 2027', count: 5, total: 5 * 9990 },
  ])
})

test('a long list loses or repeats no row, and shows the first ones under the same titles', () => {
  const lists = [
    weekly(60, '2026-10-01'),
    monthly(99),
    monthly(41, '2026-01-15'),
    [...Array(8)].flatMap((_, order) => monthly(13).map((row) => ({ ...row, orderId: String(order) }))),
  ].map((rows) => rows.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate)))
  for (const instalments of lists) {
    const { rows, later } = firstRows(instalments, today)
    const whole = planSections(instalments, today)
    expect(rows.length + later.reduce((sum, { count }) => sum + count, 0)).toBe(instalments.length)
    expect(planSections(rows, today)).toEqual(whole.filter(({ folded }) => !folded))
    expect(later.map(({ title }) => title)).toEqual(
      whole.filter(({ folded }) => folded).map(({ title }) => title),
    )
    const next = nextPayment(instalments, { today })
    expect([...(next?.instalments ?? []), ...(next?.due ?? [])].every((row) => rows.includes(row))).toBe(true)
  }
})

test('what a card pays is not offered with the Pix codes that are due', () => {
  const due = weekly(2, '2026-11-08')
  const card = instalment('2026-11-10', { orderId: 'two', method: 'credit_card' })
  expect(
    nextPayment(
      [due[0], card, due[1]].filter((row) => row !== undefined),
      { today },
    )?.due,
  ).toEqual(due)
})

test('a long list of paid instalments shows the newest', () => {
  expect(newestRows(weekly(40))).toHaveLength(40)
  expect(newestRows(weekly(41))).toEqual(weekly(41).slice(0, 20))
})

test('the next payment is the oldest, and everything due is offered together', () => {
  const plan = weekly(8, '2026-11-08')
  const next = nextPayment(plan, { today })
  expect(next?.instalments).toEqual([plan[0]])
  expect(next?.total).toBe(9990)
  expect(next?.due).toEqual(plan.slice(0, 3))
  expect(nextPayment(weekly(3), { today })?.due).toEqual([])
  expect(nextPayment([], { today })).toBeUndefined()
})

test('the due instalments of the order just signed come first, and its later ones do not', () => {
  const old = instalment('2026-11-01')
  const entry = instalment(today, { orderId: 'two' })
  const signed = { today, signedOrderId: 'two' }
  expect(nextPayment([old, entry], signed)?.instalments).toEqual([entry])
  expect(nextPayment([old, entry], { today })?.instalments).toEqual([old])
  const later = instalment('2026-11-29', { orderId: 'two' })
  expect(nextPayment([old, later], signed)?.instalments).toEqual([old])
})

test('a card pays everything left of its order at once', () => {
  const card = monthly(3).map((one) => ({ ...one, method: 'credit_card' as const }))
  const next = nextPayment([...card, instalment('2027-03-01', { orderId: 'two' })], { today })
  expect(next).toMatchObject({ instalments: card, total: 3 * 9990, due: [] })
})

test('each order shows how many are paid and what is left, without discounts or amounts under review', () => {
  const pending = [
    instalment('2026-11-01', { lateFee: 200, interest: 30, total: 10_220 }),
    instalment('2026-12-01', { discount: 500, total: 9490 }),
    instalment('2026-12-08', { underReview: true }),
    instalment('2026-12-02', { orderId: 'two', serviceTitle: 'Rating' }),
  ]
  const paid = [instalment('2026-10-01', { status: 'paid' }), instalment('2026-10-02', { orderId: 'three' })]
  const numbers = new Map([
    ['one', 'RC-22222'],
    ['two', 'RC-33333'],
    ['three', 'RC-44444'],
  ])
  const cancelled = new Set(['three'])
  expect(orderPlans({ pending, paid, numbers, cancelled })).toEqual([
    {
      ...{ orderId: 'one', number: 'RC-22222', serviceTitle: 'Limpeza de Nome' },
      ...{ paid: 1, count: 4, pending: 3, left: 9990 + 230 + 9990, isCancelled: false },
    },
    {
      ...{ orderId: 'two', number: 'RC-33333', serviceTitle: 'Rating' },
      ...{ paid: 0, count: 1, pending: 1, left: 9990, isCancelled: false },
    },
    {
      ...{ orderId: 'three', number: 'RC-44444', serviceTitle: 'Limpeza de Nome' },
      ...{ paid: 1, count: 1, pending: 0, left: 0, isCancelled: true },
    },
  ])
})

test.each([
  {
    paid: 2,
    count: 21,
    pending: 19,
    left: 9990,
    isCancelled: false,
    said: ['2 de 21 pagas', 'faltam R$\u00a099,90'],
  },
  { paid: 1, count: 1, pending: 0, left: 0, isCancelled: false, said: ['1 de 1 paga', 'nada falta pagar'] },
  {
    paid: 1,
    count: 2,
    pending: 1,
    left: 0,
    isCancelled: false,
    said: ['1 de 2 pagas', 'o resto está em conferência'],
  },
  { paid: 2, count: 2, pending: 0, left: 0, isCancelled: true, said: ['2 pagas', 'pedido cancelado'] },
])('an order says $said', ({ said, ...plan }) => {
  expect(planProgress(plan)).toEqual(said)
})

test('sums the ticked instalments that are still in the list', () => {
  const list = [instalment('2026-11-22', { total: 40_000 }), instalment('2026-11-29')]
  const [first, second] = list.map(({ id }) => id) as [string, string]
  const ticked = [first, second, 'paid meanwhile'].reduce<ReadonlySet<string>>(
    (before, id) => withSelection(before, id, true),
    new Set(),
  )
  expect(selectionOf(list, ticked)).toEqual({ count: 2, total: 49_990, byCard: false })
  expect(selectionOf(list, withSelection(ticked, first, false))).toEqual({
    count: 1,
    total: 9990,
    byCard: false,
  })
  expect(selectionOf(list, withSelection(withSelection(ticked, second, true), first, true)).count).toBe(2)
  expect(selectionOf(list, new Set())).toEqual({ count: 0, total: 0, byCard: false })
})

test('the selection is by card if all ticked instalments are, or without ticks the whole list', () => {
  const card = instalment('2026-11-22', { method: 'credit_card' })
  const pix = instalment('2026-11-29')
  expect(selectionOf([card, pix], new Set([card.id])).byCard).toBe(true)
  expect(selectionOf([card, pix], new Set([card.id, pix.id])).byCard).toBe(false)
  expect(selectionOf([card, pix], new Set()).byCard).toBe(false)
  expect(selectionOf([card], new Set()).byCard).toBe(true)
})
