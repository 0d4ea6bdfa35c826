import { expect, test } from 'vitest'
import type { Fixture } from './fixture.ts'
import { tabs } from './page-checks.ts'

const tab = (text: string, isOpen = false) =>
  `<a href="/x"${isOpen ? ' aria-current="page"' : ''}>${text}</a>`

test.each([
  ['passes', [tab('Pendentes 0', true), tab('Pagas 0')], true],
  ['fails for another order', [tab('Pagas 0'), tab('Pendentes 0', true)], false],
  ['fails for a tab too many', [tab('Pendentes 0', true), tab('Pagas 0'), tab('Outras')], false],
  ['fails when another is open', [tab('Pendentes 0'), tab('Pagas 0', true)], false],
  ['fails when none is open', [tab('Pendentes 0'), tab('Pagas 0')], false],
])('the check of tabs %s', async (_, links, isRight) => {
  const html = `<nav class="tabs">${links.join('')}</nav>`
  const fixture = { member: async () => ({ open: async () => ({ html }) }) } as unknown as Fixture
  const demand = tabs('x', '/x', ['Pendentes 0', 'Pagas 0'], 'Pendentes 0')
  if (!('check' in demand)) throw new Error('the demand has no check')
  const passed = await Promise.resolve(demand.check(fixture)).then(
    () => true,
    () => false,
  )
  expect(passed).toBe(isRight)
})
