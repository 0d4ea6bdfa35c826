import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, parseJson } from '../../src/core/json.ts'

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
  expect(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
})

test('canonical JSON parses to the same value as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('dates are ISO texts and undefined is left out', () => {
  expect(canonicalJson({ at: new Date('2026-11-21T12:34:56.789Z'), none: undefined })).toBe(
    '{"at":"2026-11-21T12:34:56.789Z"}',
  )
})

test('a text that is not JSON gives undefined', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['', '{', 'undefined', '<html>']) expect(parseJson(text)).toBeUndefined()
})
