import { expect, test } from 'vitest'
import { personalWords } from '../../../src/modules/identity/domain/personal-words.ts'

const words = (...args: Parameters<typeof personalWords>) => [...personalWords(...args)].toSorted()

test('the parts of an address, a name and the site’s texts, with and without a number at their end', () => {
  expect(words({ email: 'joana.w2k33@casa.br', nome: 'Érica  Sá-Lima' }, ['Loja 24h'])).toEqual(
    ['casa', 'erica', 'joana', 'joana.w2k33', 'lima', 'loja', 'w2k', 'w2k33', '24h'].toSorted(),
  )
})

test('words have three characters or more', () => {
  expect(words({ email: '', nome: 'Ana Li' })).toEqual(['ana'])
})

test('every four to fourteen digits of a document and a telephone', () => {
  expect(words({ email: '', documento: '1.234-56' })).toEqual(
    ['1234', '12345', '123456', '2345', '23456', '3456'].toSorted(),
  )
  expect(words({ email: '', telefone: '(48) 999' })).toEqual(['4899', '48999', '8999'])
  const long = words({ email: '', documento: '012345678901234' })
  expect(long.map(({ length }) => length).toSorted((a, b) => b - a)[0]).toBe(14)
})

test('reads the first 254 characters of a text', () => {
  const name = (length: number) => words({ email: '', nome: `${'a '.repeat(125)}${'b'.repeat(length)}` })
  expect([name(4), name(5)]).toEqual([['bbbb'], ['bbbb']])
  expect(name(3)).toEqual(['bbb'])
})
