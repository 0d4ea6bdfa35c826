import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLosslessJson } from '../../../src/core/lossless-json.ts'
import {
  guessAmount,
  idOfText,
  readAmount,
  readFee,
  readId,
  readInstant,
  readText,
} from '../../../src/modules/payments/adapters/read-fields.ts'

const doubtful = 'doubtful'
/** Returns how a field is read: its value, 'absent' or 'doubtful'. */
const by =
  <T>(read: (node: ReturnType<typeof parseLosslessJson>) => { kind: string; value?: T }) =>
  (json: string) => {
    const field = read(json === '' ? undefined : parseLosslessJson(json))
    return field.kind === 'read' ? field.value : field.kind
  }

/** Every form that an amount may have in a message: the value read, and the value that a person would assume. */
const amounts: [json: string, read: unknown, guess: number | null][] = [
  ['400', 40000, 40000],
  ['400.0', 40000, 40000],
  ['400.00', 40000, 40000],
  ['400.000', 40000, 40000],
  ['400.1', 40010, 40010],
  ['0.07', 7, 7],
  ['0.01', 1, 1],
  ['1.15', 115, 115],
  ['4e2', 40000, 40000],
  ['4.001E2', 40010, 40010],
  ['40000e-2', 40000, 40000],
  ['0', 0, 0],
  ['-0.00', 0, 0],
  ['21474836.48', 2147483648, 2147483648],
  ['9999999999.99', 999999999999, 999999999999],
  ['"400.00"', 40000, 40000],
  ['"400"', 40000, 40000],
  ['', 'absent', null],
  ['null', 'absent', null],
  ['400.005', doubtful, 40001],
  ['400.004', doubtful, 40000],
  ['4e-3', doubtful, 0],
  ['10000000000', doubtful, null],
  ['1e15', doubtful, null],
  ['1e308', doubtful, null],
  ['1e999', doubtful, null],
  ['-400', doubtful, null],
  ['"-400.00"', doubtful, null],
  ['"400,00"', doubtful, 40000],
  ['"R$ 400,00"', doubtful, 40000],
  ['"1.000"', doubtful, 100],
  ['"1.000,00"', doubtful, 100000],
  ['"400.0"', doubtful, 40000],
  ['"400.005"', doubtful, 40001],
  ['" 400.00 "', doubtful, 40000],
  ['"4e2"', doubtful, null],
  ['"NaN"', doubtful, null],
  ['""', doubtful, null],
  ['"４００"', doubtful, null],
  ['true', doubtful, null],
  ['[400]', doubtful, null],
  ['{"value":400}', doubtful, null],
  // Values at the limits.
  ['"00400"', 40000, 40000],
  ['0.00000000000000000001', doubtful, 0],
  ['1e20', doubtful, null],
  ['4e-20', doubtful, 0],
  ['4e-21', doubtful, null],
  ['1e-21', doubtful, null],
  ['0e20', 0, 0],
  ['0e21', doubtful, null],
  ['4e0', 400, 400],
  ['4e0002', doubtful, null],
  ['4e1', 4000, 4000],
  ['4e-1', 40, 40],
  ['40e-1', 400, 400],
  ['0.4e1', 400, 400],
  ['4.00e-1', 40, 40],
  ['"R$ 9.999.999.999,99"', doubtful, 999999999999],
  ['"R$ 10.000.000.000,00"', doubtful, null],
  ['"R$ 0,00"', doubtful, 0],
  ['"R$ 0,01"', doubtful, 1],
  ['"-R$ 5,00"', doubtful, null],
  ['"-R$ 0,01"', doubtful, null],
]

test.each(amounts)('reads the amount %s as %s', (json, expected, guess) => {
  expect(by(readAmount)(json)).toBe(expected)
  expect(guessAmount(json === '' ? undefined : parseLosslessJson(json))).toBe(guess)
})

test('reads every amount to the centavo, as a number and as a text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (amount) => {
      expect(by(readAmount)(JSON.stringify(amount / 100))).toBe(amount)
      expect(by(readAmount)(`"${(amount / 100).toFixed(2)}"`)).toBe(amount)
    }),
  )
})

test.each([
  ['3.99', 399],
  ['3.994', 399],
  ['3.995', 400],
  ['3.9900001', 399],
  ['0.005', 1],
  ['3.9', 390],
  ['3', 300],
  ['-1', doubtful],
  ['"1,99"', doubtful],
  ['[]', doubtful],
])('reads the fee %s as %s', (json, expected) => {
  expect(by(readFee)(json)).toBe(expected)
})

