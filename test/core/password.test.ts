import { expect, test } from 'vitest'
import { COMMON_PASSWORDS, passwordProblems } from '../../src/core/password.ts'

test.each([
  ['Girassol7&', []],
  ['Girassol sem sol 7!', []],
  ['', ['too_short', 'too_simple']],
  ['Aa1@', ['too_short']],
  ['girassol7&', ['too_simple']],
  ['GIRASSOL7&', ['too_simple']],
  ['Girassol&&', ['too_simple']],
  ['Girassol77', ['too_simple']],
  ['Girassol7#', ['too_simple']],
  ['Senha@123', ['too_common']],
  ['SENHa@123', ['too_common']],
  ['Password1!', ['too_common']],
  ['Brasil@2024', ['too_common']],
  ['Mudar@123', ['too_common']],
  ['1qaz@wsx', ['too_simple', 'too_common']],
])('the password "%s" has the problems %j', (password, problems) => {
  expect(passwordProblems(password)).toEqual(problems)
})

test('more than a hundred common passwords are listed, in lower case', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(100)
  for (const password of COMMON_PASSWORDS) expect(password).toBe(password.toLowerCase())
})
