import { expect, test } from 'vitest'
import { namesPerson } from '../../../src/modules/proposals/domain/names-person.ts'

const person = { nome: 'Zélia Maria dos Santos Banco', email: 'zelia@exemplo.com.br' }

test.each([
  ['Acordo da ZELIA', true],
  ['Acordo da Zélia', true],
  ['Santos e Banco', true],
  ['Para Zelia@Exemplo.com.br', true],
  ['Acordo com o banco de Santos, e dos outros', true],
  ['Acordo com três bancos', false],
  ['Dívidas no banco', false],
  ['Zeliaco', false],
  ['', false],
])('%s: %s', (text, isNamed) => {
  expect(namesPerson(text, person)).toBe(isNamed)
})

test('a nameless account and a name of initials are found in no text', () => {
  expect(namesPerson('Acordo', { nome: '', email: 'a@exemplo.com.br' })).toBe(false)
  expect(namesPerson('A dívida J', { nome: 'J', email: 'a@exemplo.com.br' })).toBe(false)
})
