import { expect, test } from 'vitest'
import { roles, teamRoles } from '../../../src/core/roles.ts'
import { isGrave } from '../../../src/modules/team/domain/rights.ts'
import { may, type Right, rights } from '../../../src/modules/team/public.ts'

test('every role but the customer belongs to the team', () => {
  expect([...teamRoles].toSorted()).toEqual(roles.filter((role) => role !== 'customer').toSorted())
})

test('the owner may do everything, a customer or a visitor nothing', () => {
  for (const right of Object.keys(rights) as (keyof typeof rights)[]) {
    expect(may('owner', right)).toBe(true)
    for (const role of ['customer', '', undefined, 'constructor']) expect(may(role, right)).toBe(false)
  }
})

test('atendimento decides nothing about money, financeiro delivers nothing, and only administração changes the team', () => {
  expect(may('support', 'order.step')).toBe(true)
  expect(may('support', 'credit.refund')).toBe(false)
  expect(may('finance', 'credit.refund')).toBe(true)
  expect(may('finance', 'order.step')).toBe(false)
  for (const role of ['support', 'finance', 'staff']) expect(may(role, 'team.invite')).toBe(false)
})

const all = Object.keys(rights) as Right[]
const under = (...areas: string[]) => all.filter((right) => areas.includes(right.split('.')[0] ?? ''))

test.each([
  [
    'money belongs to financeiro, and to nobody in atendimento',
    'finance',
    'support',
    [
      ...under('money', 'charge', 'credit', 'refund', 'payment', 'renegotiation', 'payout', 'close', 'day'),
      ...under('set-aside', 'dispute', 'numbers'),
      ...(['order.cancel', 'order.resume', 'lookup.refund'] as const),
    ],
  ],
  [
    'deliveries, offers and answers belong to atendimento, and to nobody in financeiro',
    'support',
    'finance',
    [
      ...under('document', 'proposal', 'offer'),
      ...([
        'order.start',
        'order.contact',
        'order.step',
        'order.undo-step',
        'order.reopen-step',
        'order.deadline',
      ] as const),
      ...(['lookup.deliver', 'lookup.open', 'lookup.link', 'lookup.revoke-link'] as const),
      ...(['message.resend', 'message.answer', 'message.close', 'privacy.read', 'privacy.answer'] as const),
    ],
  ],
] as const)('%s', (_, role, other, own) => {
  for (const right of own) {
    expect([right, may(role, right), may(other, right)]).toEqual([right, true, false])
    expect([right, may('staff', right)]).toEqual([right, true])
  }
})

test('the catalogue, the team itself and its log belong to administração alone', () => {
  for (const right of under('catalogue', 'compliance', 'team', 'log', 'evidence')) {
    for (const role of ['support', 'finance', 'staff'])
      expect([right, may(role, right)]).toEqual([right, false])
  }
})

test('sending or recording money, or changing the team, requires the second factor again (0038, 0045)', () => {
  const moves =
    /^order\.cancel$|^(charge|credit|lookup)\.refund$|^refund\.(approve|transfer)$|^payment\.(record|approve|undo)$/
  const others = ['renegotiation.propose', 'privacy.erase', 'catalogue.publish', 'access.recovery-codes']
  const team = under('team').filter((right) => !['team.read', 'team.withdraw-invitation'].includes(right))
  expect(all.filter(isGrave).toSorted()).toEqual(
    [...all.filter((right) => moves.test(right)), ...others, ...team].toSorted(),
  )
})
