import { expect, test } from 'vitest'
import {
  MAX_WORDS_LENGTH,
  readProtocol,
  readWords,
  undoUntil,
} from '../../../src/modules/orders/domain/step-evidence.ts'

test.each([
  ['  Enviamos os pedidos.  ', 'Enviamos os pedidos.'],
  ['Um.\r\n\r\n\r\n\r\nDois.\tTrês.', 'Um.\n\nDois. Três.'],
  ['Um   espaço \t só.', 'Um espaço só.'],
  ['Ol\u202eá\u0000, tudo certo.', 'Olá, tudo certo.'],
  ['Protocolo 12345678901 na Serasa.', 'Protocolo 12345678901 na Serasa.'],
  ['Sim', 'Sim'],
  ['x'.repeat(1_000), 'x'.repeat(1_000)],
])('stores words without invisible characters: %j', (text, stored) => {
  expect(readWords(text)).toBe(stored)
})

test.each([
  '',
  '   ',
  'ok',
  'x'.repeat(MAX_WORDS_LENGTH + 1),
  'O CPF 529.982.247-25 está limpo.',
  'CPF 52998224725.',
  'CPF 529 982 247 25',
])('refuses words that are too short, too long or name a CPF: %j', (text) => {
  expect(readWords(text)).toBeUndefined()
})

test('protocol numbers are one line, and may be any number', () => {
  expect(readProtocol(' SERASA-2026-88213,\n BOAVISTA-551-7 ')).toBe('SERASA-2026-88213, BOAVISTA-551-7')
  expect(readProtocol('529.982.247-25')).toBe('529.982.247-25')
  expect(readProtocol(' \n ')).toBeNull()
  expect(readProtocol('x'.repeat(301))).toBeUndefined()
  expect(readProtocol('x'.repeat(300))).toHaveLength(300)
})

test('a completion can be undone for ten seconds', () => {
  expect(undoUntil(new Date('2026-11-23T12:00:00.000Z'))).toEqual(new Date('2026-11-23T12:00:10.000Z'))
})
