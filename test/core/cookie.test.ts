import { expect, test } from 'vitest'
import { beforeExpiry, cookieValue, withExpiry } from '../../src/core/cookie.ts'

const second = 1_000
const expiresAt = new Date('2026-11-23T12:00:00.900Z')
const at = (milliseconds: number) => new Date(Date.parse('2026-11-23T12:00:00.000Z') + milliseconds)

test('a value is read until its expiry, in whole seconds', () => {
  const dated = withExpiry('abc.def', expiresAt)
  expect(dated).toBe(`abc.def.${(at(0).getTime() / second).toString(36)}`)
  expect(beforeExpiry(dated, at(-1))).toBe('abc.def')
  expect(beforeExpiry(dated, at(0))).toBeUndefined()
})

test('a value of an earlier release, without an expiry, is read until the last of them has expired', () => {
  expect(beforeExpiry('abc', new Date('2027-01-31T23:59:59.999Z'))).toBe('abc')
  expect(beforeExpiry('abc', new Date('2027-02-01T00:00:00.000Z'))).toBeUndefined()
})

test('an empty value counts as a value', () => {
  expect(beforeExpiry(withExpiry('', expiresAt), at(-1))).toBe('')
  expect(beforeExpiry(withExpiry('', expiresAt), at(0))).toBeUndefined()
})

const planted = (space: string) => `x=1; ${space}__Host-rc_sessao=planted; __Host-rc_sessao=own`

test('a name behind white space that browsers keep is another name, which any subdomain may set', () => {
  // White space in JavaScript that a header may contain; Node reads headers as Latin-1.
  const spaces = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(
    (text) => /\s/.test(text) && !/[ \t\n\v\f\r]/.test(text),
  )
  expect(spaces).toContain('\u00a0')
  for (const space of spaces) expect(cookieValue(planted(space), '__Host-rc_sessao')).toBe('own')
})

test('trims any number of spaces and tabs between two pairs', () => {
  for (const space of ['', ' ', '\t', '  \t ']) {
    expect(cookieValue(`a=1;${space}b=2;${space}c=3`, 'b')).toBe('2')
  }
})
