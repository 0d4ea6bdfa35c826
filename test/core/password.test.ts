import { expect, test } from 'vitest'
import { isTooSimple, keptRules } from '../../src/core/password.ts'

test.each([
  ['Girassol7&', false],
  ['Girassol sem sol 7!', false],
  ['', true],
  ['girassol7&', true],
  ['GIRASSOL7&', true],
  ['Girassol&&', true],
  ['Girassol77', true],
  ['Girassol7#', true],
  ['a chuva molha o quintal', false],
  ['três-gatos-cinzentos', false],
  ['chuva molha tudo', false],
  ['chuva molha tud', true],
  ['sol mar céu sol mar', false],
  ['so ma ceu sol mar de', false],
  ['so ma ce sol mar de la', true],
  ['abacaxiabacaxiabacaxi', true],
  ['sol sol sol sol sol', true],
  ['o a e i u y o a e i u', true],
])('whether "%s" lacks a sign that the specification requires: %s', (password, lacks) => {
  expect(isTooSimple(password)).toBe(lacks)
})

test.each([
  ['', []],
  ['abc', ['lower']],
  ['Abcdefg', ['upper', 'lower']],
  ['abcdefgh', ['length', 'lower']],
  ['SOL7', ['upper', 'digit']],
  ['#7?', ['digit', 'symbol']],
  ['Girassol7&', ['length', 'upper', 'lower', 'digit', 'symbol']],
  ['chuva molha tudo', ['length', 'upper', 'lower', 'digit', 'symbol']],
  ['chuva molha tud', ['length', 'lower']],
])('the rules that "%s" meets so far: %j', (password, kept) => {
  expect(keptRules(password)).toEqual(kept)
})

test('a word is the same in capitals', () => {
  expect(isTooSimple('chuva Chuva CHUVA sol')).toBe(true)
})
