import { expect, test } from 'vitest'
import { checkFile } from '../../../src/modules/documents/domain/check-file.ts'
import { MAX_FILE_BYTES } from '../../../src/modules/documents/domain/limits.ts'

const pdf = (bytes: number) => {
  const file = Buffer.alloc(bytes, ' ')
  file.write('%PDF-1.7\n')
  return file
}

/** A PNG of one colour, as small as its header: its size alone is read. */
const png = (width: number, height: number) => {
  const file = Buffer.alloc(64)
  file.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

/** The same with the chunk before its header that Apple's own pictures have. */
const applePng = (width: number, height: number) => {
  const [file, first] = [png(width, height), Buffer.alloc(16)]
  first.write('\0\0\0\x04CgBI', 'latin1')
  return Buffer.concat([file.subarray(0, 8), first, file.subarray(8)])
}

/** A JPEG of a frame alone, with other marks before it. */
const jpeg = (width: number, height: number, before = Buffer.alloc(0), frame = 0xc0) => {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const header = [0xff, frame, 0, 17, 8, ...size, 3]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]),
    before,
    Buffer.from(header),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A segment with a thumbnail, whose own frame is not that of the photo. */
const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 2 + jpeg(160, 120).length]), jpeg(160, 120)])
const marks = (count: number) => Buffer.from('ffd0'.repeat(count), 'hex')
const tooManyPixels = { ok: false, code: 'too_many_pixels' }

test.each([
  ['of the sharpest camera', jpeg(12_000, 9_000), { ok: true, value: 'image/jpeg' }],
  ['of a PNG as large', png(12_000, 9_000), { ok: true, value: 'image/png' }],
  ['that takes gigabytes as a PNG', png(30_000, 17_000), tooManyPixels],
  ['that takes gigabytes as a PNG of Apple’s', applePng(30_000, 17_000), tooManyPixels],
  ['that takes gigabytes as a JPEG', jpeg(30_000, 17_000), tooManyPixels],
  ['that is progressive', jpeg(30_000, 17_000, undefined, 0xc2), tooManyPixels],
  ['whose thumbnail is small', jpeg(30_000, 17_000, thumbnail), tooManyPixels],
  ['with other bytes between the marks', jpeg(30_000, 17_000, Buffer.from('00ffff00', 'hex')), tooManyPixels],
  ['after a table of Huffman codes', jpeg(30_000, 17_000, Buffer.from('ffc4000400ff', 'hex')), tooManyPixels],
  ['with a few marks', jpeg(100, 100, marks(500)), { ok: true, value: 'image/jpeg' }],
  ['with marks without an end', jpeg(100, 100, marks(2_000)), tooManyPixels],
])('checks an image %s', (_, bytes, expected) => {
  expect(checkFile(bytes)).toEqual(expected)
})

test.each([
  ['of no bytes', Buffer.alloc(0), { ok: false, code: 'empty' }],
  ['as large as allowed', pdf(MAX_FILE_BYTES), { ok: true, value: 'application/pdf' }],
  ['one byte too large', pdf(MAX_FILE_BYTES + 1), { ok: false, code: 'too_large' }],
  ['of another type', Buffer.from('MZ, a program'), { ok: false, code: 'wrong_content' }],
])('checks a file %s', (_, bytes, expected) => {
  expect(checkFile(bytes)).toEqual(expected)
})
