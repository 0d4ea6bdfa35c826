import { expect, test } from 'vitest'
import { ages, dueDatesOf } from '../../../src/modules/payments/domain/ages.ts'
import { needsApproval } from '../../../src/modules/payments/domain/approval.ts'
import { chargedBackOf } from '../../../src/modules/payments/domain/charged-back.ts'
import { recheckAt } from '../../../src/modules/payments/domain/check-times.ts'
import { wordsOf } from '../../../src/modules/payments/domain/reason-words.ts'
import { paymentEvents } from '../../../src/modules/payments/events.ts'
import { billedBy } from '../../../src/modules/payments/instalments/notify-payer.ts'
import type { InstalmentRow } from '../../../src/modules/payments/instalments/store.server.ts'
import { readEvent } from '../../../src/platform/events/define-events.ts'

const id = '00000000-0000-4000-8000-000000000001'

test('every due date belongs to one age group, from today to long ago', () => {
  expect(Object.fromEntries(ages.map((age) => [age, dueDatesOf(age, '2026-11-23')]))).toEqual({
    ahead: { from: '2026-11-23', to: undefined },
    week: { from: '2026-11-16', to: '2026-11-22' },
    month: { from: '2026-10-24', to: '2026-11-15' },
    quarter: { from: '2026-08-25', to: '2026-10-23' },
    older: { from: undefined, to: '2026-08-24' },
  })
})

test('needs a second person above the limit, where there is one', () => {
  expect([needsApproval(50_000, 50_000), needsApproval(50_001, 50_000)]).toEqual([false, true])
  expect(needsApproval(50_001, undefined)).toBe(false)
})

test('a refused charge is looked up once more after ten minutes', () => {
  expect(recheckAt(new Date('2026-11-23T12:00:00.000Z'))).toEqual(new Date('2026-11-23T12:10:00.000Z'))
})

test('a full chargeback is everything not refunded; a partial one is the amount the provider states', () => {
  const payment = { amount: 100, refunded: 30 }
  expect([
    chargedBackOf({ ...payment, state: 'charged_back' }),
    chargedBackOf({ ...payment, state: 'charged_back', chargedBack: 1 }),
    chargedBackOf({ ...payment, state: 'approved', chargedBack: 40 }),
    chargedBackOf({ ...payment, state: 'approved' }),
    chargedBackOf({ ...payment, state: undefined }),
  ]).toEqual([70, 70, 40, 0, 0])
})

test('shows a stored reason in words, and any other text unchanged', () => {
  expect(['duplicate', 'Falei com ela.', 'toString'].map(wordsOf)).toEqual([
    'pago em dobro',
    'Falei com ela.',
    'toString',
  ])
})

test('shows in words why a refund exists that no team member requested', () => {
  expect(['withdrawal', 'panel', 'chargeback'].map(wordsOf)).toEqual([
    'o cliente desistiu do contrato',
    'devolvido no painel do provedor',
    'tomado de volta pelo banco',
  ])
})

test.each(['pix', 'credit_card'])(
  'publishes a charge settled by %s, for instalments or a look-up, also as stored by an earlier release',
  (method) => {
    const facts = { chargeId: id, userId: id, method, amount: 700, paidOn: '2026-11-23' }
    const read = (payload: object) =>
      readEvent(paymentEvents['charge.settled'], {
        type: 'charge.settled',
        payload: { ...facts, ...payload },
      })
    for (const purpose of [{ kind: 'instalments' }, { kind: 'consultation', id }]) {
      expect(read({ purpose, received: 800 })).toEqual({ ...facts, purpose, received: 800 })
      expect(read({ purpose })).toEqual({ ...facts, purpose, received: 700 })
    }
  },
)

test('the one customer whose instalments money without a charge paid is notified, with their order if it is one', () => {
  const payment = { amount: 300, provider: 'bank' }
  const row = (userId: string, orderId: string) =>
    ({ userId, orderId, serviceTitle: 'Limpeza', paymentType: 'PIX' }) as InstalmentRow
  expect(billedBy([row('ana', '1'), row('ana', '1')], payment)).toEqual({
    ...{ userId: 'ana', orderId: '1', description: 'Limpeza - PIX (2 parcelas)' },
    ...{ purpose: 'instalments', ...payment },
  })
  expect(billedBy([row('ana', '1'), row('ana', '2')], payment)).toMatchObject({ orderId: undefined })
  expect(billedBy([row('ana', '1'), row('rui', '2')], payment)).toBeUndefined()
  expect(billedBy([], payment)).toBeUndefined()
})
