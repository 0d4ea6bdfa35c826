import { expect, test } from 'vitest'
import { moneyOf } from '../../../src/web/desk/orders/order-money.tsx'

const instalment = {
  ...{ id: '1', orderId: '1', serviceTitle: 'Limpeza de Nome', paymentType: 'PIX à vista', number: 0 },
  ...{ kind: 'a-vista' as const, amount: 150_000, lateFee: 0, interest: 0, discount: 0, total: 150_000 },
  ...{ dueDate: '2026-11-30', postponedFrom: undefined, status: 'paid' as const, method: 'pix' as const },
  ...{ paidAt: new Date('2026-11-30T12:00:00Z'), paidBy: '2', underReview: false },
}

test('a partial refund is not counted as received', () => {
  expect(moneyOf([instalment], '2026-12-01')).toEqual({ received: 150_000, left: 0, overdue: 0 })
  expect(moneyOf([{ ...instalment, returned: 50_000 }], '2026-12-01').received).toBe(100_000)
})
