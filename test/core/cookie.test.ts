import { expect, test } from 'vitest'
import { beforeExpiry, withExpiry } from '../../src/core/cookie.ts'

const second = 1_000
const expiresAt = new Date('2026-11-23T12:00:00.900Z')
const at = (milliseconds: number) => new Date(Date.parse('2026-11-23T12:00:00.000Z') + milliseconds)

test('a value is read until its expiry, in whole seconds', () => {
  const dated = withExpiry('abc.def', expiresAt)
  expect(dated).toBe(`abc.def.${(at(0).getTime() / second).toString(36)}`)
  expect(beforeExpiry(dated, at(-1))).toBe('abc.def')
  expect(beforeExpiry(dated, at(0))).toBeUndefined()
})

test('one of an earlier release, without an expiry, is read until the last of them has ended', () => {
  expect(beforeExpiry('abc', new Date('2027-01-31T23:59:59.999Z'))).toBe('abc')
  expect(beforeExpiry('abc', new Date('2027-02-01T00:00:00.000Z'))).toBeUndefined()
})

test('an empty value is one as well', () => {
  expect(beforeExpiry(withExpiry('', expiresAt), at(-1))).toBe('')
  expect(beforeExpiry(withExpiry('', expiresAt), at(0))).toBeUndefined()
})
