import { expect, test } from 'vitest'
import { auditDetailOf } from '../../../src/modules/backoffice/domain/audit.ts'

test('renamed inputs are recorded under their first names, and an e-mail is not recorded', () => {
  const input = { refundId: 'r1', retry: true, reinstateDebt: false, email: 'cliente@exemplo.com.br' }
  expect(auditDetailOf(input)).toEqual({ refundId: 'r1', again: true, owed: false })
})
