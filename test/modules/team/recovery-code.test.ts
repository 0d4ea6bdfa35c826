import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecoveryCode, writeRecoveryCode } from '../../../src/modules/team/domain/recovery-code.ts'
import '../../support/property-seed.ts'

test('a code has 24 letters, five random bits in each, in groups of four', () => {
  const first = Uint8Array.from({ length: 24 }, (_, at) => at)
  expect(writeRecoveryCode(first)).toBe('0123-4567-89AB-CDEF-GHJK-MNPQ')
  expect(writeRecoveryCode(first.map((byte) => byte + 8))).toBe('89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ')
  expect(writeRecoveryCode(first.map((byte) => byte + 224))).toBe('0123-4567-89AB-CDEF-GHJK-MNPQ')
})

test('reads a code back however it is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 24 }), (bytes) => {
      const code = writeRecoveryCode(bytes)
      for (const typed of [
        code,
        code.toLowerCase(),
        code.replaceAll('-', ' '),
        ` ${code.replaceAll('-', '–')}`,
      ])
        expect(readRecoveryCode(typed)).toBe(code)
    }),
  )
})

test('reads letters that look like others as those others', () => {
  expect(readRecoveryCode('oOiI lLab cdef ghjk mnpq rstv')).toBe('0011-11AB-CDEF-GHJK-MNPQ-RSTV')
})

test('still reads the sixteen-letter codes of earlier releases', () => {
  expect(readRecoveryCode('0123-4567-89ab-cdef')).toBe('0123-4567-89AB-CDEF')
})

test.each([
  '',
  '123456',
  '0123-4567-89AB-CDE',
  '0123-4567-89AB-CDEF-G',
  'U123-4567-89AB-CDEF',
  '0123-4567-89AB-CDE!',
])('%j cannot be a code', (typed) => {
  expect(readRecoveryCode(typed)).toBeUndefined()
})

test.each([
  [' 0h2k 4n6q–8sav cxez', '0H2K-4N6Q-8SAV-CXEZ'],
  ['OHIL-4N6Q-8SAV-CXEZ', '0H11-4N6Q-8SAV-CXEZ'],
  ['OOOO-IIII-LLLL-0000', '0000-1111-1111-0000'],
  ['U-0H2K-4N6Q-8SAV-CXEZ', undefined],
  ['0H2K-4N6Q-8SAV-CXEZ-U', undefined],
])('reads %j as %s', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code)
})
