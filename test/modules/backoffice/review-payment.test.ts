import { expect, test } from 'vitest'
import { ok } from '../../../src/core/outcome.ts'
import { reviewPayment } from '../../../src/modules/backoffice/review-payment.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'

test('locks and checks the orders of a charged-back payment before its debt is reinstated', async () => {
  const calls: unknown[] = []
  const deps = {
    orders: {
      cancelledAmong: async (_: Transaction, { orderIds }: { orderIds: readonly string[] }) => {
        calls.push(['locked', orderIds])
        return ['gone']
      },
    },
    payments: {
      ordersPaidWith: async () => ['gone', 'going on'],
      reviewPayment: async (_: Transaction, { cancelledOrders }: { cancelledOrders?: readonly string[] }) => {
        calls.push(['reviewed', cancelledOrders])
        return ok(100)
      },
    },
  }
  const input = { paymentId: 'payment', by: 'equipe', reason: 'contestado' }
  await reviewPayment({} as Transaction, { ...input, reinstateDebt: true }, deps)
  expect(calls.splice(0)).toEqual([
    ['locked', ['gone', 'going on']],
    ['reviewed', ['gone']],
  ])
  await reviewPayment({} as Transaction, { ...input, reinstateDebt: false }, deps)
  expect(calls).toEqual([['reviewed', undefined]])
})
