import { expect, test } from 'vitest'
import { namesPerson } from '../../../src/modules/proposals/domain/names-person.ts'

const person = { nome: 'Zélia Maria dos Santos Banco', email: 'zelia@exemplo.com.br' }

test.each([
  ['Acordo da ZELIA Maria', true],
  ['Acordo da Zélia dos Santos', true],
  ['Para Zelia@Exemplo.com.br', true],
  ['Acordo do CPF 529.982.247-25', true],
  ['Acordo do CPF 529 982 247 25', true],
  ['Acordo 529.982.247-26', false],
  ['Acordo da Zélia', false],
  ['Zélia, Zélia', false],
  ['Acordo com o banco que é de Santos', false],
  ['Acordo com três bancos', false],
  ['Dívidas no banco', false],
  ['Zeliaco Santos', false],
  ['', false],
])('%s: %s', (text, isNamed) => {
  expect(namesPerson(text, person)).toBe(isNamed)
})

test('an account without a name, or with initials only, is found in no text', () => {
  expect(namesPerson('Acordo', { nome: '', email: 'a@exemplo.com.br' })).toBe(false)
  expect(namesPerson('A dívida J', { nome: 'J', email: 'a@exemplo.com.br' })).toBe(false)
})
