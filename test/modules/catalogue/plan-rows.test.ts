import { expect, test } from 'vitest'
import { subjectsOf } from '../../../src/modules/catalogue/domain/contents.ts'
import {
  contentIn,
  type PlanRow,
  type PlansContent,
  readPlanRows,
  release,
  rowOf,
} from '../../../src/modules/catalogue/public.ts'

const priced = subjectsOf(release).filter((subject) => subject.startsWith('plans:'))
const plansOf = (subject: string) => (contentIn(release, subject) as PlansContent).plans

test.each(priced)('%s: the editable rows read back as the same plans', (subject) => {
  const plans = plansOf(subject)
  expect(readPlanRows(plans.map(rowOf), plans)).toEqual({ ok: true, value: plans })
})

const before = plansOf('plans:clean-name')
const row = (change: Partial<PlanRow>): PlanRow => ({
  ...{
    id: '',
    variant: undefined,
    label: 'Plano',
    pays: 'PIX à vista',
    total: 'R$ 1.500,00',
    popular: false,
  },
  ...change,
})
const weekly = row({
  id: 'semanal-20x',
  pays: 'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
  total: 'R$ 2.398,00',
})
const idsOf = (rows: PlanRow[]) => {
  const read = readPlanRows(rows, before)
  return read.ok ? read.value.map(({ id }) => id) : read
}

test('a plan keeps its id with other amounts, and gets a new one with other parts', () => {
  expect(idsOf([row({ id: 'a-vista', total: 'R$ 1.600,00' })])).toEqual(['a-vista'])
  const dearer = { pays: 'PIX semanal: entrada R$ 400,00 + 20x R$ 109,90', total: 'R$ 2.598,00' }
  expect(idsOf([{ ...weekly, ...dearer }])).toEqual(['semanal-20x'])
  const fewer = { pays: 'PIX semanal: entrada R$ 400,00 + 10x R$ 99,90', total: 'R$ 1.399,00' }
  expect(idsOf([{ ...weekly, ...fewer }])).toEqual(['semanal-10x'])
  const slower = { pays: 'PIX mensal: entrada R$ 400,00 + 20x R$ 99,90', total: 'R$ 2.398,00' }
  expect(idsOf([{ ...weekly, ...slower }])).toEqual(['entrada-20x'])
  const card = { pays: 'Cartão de crédito: entrada R$ 400,00 + 20x R$ 99,90', total: 'R$ 2.398,00' }
  expect(idsOf([{ ...weekly, ...card }])).toEqual(['cartao-20x'])
  // Without its down payment it is a different plan, and the earlier id stays with the earlier plan.
  const noEntry = { pays: 'PIX semanal: 20x R$ 99,90', total: 'R$ 1.998,00' }
  expect(idsOf([{ ...weekly, ...noEntry }])).toEqual(['semanal-20x-2'])
  expect(idsOf([row({ pays: 'PIX mensal: 3x R$ 500,00' }), weekly])).toEqual(['mensal-3x', 'semanal-20x'])
})

test('no plan takes the id of another', () => {
  const three = row({ pays: 'PIX mensal: 3x R$ 500,00' })
  expect(idsOf([three, three])).toEqual(['mensal-3x', 'mensal-3x-2'])
  expect(idsOf([weekly, weekly, weekly])).toEqual(['semanal-20x', 'semanal-20x-2', 'semanal-20x-3'])
  expect(idsOf([row({}), row({})])).toEqual(['a-vista', 'a-vista'])
  expect(idsOf([row({ variant: 'pj' })])).toEqual(['pj-a-vista'])
})

test('parts add up to their total, to the centavo', () => {
  expect(readPlanRows([row({}), { ...weekly, total: 'R$ 2.398,01' }], before)).toMatchObject({ ok: true })
  expect(readPlanRows([row({}), { ...weekly, total: 'R$ 2.500,00' }], before)).toEqual({
    ok: false,
    code: 'total_differs',
    index: 1,
    sum: 239_800,
  })
  expect(readPlanRows([row({ total: 'quinze' })], before)).toEqual({
    ok: false,
    code: 'invalid_price',
    index: 0,
  })
})

test('unevenly shared parts add up', () => {
  const read = readPlanRows([row({ pays: 'PIX mensal: 3x R$ 333,33', total: 'R$ 1.000,00' })], before)
  expect(read).toMatchObject({ ok: true, value: [{ instalments: [33_334, 33_333, 33_333] }] })
})

test('trims a label, and keeps the popular mark', () => {
  const read = readPlanRows([row({ label: ' À vista ', popular: true, variant: 'pf' })], before)
  expect(read).toEqual({
    ok: true,
    value: [
      {
        ...{ id: 'pf-a-vista', variant: 'pf', label: 'À vista', popular: true },
        ...{ cadence: 'once', method: 'pix', instalments: [150_000] },
      },
    ],
  })
})
