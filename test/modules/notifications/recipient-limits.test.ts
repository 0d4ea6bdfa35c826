import { expect, test } from 'vitest'
import { identityMessageKinds, identityMessageLimits } from '../../../src/modules/identity/index.server.ts'
import { mailboxOf } from '../../../src/modules/notifications/domain/recipient-limits.ts'
import { proposalMessageLimits } from '../../../src/modules/proposals/index.server.ts'

test.each([
  ['Ana@Exemplo.com.br ', 'ana@exemplo.com.br'],
  ['ana+1@exemplo.com.br', 'ana@exemplo.com.br'],
  ['ana.souza@exemplo.com.br', 'ana.souza@exemplo.com.br'],
  ['Ana.Souza+loja@gmail.com', 'anasouza@gmail.com'],
  ['ana.souza@googlemail.com', 'anasouza@gmail.com'],
  ['+ana@exemplo.com.br', '+ana@exemplo.com.br'],
  ['+5548999991234', '+5548999991234'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

test('messages that anybody can cause at any address are limited, each and in total', () => {
  const limits = { ...identityMessageLimits, ...proposalMessageLimits }
  const limited = Object.keys(limits)
  expect(identityMessageKinds.filter((kind) => !limited.includes(kind))).toEqual([
    'account.password-changed',
    'account.phone-changed',
  ])
  const total = (window: 'perHour' | 'perDay') =>
    Object.values(limits).reduce((sum, limit) => sum + limit[window], 0)
  expect([total('perHour'), total('perDay')]).toEqual([11, 40])
})
