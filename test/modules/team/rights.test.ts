import { expect, test } from 'vitest'
import { roles } from '../../../src/modules/identity/domain/person.ts'
import { may, rights, teamRoles } from '../../../src/modules/team/public.ts'

test('every role but the customer is of the team', () => {
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
