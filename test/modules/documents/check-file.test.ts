import { expect, test } from 'vitest'
import { checkFile } from '../../../src/modules/documents/domain/check-file.ts'
import { MAX_FILE_BYTES } from '../../../src/modules/documents/domain/limits.ts'

const pdf = (bytes: number) => {
  const file = Buffer.alloc(bytes, ' ')
  file.write('%PDF-1.7\n')
  return file
}

test.each([
  ['of no bytes', Buffer.alloc(0), { ok: false, code: 'empty' }],
  ['as large as allowed', pdf(MAX_FILE_BYTES), { ok: true, value: 'application/pdf' }],
  ['one byte too large', pdf(MAX_FILE_BYTES + 1), { ok: false, code: 'too_large' }],
  ['of another type', Buffer.from('MZ, a program'), { ok: false, code: 'wrong_content' }],
])('checks a file %s', (_, bytes, expected) => {
  expect(checkFile(bytes)).toEqual(expected)
})
