import { expect, test } from 'vitest'
import { formatBRL } from '../../../src/core/money.ts'
import {
  consultationOf,
  consultationsFrom,
  deliveryDate,
  findPlan,
  release,
  type ServiceId,
  serviceOf,
} from '../../../src/modules/catalogue/public.ts'
import { paths } from '../../../src/web/paths.ts'

const { consultations } = release

test.each([
  ['cpf', '/cpf-consult', 'R$ 15,00', 5, 'cpf-consult-'],
  ['complete', '/complete-consult', 'R$ 25,00', 24 * 60, 'complete-consult-'],
  ['bacen', '/bacen-consult', 'R$ 50,00', 24 * 60, 'bacen-consult-'],
  ['rating', '/rating-consult', 'R$ 200,00', 48 * 60, 'rating-consult-'],
] as const)('the consultation %s at %s costs %s within %i minutes', (id, route, price, minutes, prefix) => {
  const consultation = consultationOf(id)
  expect(paths.consultation(id)).toBe(route)
  expect(formatBRL(consultation.price)).toBe(price)
  expect(consultation.promise.minutes).toBe(minutes)
  expect(consultation.referencePrefix).toBe(prefix)
  expect(consultation.methods).toEqual(['pix', 'credit_card'])
})

test('the look-ups are in the order of their dialog and start at R$ 15', () => {
  expect(consultations.map(({ id }) => id)).toEqual(['cpf', 'complete', 'bacen', 'rating'])
  expect(consultationsFrom()).toBe(1_500)
})

test.each([
  ['clean-name', 'R$ 400,00'],
  ['serasa-score', 'R$ 497,00'],
  ['credit-viability', 'R$ 897,00'],
  ['credit-rating', 'R$ 2.500,00'],
  ['bacen-clean', 'R$ 5.000,00'],
  ['cnh-rehabilitation', 'R$ 1.200,00'],
  ['traffic-fines', 'R$ 1.200,00'],
  ['contract-review', 'R$ 800,00'],
  ['vehicle-financing', 'R$ 500,00'],
  ['home-financing', 'R$ 1.500,00'],
] as const)('%s starts at %s', (id, price) => {
  expect(formatBRL(serviceOf(id).priceFrom ?? 0)).toBe(price)
})

test('the federal tax service states no price', () => {
  expect(serviceOf('federal-tax-solution')).toMatchObject({ plans: [], hire: 'consultant' })
  expect(serviceOf('federal-tax-solution').priceFrom).toBeUndefined()
})

test("a company's rating costs R$ 3.500", () => {
  const prices = serviceOf('credit-rating').variants?.map(({ id, price }) => [id, formatBRL(price)])
  expect(prices).toEqual([
    ['pf', 'R$ 2.500,00'],
    ['pj', 'R$ 3.500,00'],
  ])
})

const sixths = (larger: number, smaller: number, times: number) =>
  Array.from({ length: 6 }, (_, index) => (index < times ? larger : smaller))

const same = (times: number, each: number) => Array.from({ length: times }, () => each)

test.each<[ServiceId, string, number | undefined, number[], number, string, string]>([
  ['clean-name', 'a-vista', undefined, [150_000], 150_000, 'once', 'pix'],
  ['clean-name', 'cartao-6x', 40_000, same(6, 25_000), 190_000, 'monthly', 'credit_card'],
  ['clean-name', 'semanal-20x', 40_000, same(20, 9_990), 239_800, 'weekly', 'pix'],
  ['clean-name', 'mensal-12x', 40_000, same(12, 19_990), 279_880, 'monthly', 'pix'],
  ['credit-rating', 'pf-a-vista', undefined, [250_000], 250_000, 'once', 'pix'],
  ['credit-rating', 'pf-cartao-6x', undefined, sixths(41_667, 41_666, 4), 250_000, 'monthly', 'credit_card'],
  ['credit-rating', 'pf-entrada-3x', 75_000, same(3, 75_000), 300_000, 'monthly', 'pix'],
  ['credit-rating', 'pj-a-vista', undefined, [350_000], 350_000, 'once', 'pix'],
  ['credit-rating', 'pj-cartao-6x', undefined, sixths(58_334, 58_333, 2), 350_000, 'monthly', 'credit_card'],
  ['credit-rating', 'pj-entrada-3x', 100_000, same(3, 100_000), 400_000, 'monthly', 'pix'],
  ['serasa-score', 'a-vista', undefined, [49_700], 49_700, 'once', 'pix'],
  ['serasa-score', 'entrada-5x', 10_000, same(5, 11_940), 69_700, 'monthly', 'pix'],
  ['credit-viability', 'a-vista', undefined, [89_700], 89_700, 'once', 'pix'],
  ['bacen-clean', 'a-vista', undefined, [500_000], 500_000, 'once', 'pix'],
  ['bacen-clean', 'cartao-6x', undefined, same(6, 100_000), 600_000, 'monthly', 'credit_card'],
  ['cnh-rehabilitation', 'a-vista', undefined, [120_000], 120_000, 'once', 'pix'],
  ['cnh-rehabilitation', 'mensal-5x', undefined, same(5, 24_000), 120_000, 'monthly', 'pix'],
  ['traffic-fines', 'a-vista', undefined, [120_000], 120_000, 'once', 'pix'],
  ['traffic-fines', 'mensal-6x', undefined, same(6, 20_000), 120_000, 'monthly', 'pix'],
])('%s, plan %s', (id, planId, entry, instalments, total, cadence, method) => {
  const plan = findPlan(serviceOf(id), planId)
  expect(plan).toMatchObject({ instalments, total, cadence, method, count: instalments.length })
  expect(plan?.entry).toBe(entry)
})

test('the weekly plan of name clearing is the popular one', () => {
  expect(
    serviceOf('clean-name')
      .plans.filter(({ popular }) => popular)
      .map(({ id }) => id),
  ).toEqual(['semanal-20x'])
})

test.each<[ServiceId, string, string]>([
  ['clean-name', '15 a 30 dias', '2027-01-17'],
  ['credit-rating', 'até 7 dias úteis', '2026-12-30'],
  ['bacen-clean', '30 a 90 dias', '2027-03-18'],
  ['cnh-rehabilitation', '30 dias', '2027-01-17'],
  ['traffic-fines', '15 dias úteis', '2027-01-12'],
  ['federal-tax-solution', '45 dias', '2027-02-01'],
  ['credit-viability', '60 dias de consultoria', '2027-02-16'],
  ['serasa-score', '30 dias, com acompanhamento', '2027-01-17'],
])('%s promises %s: hired on 18/12/2026 it is due on %s', (id, text, due) => {
  const { promise } = serviceOf(id)
  expect(promise.text).toBe(text)
  expect(deliveryDate({ start: '2026-12-18', deadline: promise.deadline })).toBe(due)
})

test('the default deadline is 30 days', () => {
  expect(deliveryDate({ start: '2026-12-18' })).toBe('2027-01-17')
})
