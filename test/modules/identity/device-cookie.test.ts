import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeviceCookie } from '../../../src/modules/identity/device-cookie.server.ts'
import { createSigner } from '../../../src/platform/signing.ts'

const cookie = createDeviceCookie({ signer: createSigner('a'.repeat(32)), secure: false })
const now = new Date('2026-03-02T12:00:00Z')
const ana = { userId: 'ana', passwordChangedAt: new Date('2026-01-01T00:00:00Z') }
const rui = { userId: 'rui', passwordChangedAt: new Date('2026-01-01T00:00:00Z') }
const headersOf = (setCookie: string) => new Headers({ cookie: setCookie.split(';')[0] ?? '' })
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

test('an account recognizes a device that signed in to it for half a year', () => {
  const headers = headersOf(cookie.issue(undefined, ana, now))
  const id = cookie.deviceFor(headers, ana, now)
  expect(id).toMatch(/^[\w-]{16}$/)
  expect(cookie.deviceFor(headers, ana, days(179))).toBe(id)
  expect(cookie.deviceFor(headers, ana, days(180))).toBeUndefined()
  expect(cookie.deviceFor(headers, rui, now)).toBeUndefined()
  expect(cookie.deviceFor(undefined, ana, now)).toBeUndefined()
})

test('after a new password no device is recognized', () => {
  const headers = headersOf(cookie.issue(undefined, ana, now))
  expect(cookie.deviceFor(headers, { ...ana, passwordChangedAt: now }, now)).toBeUndefined()
})

test('another sign-in keeps the device id, so that it allows no further guesses, and lasts longer', () => {
  const first = headersOf(cookie.issue(undefined, ana, now))
  const second = headersOf(cookie.issue(first, ana, days(100)))
  expect(cookie.deviceFor(second, ana, days(200))).toBe(cookie.deviceFor(first, ana, now))
})

test('a shared phone is recognized by four accounts, the last that signed in', () => {
  const people = ['a', 'b', 'c', 'd', 'e'].map((userId) => ({ ...ana, userId }))
  let headers: Headers | undefined
  for (const person of people) headers = headersOf(cookie.issue(headers, person, now))
  const known = people.map((person) => cookie.deviceFor(headers, person, now) !== undefined)
  expect(known).toEqual([false, true, true, true, true])
})

test('a person who signs in often on a shared phone takes no place from the others', () => {
  let headers = headersOf(cookie.issue(undefined, rui, now))
  for (let day = 0; day < 10; day++) headers = headersOf(cookie.issue(headers, ana, days(day)))
  expect(cookie.deviceFor(headers, rui, now)).toBeDefined()
  expect(cookie.deviceFor(headers, ana, now)).toBeDefined()
})

test('the cookie names no account and is bound to the host on https', () => {
  const secure = createDeviceCookie({ signer: createSigner('a'.repeat(32)), secure: true })
  const userId = 'a-conta-da-ana'
  const issued = secure.issue(undefined, { ...ana, userId }, now)
  expect(issued).toMatch(
    /^__Host-rc_aparelho=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(issued).not.toContain(userId)
})

test('a forged cookie makes no known device', () => {
  const [, value = ''] = /=([^;]*)/.exec(cookie.issue(undefined, ana, now)) ?? []
  const altered = fc
    .tuple(fc.nat(value.length - 1), fc.constantFrom('A', 'b', '.', '~', '0'))
    .map(([at, mark]) => `${value.slice(0, at)}${mark}${value.slice(at + 1)}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), altered), (text) => {
      fc.pre(text !== value && /^[\x21-\x7e]*$/.test(text) && !text.includes(';'))
      expect(cookie.deviceFor(headersOf(`rc_aparelho=${text}`), ana, now)).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})
