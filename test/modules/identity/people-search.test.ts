import { expect, test } from 'vitest'
import { foldName, readPeopleSearch } from '../../../src/modules/identity/domain/people-search.ts'

test.each([
  ['joana pereira', { words: ['joana', 'pereira'] }],
  ['  João  D’Ávila ', { words: ['joao', 'd', 'avila'] }],
  ['529.982', { document: '529982', phone: '529982' }],
  ['(48) 9 9999', { document: '4899999', phone: '4899999' }],
  ['+55 48 99999-0000', { document: '5548999990000', phone: '48999990000' }],
  ['12.ABC.345/01DE-35', { document: '12ABC34501DE35' }],
  ['12.abc.345/01de-35', { document: '12ABC34501DE35' }],
  ['Ana@Exemplo', { email: 'ana@exemplo' }],
  // One word may also begin an address.
  ['Joana.P+1_x-y', { words: ['joana', 'p', '1', 'x', 'y'], email: 'joana.p+1_x-y' }],
  ['joana!', { words: ['joana'] }],
  ['d avila', { words: ['d', 'avila'] }],
  ['1234', { document: '1234', phone: '1234' }],
  ['ab', { words: ['ab'], email: 'ab' }],
  ['a@b', { email: 'a@b' }],
  ['a b c d e f gg', undefined],
  ['aa b c d e f g', { words: ['aa', 'b', 'c', 'd', 'e', 'f'] }],
  ["'; drop table users --", { words: ['drop', 'table', 'users'] }],
  ['maria & !(x | y):*', { words: ['maria', 'x', 'y'] }],
])('%s is looked for as %j', (typed, search) => {
  expect(readPeopleSearch(typed)).toEqual(search)
})

test.each(['', ' ', 'a', '12', '@', '...', '%_%', 'é'])('%j is too little', (typed) => {
  expect(readPeopleSearch(typed)).toBeUndefined()
})

test('names are compared without accents and case', () => {
  expect(foldName('Conceição ÂNGELA Núñez')).toBe('conceicao angela nunez')
})
