import { expect, test } from 'vitest'
import { foldAccents, foldingAlphabets } from '../../src/core/folding.ts'

test('compares texts without accents and case, however an accent is encoded', () => {
  expect(foldAccents('Conceição ÂNGELA Núñez')).toBe('conceicao angela nunez')
  expect(foldAccents('Conceição'.normalize('NFD'))).toBe('conceicao')
})

test('SQL folds each accented letter, small and capital, as we do', () => {
  const { accented, plain } = foldingAlphabets
  expect(plain).toHaveLength(accented.length)
  for (const [index, letter] of [...accented].entries()) expect(foldAccents(letter)).toBe(plain[index])
  for (const letter of 'áÁçÇõÕ') expect(accented).toContain(letter)
})
