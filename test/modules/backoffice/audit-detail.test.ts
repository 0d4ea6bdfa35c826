import { expect, test } from 'vitest'
import { auditDetailOf } from '../../../src/modules/backoffice/domain/audit.ts'

test('records renamed inputs under their original names, and no e-mail', () => {
  const input = { refundId: 'r1', retry: true, reinstateDebt: false, email: 'cliente@exemplo.com.br' }
  expect(auditDetailOf(input)).toEqual({ refundId: 'r1', again: true, owed: false })
})

test('does not record long texts, or anything that may name a person or a debt', () => {
  const words = { email: 'e', name: 'n', words: 'w', note: 'o', protocol: 'p', content: {}, keptNames: ['k'] }
  expect(auditDetailOf({ ...words, orderId: 'o1', amount: undefined })).toEqual({ orderId: 'o1' })
})
