import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLabel } from '../../src/core/punycode.ts'

test.each([
  ['xn--recomeo-zxa', 'recomeço'],
  ['xn--mgbh0fb', 'مثال'],
  ['xn--e1afmkfd', 'пример'],
  ['recomeco', 'recomeco'],
  ['XN--RECOMEO-ZXA', 'recomeço'],
  ['axn--recomeo-zxa', 'axn--recomeo-zxa'],
  // With letters before the last hyphen, and without: then a hyphen is not a separator.
  ['xn---e1afmkfd', 'xn---e1afmkfd'],
  ['xn--9er20a', '劈厴'],
  ['xn--8er71a', '劇厳'],
  ['xn--ab-kia24ez480a', 'abàƖ中'],
  // The last Unicode code point, and one after it.
  ['xn--dn32g', '\u{10ffff}'],
  ['xn--en32g', 'xn--en32g'],
])('%s reads %s', (label, letters) => {
  expect(decodeLabel(label)).toBe(letters)
})

test.each(['xn--', 'xn--a', 'xn--99999999999', 'xn--!!', 'xn--zzzzzzzzzzzzzzzzzzzz'])(
  '%s is no valid encoding, and causes no error',
  (label) => {
    expect(typeof decodeLabel(label)).toBe('string')
  },
)

test('decodes what Node encodes', () => {
  const letter = fc.constantFrom(...'abcçãéíõüабвгдежзиклмнопрстуαβγδεζηλμπσ中国漢字')
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 20 }), (letters) => {
      const label = letters.join('')
      const encoded = domainToASCII(`${label}.br`).split('.')[0] ?? ''
      fc.pre(encoded !== '')
      // Encoding first folds the final sigma and similar letters.
      expect(decodeLabel(encoded)).toBe(label.normalize('NFKC').toLowerCase())
    }),
  )
})
