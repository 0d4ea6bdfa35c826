import { expect, test } from 'vitest'
import { readPeopleSearch } from '../../../src/modules/identity/domain/people-search.ts'

test.each([
  ['joana pereira', { words: ['joana', 'pereira'] }],
  ['  João  D’Ávila ', { words: ['joao', 'd’avila'] }],
  ["d'Ávila' ", { words: ['d’avila'] }],
  ['João'.normalize('NFD'), { words: ['joao'] }],
  ['529.982', { phones: ['529982'] }],
  ['(48) 9 9999', { phones: ['4899999'] }],
  ['+55 48 99999-0000', { phones: ['48999990000'] }],
  ['0055 48 99999-0000', { phones: ['48999990000'] }],
  ['048 99999-0000', { phones: ['48999990000'] }],
  // Mobile numbers had no 9 before their other digits.
  ['(48) 9999-0000', { phones: ['4899990000', '48999990000'] }],
  ['(48) 3333-0000', { phones: ['4833330000'] }],
  // Without its area code a complete number is tried with each of them.
  ['99999-0000', { phones: ['999990000'], localPhone: '999990000' }],
  ['9999-0000', { phones: ['99990000'], localPhone: '999990000' }],
  ['3333-0000', { phones: ['33330000'], localPhone: '33330000' }],
  ['4899999-00', { phones: ['489999900'] }],
  ['529.982.247-25', { document: '52998224725', phones: ['52998224725'] }],
  ['11.222.333/0001-81', { document: '11222333000181', phones: ['11222333000181'] }],
  ['12.ABC.345/01DE-35', { document: '12ABC34501DE35' }],
  ['12.abc.345/01de-35', { document: '12ABC34501DE35' }],
  ['Ana@Exemplo', { email: 'ana@exemplo' }],
  // A single word may also be the beginning of an e-mail address.
  ['Joana.P+1_x-y', { words: ['joana', 'p', '1', 'x', 'y'], email: 'joana.p+1_x-y' }],
  ['joana!', { words: ['joana'] }],
  ['d avila', { words: ['d', 'avila'] }],
  ['1234', { phones: ['1234'] }],
  ['ab', { words: ['ab'], email: 'ab' }],
  ['a@b', { email: 'a@b' }],
  ['a b c d e f gg', undefined],
  ['aa b c d e f g', { words: ['aa', 'b', 'c', 'd', 'e', 'f'] }],
  ["'; drop table users --", { words: ['drop', 'table', 'users'] }],
  ['maria & !(x | y):*', { words: ['maria', 'x', 'y'] }],
  [' ana@exemplo ', { email: 'ana@exemplo' }],
  // The country code is removed, even if little of the number is entered; 55 is also an area code.
  ['+55 48 9999', { phones: ['489999'] }],
  ['(55) 9999', { phones: ['559999'] }],
  ['55 99999-0000', { document: '55999990000', phones: ['55999990000'] }],
  ['55 48 3333-0000', { phones: ['4833330000'] }],
  ['048 55 99999-0000', { document: '04855999990000', phones: ['4855999990000'] }],
  // Fourteen characters with a digit before the last two are a CNPJ; others are a name.
  ['1BCDEFGHIJKL12', { document: '1BCDEFGHIJKL12' }],
  ['ABCDEFGHIJK112', { document: 'ABCDEFGHIJK112' }],
  ['ABCDEFGHIJKL12', { words: ['abcdefghijkl12'], email: 'abcdefghijkl12' }],
  ['X12ABC34501DE35', { words: ['x12abc34501de35'], email: 'x12abc34501de35' }],
  ['12ABC34501DE35X', { words: ['12abc34501de35x'], email: '12abc34501de35x' }],
  // At most a hundred characters are read.
  ['a'.repeat(150), { words: ['a'.repeat(100)], email: 'a'.repeat(100) }],
])('%s is looked for as %j', (typed, search) => {
  expect(readPeopleSearch(typed)).toEqual(search)
})

test.each(['', ' ', 'a', '12', '123', '@', '@a', '...', '%_%', 'é'])('%j is too little', (typed) => {
  expect(readPeopleSearch(typed)).toBeUndefined()
})
