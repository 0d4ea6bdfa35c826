import { expect, test } from 'vitest'
import { isContactSearch, readPeopleSearch } from '../../../src/modules/identity/domain/people-search.ts'

test.each([
  ['joana pereira', { words: ['joana', 'pereira'] }],
  ['  João  D’Ávila ', { words: ['joao', 'd’avila'] }],
  ["d'Ávila' ", { words: ['d’avila'] }],
  ['João'.normalize('NFD'), { words: ['joao'] }],
  ['Jo\u200bana\u2060', { words: ['joana'] }],
  ['\ufeffana@exem\u00adplo.com', { email: 'ana@exemplo.com' }],
  ['529.\u200b982.247-25', { document: '52998224725', phones: ['52998224725'] }],
  ['+55 48 99999-0000', { phones: ['48999990000'] }],
  ['0055 48 99999-0000', { phones: ['48999990000'] }],
  ['048 99999-0000', { phones: ['48999990000'] }],
  // Mobile numbers had no 9 before their other digits.
  ['(48) 9999-0000', { phones: ['4899990000', '48999990000'] }],
  ['(48) 3333-0000', { phones: ['4833330000'] }],
  // Without its area code a complete number is tried with each of them.
  ['99999-0000', { localPhone: '999990000' }],
  ['9999-0000', { localPhone: '999990000' }],
  ['3333-0000', { localPhone: '33330000' }],
  ['529.982.247-25', { document: '52998224725', phones: ['52998224725'] }],
  ['11.222.333/0001-81', { document: '11222333000181' }],
  ['12.ABC.345/01DE-35', { document: '12ABC34501DE35' }],
  ['12.abc.345/01de-35', { document: '12ABC34501DE35' }],
  ['Ana@Exemplo.com.br', { email: 'ana@exemplo.com.br' }],
  [' ana@exemplo.com ', { email: 'ana@exemplo.com' }],
  ['Joana.P+1_x-y', { words: ['joana', 'p', '1', 'x', 'y'] }],
  ['joana!', { words: ['joana'] }],
  ['d avila', { words: ['d', 'avila'] }],
  ['ab', { words: ['ab'] }],
  ['a b c d e f gg', undefined],
  ['aa b c d e f g', { words: ['aa', 'b', 'c', 'd', 'e', 'f'] }],
  ["'; drop table users --", { words: ['drop', 'table', 'users'] }],
  ['maria & !(x | y):*', { words: ['maria', 'x', 'y'] }],
  // The country code is removed; 55 is also an area code.
  ['55 99999-0000', { document: '55999990000', phones: ['55999990000'] }],
  ['55 48 3333-0000', { phones: ['4833330000'] }],
  ['048 55 99999-0000', { document: '04855999990000' }],
  // Fourteen characters with a digit before the last two are a CNPJ; others are a name.
  ['1BCDEFGHIJKL12', { document: '1BCDEFGHIJKL12' }],
  ['ABCDEFGHIJK112', { document: 'ABCDEFGHIJK112' }],
  ['ABCDEFGHIJKL12', { words: ['abcdefghijkl12'] }],
  ['X12ABC34501DE35', { words: ['x12abc34501de35'] }],
  ['12ABC34501DE35X', { words: ['12abc34501de35x'] }],
  // At most a hundred characters are read.
  ['a'.repeat(150), { words: ['a'.repeat(100)] }],
])('%s is searched as %j', (typed, search) => {
  expect(readPeopleSearch(typed)).toEqual(search)
})

// What the desk masks is never found by a part of it.
test.each([
  ...['ana@', 'ana@exemplo', '@exemplo.com', 'a@b', '%@%', '529.982', '1234', '(48) 9 9999', '+55 48 9999'],
  ...['(55) 9999', '4899999', '999.8888', '1999999'],
  ...['', ' ', 'a', '12', '123', '@', '@a', '...', '%_%', 'é'],
])('%j is too short', (typed) => {
  expect(readPeopleSearch(typed)).toBeUndefined()
})

test('tells a search by masked data from a search by name', () => {
  for (const text of [
    'ana@exemplo.com.br',
    '529.982.247-25',
    '12.ABC.345/01DE-35',
    '48 99999-0000',
    '9999-0000',
  ])
    expect(isContactSearch(text), text).toBe(true)
  for (const text of ['ana souza', 'ana', 'ana@', '1234', 'RC-7K4P2', ''])
    expect(isContactSearch(text), text).toBe(false)
})
