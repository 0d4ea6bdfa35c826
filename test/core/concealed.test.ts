import { expect, test } from 'vitest'
import { concealName } from '../../src/core/person-name.ts'
import { concealPhone } from '../../src/core/phone.ts'

test.each([
  ['Joana Pereira', 'J••• P•••'],
  ['  Joana   da  Silva ', 'J••• d••• S•••'],
  ['Érica', 'É•••'],
  ['', ''],
])('the name %j is shown as %j', (name, shown) => {
  expect(concealName(name)).toBe(shown)
})

test.each([
  ['+5548999991234', '(48) •••••-1234'],
  ['(11) 3456-7890', '(11) ••••-7890'],
  ['481234', '(48) -1234'],
  ['48123', '(48) -8123'],
])('the telephone %s is shown as %s', (phone, shown) => {
  expect(concealPhone(phone)).toBe(shown)
})
