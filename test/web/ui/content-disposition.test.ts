import { expect, test } from 'vitest'
import { contentDisposition } from '../../../src/web/ui/content-disposition.ts'

test.each([
  ['contrato-RC-7K4P2.pdf', 'contrato-RC-7K4P2.pdf', 'contrato-RC-7K4P2.pdf'],
  ['certidão nº 3.pdf', 'certidao n 3.pdf', 'certid%C3%A3o%20n%C2%BA%203.pdf'],
  // What ends the name, or begins another parameter or another name in it.
  ['a".exe; filename=b.pdf', 'a_.exe_ filename=b.pdf', 'a%22.exe%3B%20filename%3Db.pdf'],
  ['a\\".pdf', 'a__.pdf', 'a%5C%22.pdf'],
  ['100%22.pdf', '100_22.pdf', '100%2522.pdf'],
  ["d'água (1)*.pdf", "d'agua (1)*.pdf", 'd%27%C3%A1gua%20%281%29%2A.pdf'],
  ['a\r\nX: y.pdf', 'aX: y.pdf', 'a%0D%0AX%3A%20y.pdf'],
  ['\u202efdp.exe', 'fdp.exe', '%E2%80%AEfdp.exe'],
])('a file %j is saved under its own name alone', (name, plain, encoded) => {
  expect(contentDisposition('attachment', name)).toBe(
    `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  )
})
