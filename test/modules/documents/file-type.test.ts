import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  documentName,
  fileExtensions,
  mediaTypeOf,
  mediaTypes,
} from '../../../src/modules/documents/domain/file-type.ts'
import * as limits from '../../../src/modules/documents/domain/limits.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { html, jpeg, pdf, png } from './sample-files.ts'

test.each([
  ['a PDF', pdf(), 'application/pdf'],
  ['a JPEG', jpeg(), 'image/jpeg'],
  ['a JPEG with metadata after its end', Buffer.concat([jpeg(), Buffer.from('SEFH notes')]), 'image/jpeg'],
  ['a PNG', png(), 'image/png'],
  ['an HTML page', html(), undefined],
  ['a PDF that is also HTML', pdf('<html><script>alert(1)</script>'), undefined],
  ['a PNG that is also HTML', Buffer.concat([png(), Buffer.from('<!DOCTYPE  html>')]), undefined],
  ['a truncated JPEG', jpeg().subarray(0, -2), undefined],
  ['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['an executable', Buffer.from('MZ\x90\x00\x03'), undefined],
  ['a PDF after other content', Buffer.concat([Buffer.from('GIF89a'), pdf()]), undefined],
  ['a bare signature', Buffer.from('%PDF-'), undefined],
  ['an empty file', Buffer.alloc(0), undefined],
])('%s is detected by its content', (_, bytes, type) => {
  expect(mediaTypeOf(bytes)).toBe(type)
})

test.each([
  ['rg.pdf', 'application/pdf', 'rg.pdf'],
  ['RG Frente.JPEG', 'image/jpeg', 'RG Frente.jpeg'],
  ['rg.png', 'image/jpeg', 'rg.jpg'],
  ['conta.pdf.exe', 'application/pdf', 'conta.pdf.pdf'],
  ['semextensao', 'image/png', 'semextensao.png'],
  ['C:\\Users\\ana\\comprovante.pdf', 'application/pdf', 'comprovante.pdf'],
  ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
  ['certidão de óbito nº 3.pdf', 'application/pdf', 'certidão de óbito nº 3.pdf'],
  ['foto\u202egpj.exe\r\nX: y.jpg', 'image/jpeg', 'fotogpj.exeX y.jpg'],
  ['.pdf', 'application/pdf', 'pdf.pdf'],
  ['', 'application/pdf', 'documento.pdf'],
  [`Recibo ${'a'.repeat(600)}.jpeg`, 'image/jpeg', `Recibo ${'a'.repeat(108)}.jpeg`],
] as const)('%j with %s content is stored as %j', (given, type, kept) => {
  expect(documentName(given, type)).toBe(kept)
})

test('limits any name in length, without path and control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (given) => {
      const name = documentName(given, 'application/pdf')
      expect([...name].length).toBeLessThanOrEqual(120)
      expect(name).toMatch(/^[^/\\\p{Cc}\p{Cf}<>:"|?*]+\.pdf$/u)
    }),
  )
})

test('which files may be sent, and how many', () => {
  expect(mediaTypes).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
  expect(fileExtensions).toEqual(['PDF', 'JPG', 'JPEG', 'PNG'])
  expect({ ...limits }).toEqual({
    MAX_FILE_BYTES: 10_485_760,
    MAX_DOCUMENTS: 30,
    MAX_TOTAL_BYTES: 157_286_400,
    UNFINISHED_AFTER: 3_600_000,
  })
})

const signatures = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

test.each(Object.entries(signatures))(
  'a file that differs from %s in one of its first bytes is refused',
  (type, start) => {
    const end = [0x00, 0x00, 0xff, 0xd9]
    expect(mediaTypeOf(Uint8Array.from([...start, ...end]))).toBe(type)
    for (const at of start.keys()) {
      for (const step of [-1, 1]) {
        const other = start.map((byte, index) => (index === at ? (byte + step + 256) % 256 : byte))
        expect(mediaTypeOf(Uint8Array.from([...other, ...end])), String(other)).toBeUndefined()
      }
    }
  },
)

test.each([
  [[0xff, 0xd8, 0xff, 0xd9], undefined],
  [[0xff, 0xd8, 0xff, 0xff, 0xd9], 'image/jpeg'],
  [[0xff, 0xd8, 0xff, 0x00, 0xff, 0xd9, 0x00, 0xd9], 'image/jpeg'],
  [[0xff, 0xd8, 0xff, 0x00, 0x00, 0xd9, 0x00, 0xd9], undefined],
  [[0xff, 0xd8, 0xff, 0x00, 0xff, 0xd9, 0xd9], 'image/jpeg'],
  [[0xff, 0xd8, 0xff, 0x00, 0xff, 0xd8], undefined],
] as const)('a JPEG ends with its end marker, after its beginning: %j is %s', (bytes, type) => {
  expect(mediaTypeOf(Uint8Array.from(bytes))).toBe(type)
})

test('looks for HTML in the first 2048 bytes', () => {
  const page = (before: number) =>
    Buffer.concat([pdf(), Buffer.alloc(before - pdf().length, '.'), Buffer.from('<HTML>')])
  expect(mediaTypeOf(page(2042))).toBeUndefined()
  expect(mediaTypeOf(page(2043))).toBe('application/pdf')
  const atStart = Buffer.concat([Buffer.from('%PDF-<body>')])
  expect(mediaTypeOf(atStart)).toBeUndefined()
})

test.each([
  [`${'a'.repeat(130)}.pdf`, 'application/pdf', `${'a'.repeat(116)}.pdf`],
  [`${'a'.repeat(114)} b.jpeg`, 'image/jpeg', `${'a'.repeat(114)}.jpeg`],
  [`${'\u{1F4C4}'.repeat(130)}.pdf`, 'application/pdf', `${'\u{1F4C4}'.repeat(116)}.pdf`],
  ['cert\u0069\u0303o.pdf', 'application/pdf', 'cert\u0129o.pdf'],
  ['a  \t b.pdf', 'application/pdf', 'a b.pdf'],
  ['.. .rg..  ', 'application/pdf', 'rg.pdf'],
  ['rg.abcdef', 'application/pdf', 'rg.abcdef.pdf'],
  ['rg.abcde', 'application/pdf', 'rg.pdf'],
  ['rg .pdf', 'application/pdf', 'rg.pdf'],
  ['pasta/', 'application/pdf', 'documento.pdf'],
] as const)('%j containing %s is stored as %j', (given, type, kept) => {
  expect(documentName(given, type)).toBe(kept)
})
