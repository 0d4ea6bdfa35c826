import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allocate,
  formatBRL,
  formatBRLShort,
  fromDecimal,
  parseBRL,
  sum,
  toDecimal,
  toReais,
} from '../../src/core/money.ts'

const centavos = fc.integer({ min: 0, max: 9_999_999_999 })

test.each([
  [250_000, 6, [41_667, 41_667, 41_667, 41_667, 41_666, 41_666]],
  [350_000, 6, [58_334, 58_334, 58_333, 58_333, 58_333, 58_333]],
  [10_000, 3, [3_334, 3_333, 3_333]],
  [2, 3, [1, 1, 0]],
  [0, 2, [0, 0]],
])('%i centavos in %i parts', (total, parts, expected) => {
  expect(allocate(total, parts)).toEqual(expected)
})

test('parts add up to the total and differ by at most one centavo, larger ones first', () => {
  fc.assert(
    fc.property(centavos, fc.integer({ min: 1, max: 120 }), (total, count) => {
      const parts = allocate(total, count)
      expect(parts).toHaveLength(count)
      expect(sum(parts)).toBe(total)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
      expect(parts).toEqual(parts.toSorted((a, b) => b - a))
    }),
  )
})

test.each([
  [100.5, 2],
  [-1, 2],
  [100, 0],
  [100, 1.5],
  [Number.NaN, 2],
])('allocating %s in %s parts is a bug and throws', (total, parts) => {
  expect(() => allocate(total, parts)).toThrow(RangeError)
})

test.each([
  [150_000, 'R$ 1.500,00', 'R$ 1.500'],
  [9_990, 'R$ 99,90', 'R$ 99,90'],
  [0, 'R$ 0,00', 'R$ 0'],
  [5, 'R$ 0,05', 'R$ 0,05'],
  [100_000_000, 'R$ 1.000.000,00', 'R$ 1.000.000'],
  [-40_000, '-R$ 400,00', '-R$ 400'],
])('formats %i centavos as %s', (amount, text, short) => {
  expect(formatBRL(amount)).toBe(text)
  expect(formatBRLShort(amount)).toBe(short)
  expect(formatBRL(BigInt(amount))).toBe(text)
})

test.each([
  ['R$ 1.500,00', 150_000],
  ['R$\u00a01.500,00', 150_000],
  ['r$497,00', 49_700],
  ['1500', 150_000],
  ['1.500', 150_000],
  ['99,9', 9_990],
  ['-R$ 1,00', -100],
  ['R$ 0,00', 0],
  ['1.50', undefined],
  ['1,500', undefined],
  ['15.00,00', undefined],
  ['R$', undefined],
  ['', undefined],
  ['mil reais', undefined],
  ['99999999999999999999', undefined],
])('reads %s as %s', (text, amount) => {
  expect(parseBRL(text)).toBe(amount)
})

test('every notation can be formatted and parsed', () => {
  fc.assert(
    fc.property(centavos, (amount) => {
      expect(parseBRL(formatBRL(amount))).toBe(amount)
      expect(parseBRL(formatBRLShort(amount))).toBe(amount)
      expect(fromDecimal(toDecimal(amount))).toBe(amount)
      expect(Math.round(JSON.parse(JSON.stringify(toReais(amount))) * 100)).toBe(amount)
    }),
  )
})

test('writes whole centavos as a decimal, also zero and less than a real', () => {
  expect([0, 5, 99, 100].map(toDecimal)).toEqual(['0.00', '0.05', '0.99', '1.00'])
  for (const amount of [-1, 0.5, Number.NaN]) {
    expect(() => toDecimal(amount)).toThrow(new RangeError(`not an amount in centavos: ${amount}`))
  }
  expect(() => formatBRL(0.5)).toThrow(new RangeError('not an amount in centavos: 0.5'))
})

test('leaves out only trailing centavos', () => {
  expect(formatBRLShort(100)).toBe('R$ 1')
  expect(formatBRLShort(100_000)).toBe('R$ 1.000')
})

test('a typed amount may have spaces around it, and zero has no sign', () => {
  expect(parseBRL(' R$ 1,50 ')).toBe(150)
  expect(Object.is(parseBRL('-0,00'), 0)).toBe(true)
  expect(parseBRL('-0,01')).toBe(-1)
  expect(parseBRL('0,01')).toBe(1)
})

test('a decimal may omit its places', () => {
  expect(['99', '99.9', '99.90', '0'].map(fromDecimal)).toEqual([9900, 9990, 9990, 0])
})
