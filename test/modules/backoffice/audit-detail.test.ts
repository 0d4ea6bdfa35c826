import { expect, test } from 'vitest'
import { auditDetailOf } from '../../../src/modules/backoffice/domain/audit.ts'

test('renamed inputs are recorded under their first names, and an e-mail is not recorded', () => {
  const input = { refundId: 'r1', retry: true, reinstateDebt: false, email: 'cliente@exemplo.com.br' }
  expect(auditDetailOf(input)).toEqual({ refundId: 'r1', again: true, owed: false })
})

test('what may name a person or what they owe, or is long, is not recorded', () => {
  const words = { email: 'e', name: 'n', words: 'w', note: 'o', protocol: 'p', content: {}, keptNames: ['k'] }
  expect(auditDetailOf({ ...words, orderId: 'o1', amount: undefined })).toEqual({ orderId: 'o1' })
})
