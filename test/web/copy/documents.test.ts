import { expect, test } from 'vitest'
import { fileProblems } from '../../../src/web/copy/documents.ts'

test.each(['IMG_0412.HEIC', 'foto.heif'])('a photo of an iPhone is refused with what to do: %s', (name) => {
  const refusal = fileProblems.wrong_content(name)
  expect(refusal).toContain(`“${name}” é uma foto em HEIC`)
  expect(refusal).toContain('Abra a foto, tire uma captura de tela e envie a captura.')
})

test('another file of a type that is not accepted is refused with those that are', () => {
  expect(fileProblems.wrong_content('heic.docx')).toBe(
    '“heic.docx” não foi aceito. Envie um arquivo PDF, JPG, JPEG ou PNG inteiro.',
  )
})