test.each([
  ['123456', '123456'],
  ['"123456"', '123456'],
  ['9007199254740993', '9007199254740993'],
  ['18446744073709551615', '18446744073709551615'],
  ['', 'absent'],
  ['null', 'absent'],
  ['0', doubtful],
  ['-5', doubtful],
  ['1.5', doubtful],
  ['1e5', doubtful],
  ['"00123"', doubtful],
  ['"12a"', doubtful],
  ['""', doubtful],
  ['123456789012345678901', doubtful],
  ['[1]', doubtful],
])('reads the id %s as %s', (json, expected) => {
  expect(by(readId)(json)).toBe(expected)
})

test.each([
  ['"approved"', 'approved'],
  ['"ação"', 'ação'],
  ['', 'absent'],
  ['null', 'absent'],
  ['""', doubtful],
  ['"appro\\u0000ved"', doubtful],
  ['"a\\nb"', doubtful],
  ['"\\ud800"', doubtful],
  [`"${'x'.repeat(200)}"`, 'x'.repeat(200)],
  [`"${'x'.repeat(201)}"`, doubtful],
  ['7', doubtful],
])('reads the text %s as %s', (json, expected) => {
  expect(by(readText)(json)).toBe(expected)
})

test.each([
  ['2026-11-21T10:31:00.000-04:00', '2026-11-21T14:31:00.000Z'],
  ['2026-11-21T10:31:00.000-0400', '2026-11-21T14:31:00.000Z'],
  ['2026-11-21T10:31:00.000-04', '2026-11-21T14:31:00.000Z'],
  ['2026-11-21T10:31:00Z', '2026-11-21T10:31:00.000Z'],
  ['2026-11-21T10:31:00.1+00:00', '2026-11-21T10:31:00.100Z'],
  ['2026-11-21T10:31:00.123456789Z', '2026-11-21T10:31:00.123Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['2027-02-29T00:00:00Z', doubtful],
  ['2026-11-31T00:00:00Z', doubtful],
  ['2026-11-21T24:00:00Z', doubtful],
  ['2026-11-21T10:60:00Z', doubtful],
  ['2026-11-21T10:31:60Z', doubtful],
  ['2026-11-21T10:31:00', doubtful],
  ['2026-11-21T10:31:00+14:59', '2026-11-20T19:32:00.000Z'],
  ['2026-11-21T10:31:00+15:00', doubtful],
  ['2026-11-21T10:31:00+05:60', doubtful],
  ['2026-11-21 10:31:00Z', doubtful],
  ['2026-11-21', doubtful],
  ['21/11/2026 10:31', doubtful],
  ['0000-01-01T00:00:00Z', doubtful],
  ['1970-01-01T00:00:00Z', doubtful],
  ['9999-12-31T23:59:59Z', doubtful],
  ['1999-12-31T23:59:59Z', doubtful],
  ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['2199-12-31T23:59:59Z', '2199-12-31T23:59:59.000Z'],
  ['2200-01-01T00:00:00Z', doubtful],
  ['2026-11-00T10:31:00Z', doubtful],
  ['2026-13-01T10:31:00Z', doubtful],
  ['2026-00-01T10:31:00Z', doubtful],
  ['2026-01-31T10:31:00Z', '2026-01-31T10:31:00.000Z'],
  ['2026-11-21T10:31:00-03:30', '2026-11-21T14:01:00.000Z'],
  ['12026-11-21T10:31:00Z', doubtful],
  ['2026-11-21T10:31:00Z.', doubtful],
  ['2026-11-21T10:31:00+00:000', doubtful],
  ['', doubtful],
])('reads the instant %s as %s', (text, expected) => {
  const read = by(readInstant)(JSON.stringify(text))
  expect(read instanceof Date ? read.toISOString() : read).toBe(expected)
})

test('an instant as a number is doubtful, a missing one absent', () => {
  expect([by(readInstant)('1795219200000'), by(readInstant)('null'), by(readInstant)('')]).toEqual([
    doubtful,
    'absent',
    'absent',
  ])
})

test('names a payload without an id by its text', () => {
  const named = (json: string) => {
    const node = parseLosslessJson(json)
    return node && idOfText(node)
  }
  expect(named('{"a":1}')).toMatch(/[0-9a-f]{64}$/)
  expect(named('{"a":1}')).toBe(named('{"a":1}'))
  expect(named('{"a":1}')).not.toBe(named('{"a": 1}'))
})
