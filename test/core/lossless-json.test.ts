import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../src/core/json.ts'
import { parseLosslessJson, plainValueOf } from '../../src/core/lossless-json.ts'

const plain = (text: string) => {
  const node = parseLosslessJson(text)
  return node && plainValueOf(node)
}

test('reads whatever JSON.parse reads, as it reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
      const spaced = JSON.stringify(JSON.parse(text), null, space)
      expect(plain(spaced)).toEqual(JSON.parse(spaced))
    }),
  )
})

test('refuses whatever JSON.parse refuses', () => {
  const parts = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    'null',
    'nul',
    '\\',
    ' ',
    '\u0001',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 9 }), (taken) => {
      const text = taken.join('')
      expect(plain(text)).toEqual(parseJson(text))
    }),
    { numRuns: 2000 },
  )
})

test('every value keeps its original text', () => {
  const payment = '{ "id": 9007199254740993123, "amount":400.10, "name":"Jo\\u00e3o" }'
  const node = parseLosslessJson(`[ ${payment} , 1]`)
  const item = node?.kind === 'array' ? node.items[0] : undefined
  expect(item?.source).toBe(payment)
  const member = (name: string) => item?.kind === 'object' && item.members.get(name)?.source
  expect([member('id'), member('amount'), member('name')]).toEqual([
    '9007199254740993123',
    '400.10',
    '"Jo\\u00e3o"',
  ])
})

test('marks a repeated member name', () => {
  expect(parseLosslessJson('{"a":1,"a":2}')).toMatchObject({ repeats: true })
  expect(parseLosslessJson('{"a":1,"b":{"a":2}}')).toMatchObject({ repeats: false })
})

test('skips a byte order mark; handles deep nesting and a megabyte of text quickly', () => {
  expect(plain('\ufeff{"a":1}')).toEqual({ a: 1 })
  expect(plain('['.repeat(64) + ']'.repeat(64))).toBeDefined()
  expect(plain('['.repeat(100_000))).toBeUndefined()
  expect(plain('{"a":'.repeat(100_000))).toBeUndefined()
  const long = 'ã'.repeat(1_000_000)
  expect(plain(`"${long}"`)).toBe(long)
  expect(plain(`"${long}`)).toBeUndefined()
})

test('reads a document of 64 levels, and refuses a deeper one', () => {
  const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  for (const nested of [lists, objects]) {
    expect(parseLosslessJson(nested(64))).toBeDefined()
    expect(parseLosslessJson(nested(65))).toBeUndefined()
  }
})

test.each(['{"a":}', '{"a" 1}', '{"a":1,}', '{1:1}', '[,]', '[1,]', '[,1]'])(
  '%s is not a document',
  (text) => {
    expect(parseLosslessJson(text)).toBeUndefined()
  },
)

test('a list keeps exactly its own text', () => {
  const node = parseLosslessJson('[ [1, 2] , 3]')
  expect(node?.kind === 'array' && node.items.map(({ source }) => source)).toEqual(['[1, 2]', '3'])
})
