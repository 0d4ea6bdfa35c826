import { expect, test } from 'vitest'
import { concealName, isPersonName, normalizeName } from '../../src/core/person-name.ts'
import { concealPhone } from '../../src/core/phone.ts'

test.each([
  ['Joana Pereira', 'J••• P•••'],
  ['  Joana   da  Silva ', 'J••• d••• S•••'],
  ['Érica', 'É•••'],
  ['', ''],
])('conceals the name %j as %j', (name, shown) => {
  expect(concealName(name)).toBe(shown)
})

test('a name has a visible letter', () => {
  for (const name of [
    'Li',
    '李小龙',
    'محمد علي',
    'Ana 😀 Souza',
    'Ana\u200bSouza',
    'D’Ávila',
    'É'.normalize('NFD'),
  ])
    expect(isPersonName(name), name).toBe(true)
  // The last two are letters to Unicode, and blank to everybody.
  const blank = ['\u200b\u200b', '\u2060\u2060\u2060', '\u3164\u3164', '\u115f\u1160']
  for (const name of ['', 'A', ' A ', '..', '--', '12345', '🏳️‍🌈🏳️‍🌈', '\u0301\u0301', ...blank])
    expect(isPersonName(name), JSON.stringify(name)).toBe(false)
})

test.each([
  [' Joana \n Pereira ', 'Joana Pereira'],
  ['João Conceição'.normalize('NFD'), 'João Conceição'],
  ['Jo\u200ba\u00adna\u2060 \ufeffPe\u034frei\u{e0061}ra\u3164', 'Joana Pereira'],
  [`J${'\u0301'.repeat(60)}oana`, `J${'\u0301'.repeat(3)}oana`],
  ['Nguyễn Thị'.normalize('NFD'), 'Nguyễn Thị'],
  ['王小龙', '王小龙'],
])('the name %j is stored as %j', (typed, stored) => {
  expect(normalizeName(typed)).toBe(stored)
})

test.each([
  ['+5548999991234', '(48) •••••-1234'],
  ['(11) 3456-7890', '(11) ••••-7890'],
  ['481234', '(48) -1234'],
  ['48123', '(48) -8123'],
])('conceals the telephone %s as %s', (phone, shown) => {
  expect(concealPhone(phone)).toBe(shown)
})
