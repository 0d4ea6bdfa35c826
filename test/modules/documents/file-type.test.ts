import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentName, mediaTypeOf } from '../../../src/modules/documents/domain/file-type.ts'
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
  ['a PDF after something else', Buffer.concat([Buffer.from('GIF89a'), pdf()]), undefined],
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
] as const)('%j with %s content is stored as %j', (given, type, kept) => {
  expect(documentName(given, type)).toBe(kept)
})

test('any name is limited in length and has no path and no control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = documentName(given, 'application/pdf')
      expect([...name].length).toBeLessThanOrEqual(120)
      expect(name).toMatch(/^[^/\\\p{Cc}\p{Cf}<>:"|?*]+\.pdf$/u)
    }),
  )
})
