import { expect, test } from 'vitest'
import { readRecoveryCode, writeRecoveryCode } from '../../../src/modules/team/domain/recovery-code.ts'

test('a code is sixteen letters and digits of sixteen bytes, in fours', () => {
  const bytes = Uint8Array.from({ length: 20 }, (_, index) => index * 17)
  expect(writeRecoveryCode(bytes)).toBe('0H2K-4N6Q-8SAV-CXEZ')
})

test.each([
  ['0H2K-4N6Q-8SAV-CXEZ', '0H2K-4N6Q-8SAV-CXEZ'],
  [' 0h2k 4n6q–8sav cxez', '0H2K-4N6Q-8SAV-CXEZ'],
  ['OHIL-4N6Q-8SAV-CXEZ', '0H11-4N6Q-8SAV-CXEZ'],
  ['OOOO-IIII-LLLL-0000', '0000-1111-1111-0000'],
  ['0H2K-4N6Q-8SAV-CXE', undefined],
  ['0H2K-4N6Q-8SAV-CXEZ2', undefined],
  ['U-0H2K-4N6Q-8SAV-CXEZ', undefined],
  ['0H2K-4N6Q-8SAV-CXEZ-U', undefined],
  ['', undefined],
])('%j is read as %s', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code)
})
