import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskCpf } from '../../../src/core/cpf.ts'
import { maskMoney } from '../../../src/web/enhance/mask-money.ts'
import { caretAfter, charactersBefore } from '../../../src/web/enhance/masks.ts'

test('the caret keeps the number of digits before it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,11}$/), fc.nat(11), (digits, place) => {
      const masked = maskCpf(digits)
      const before = Math.min(place, digits.length)
      expect(charactersBefore(masked, caretAfter(masked, before))).toBe(before)
    }),
  )
})

test('a caret at the end stays at the end, after a separator that the mask added', () => {
  expect(caretAfter('529.982', 6)).toBe(7)
  expect(caretAfter('529', 3)).toBe(3)
})

test.each([
  ['', ''],
  ['5', 'R$ 0,05'],
  ['R$ 0,059', 'R$ 0,59'],
  ['249990', 'R$ 2.499,90'],
  ['1234567890123', 'R$ 12.345.678.901,23'],
  ['12345678901239', 'R$ 12.345.678.901,23'],
  ['abc', ''],
])('the money mask formats %j as %j', (typed, shown) => {
  expect(maskMoney(typed)).toBe(shown)
})
