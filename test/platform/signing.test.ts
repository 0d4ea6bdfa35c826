import { expect, test } from 'vitest'
import type { Clock } from '../../src/core/clock.ts'
import { idOfLink, linkKey } from '../../src/modules/consultations/link.server.ts'
import { createSessionCookie } from '../../src/modules/identity/session-cookie.server.ts'
import { createSigner, isSameSecret } from '../../src/platform/signing.ts'
import { cookiesFor } from '../../src/web/session/cookies.server.ts'
import { upgradeCookies } from '../../src/web/session/old-cookies.server.ts'
import { signedCookie } from '../../src/web/session/signed-cookie.server.ts'

const signer = createSigner('a secret')

test('a signature is valid only for its value, purpose and key', () => {
  const signed = signer.sign('session:', 'abc')
  expect(signer.unsign('session:', signed)).toBe('abc')
  expect(signer.unsign('session:', signed.replace('abc', 'abd'))).toBeUndefined()
  expect(signer.unsign('consultation:', signed)).toBeUndefined()
  expect(createSigner('another secret').unsign('session:', signed)).toBeUndefined()
  for (const wrong of [`${signed}=`, signed.slice(0, -1), `${signed}.x`, 'abc', 'abc.', '.', '']) {
    expect(signer.unsign('session:', wrong), wrong).toBeUndefined()
  }
})

test('while a secret is exchanged, both processes accept each other’s signatures and sign with their own', () => {
  const [before, after] = [createSigner('old', ['new']), createSigner('new', ['old'])]
  for (const [mine, other] of [
    [before, after],
    [after, before],
  ] as const) {
    expect(other.unsign('session:', mine.sign('session:', 'abc'))).toBe('abc')
    expect(other.unsign('link:', mine.sign('session:', 'abc'))).toBeUndefined()
    expect(other.digests('x')).toContain(mine.digest('x'))
    expect(mine.digest('x')).not.toBe(other.digest('x'))
  }
  expect(before.sign('session:', 'abc')).toBe(createSigner('old').sign('session:', 'abc'))
  expect(createSigner('new').unsign('session:', before.sign('session:', 'abc'))).toBeUndefined()
})

test('secrets of different lengths can be compared', () => {
  expect(isSameSecret('Bearer abc', 'Bearer abc')).toBe(true)
  expect(isSameSecret('', 'Bearer abc')).toBe(false)
  expect(isSameSecret('Bearer abcdef', 'Bearer abc')).toBe(false)
})

// Values signed by the code that preceded this module: browsers and messages still have these.

const at = (text: string) => ({ now: () => new Date(text) })
const clock = at('2026-11-22T12:00:00Z')

test('session cookies of earlier versions are accepted as long as they may exist', () => {
  const headers = new Headers({ cookie: 'x=1; rc_sessao=abc.0IbUrlzbc2TdP4UWkdwEPTHJWtl-eJ1vEfUCLZS3XEs' })
  const read = (clock: Clock) => createSessionCookie({ signer, secure: false, clock }).read(headers)
  expect(read(clock)).toBe('abc')
  expect(read(at('2027-01-31T23:59:59Z'))).toBe('abc')
  expect(read(at('2027-02-01T00:00:00Z'))).toBeUndefined()
})

test('a session cookie states its expiry, whatever the browser does', () => {
  const issued = createSessionCookie({ signer, secure: false, clock }).issue('abc', 60).split(';')[0] ?? ''
  const read = (time: string, cookie = issued) =>
    createSessionCookie({ signer, secure: false, clock: at(time) }).read(new Headers({ cookie }))
  expect(read('2026-11-22T12:00:59Z')).toBe('abc')
  expect(read('2026-11-22T12:01:00Z')).toBeUndefined()
  const [token, expiry = '', signature] = issued.split('.')
  const later = `${token}.${(Number.parseInt(expiry, 36) + 60).toString(36)}.${signature}`
  expect(read('2026-11-22T12:00:59Z', later)).toBeUndefined()
  expect(read('2026-11-22T12:00:59Z', `${token}.${signature}`)).toBeUndefined()
})

test('look-up links of earlier versions are accepted', () => {
  const id = '019aa000-0000-7000-8000-00000000000a'
  const key = `${id}.9Rao66AtlgRr5qE7uSnYi0hWdVcUp6mzW6g99gy4gy0`
  expect(linkKey(id, signer)).toBe(key)
  expect(idOfLink(key, signer)).toBe(id)
  expect(idOfLink(signer.sign('consultation:', 'no id'), signer)).toBeUndefined()
})

const oldNotices =
  'rc_avisos=WyJPbMOhIix7InRvbmUiOiJzdWNjZXNzIn1d.OemxU12lQkQtZUpULMp83qabPUAm5Dsk2ttwXQF_aOU'
const notices = ['Olá', { tone: 'success' }]
const cookieOn = (secure: boolean, time = '2026-11-22T12:00:00Z', name = 'rc_avisos') =>
  signedCookie({ name, signer, secure, maxAge: 60, path: '/auth', clock: at(time) })

test('other cookies are dated and signed for their own name, and on https bound to the host', () => {
  for (const secure of [false, true]) {
    const header = cookieOn(secure).serialize(notices)
    expect(header).toMatch(
      secure
        ? /^__Host-rc_avisos=[\w-]+\.[0-9a-z]+\.[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/
        : /^rc_avisos=[\w-]+\.[0-9a-z]+\.[\w-]{43}; Max-Age=60; Path=\/auth; HttpOnly; SameSite=Lax$/,
    )
    const issued = header.split(';')[0] ?? ''
    expect(cookieOn(secure).parse(`a=b; ${issued}`)).toEqual(notices)
    expect(cookieOn(secure, '2026-11-22T12:00:59Z').parse(issued)).toEqual(notices)
    expect(cookieOn(secure, '2026-11-22T12:01:00Z').parse(issued)).toBeUndefined()
    const other = cookieOn(secure, undefined, 'rc_pedido')
    expect(other.parse(issued.replace('rc_avisos', 'rc_pedido'))).toBeNull()
    const moved = issued.replace(/^(__Host-)?/, secure ? '' : '__Host-')
    expect(cookieOn(!secure).parse(moved)).toBeNull()
  }
  expect(cookieOn(true).serialize('')).toBe(
    '__Host-rc_avisos=; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(cookieOn(true).parse('__Host-rc_avisos=')).toBeNull()
  expect(cookieOn(true).parse(null)).toBeUndefined()
})

test('cookies of earlier versions are read apart, as long as they may exist', () => {
  expect(cookieOn(false).parse(oldNotices)).toBeNull()
  const undated = signer.sign(
    'cookie:__Host-rc_avisos=',
    Buffer.from(JSON.stringify(notices)).toString('base64url'),
  )
  expect(cookieOn(true).parse(`__Host-rc_avisos=${undated}`)).toBeNull()
  expect(cookieOn(false).parseOld(oldNotices)).toEqual({ value: notices })
  expect(cookieOn(true).parseOld(`a=b; ${oldNotices}`)).toEqual({
    value: notices,
    remove: 'rc_avisos=; Max-Age=0; Path=/auth; HttpOnly; SameSite=Lax; Secure',
  })
  expect(cookieOn(true, '2027-02-01T00:00:00Z').parseOld(oldNotices)).toBeUndefined()
  expect(
    cookieOn(false, undefined, 'rc_pedido').parseOld(oldNotices.replace('avisos', 'pedido')),
  ).toBeUndefined()
  // A cookie of the current format, moved to the old name, has an expiry.
  const issued = cookieOn(false).serialize(notices).split(';')[0] ?? ''
  expect(cookieOn(true).parseOld(issued)).toBeUndefined()
})

test('a cookie of an earlier version is removed beside a current one, which stays', () => {
  const cookies = cookiesFor({ signer, secure: true, clock })
  const old = signer.sign('cookie:rc_pedido=', Buffer.from('"the old order"').toString('base64url'))
  const current = cookies.order.serialize('the new order').split(';')[0]
  const request = new Request('http://localhost/', { headers: { cookie: `rc_pedido=${old}; ${current}` } })
  const upgraded = upgradeCookies(request, cookies)
  expect(cookies.order.parse(upgraded.request.headers.get('cookie'))).toBe('the new order')
  const response = new Response()
  upgraded.applyTo(response)
  expect(response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['rc_pedido'])
})

test('a request with cookies of an earlier version gets current ones, once', () => {
  for (const secure of [false, true]) {
    const cookies = cookiesFor({ signer, secure, clock })
    const order = signer.sign('cookie:rc_pedido=', Buffer.from('"an order"').toString('base64url'))
    const request = new Request('http://localhost/', {
      headers: { cookie: `x=1; rc_pedido=${order}; ${oldNotices}` },
    })
    const upgraded = upgradeCookies(request, cookies)
    const header = upgraded.request.headers.get('cookie')
    expect(cookies.order.parse(header)).toBe('an order')
    expect(cookies.toasts.parse(header)).toEqual(notices)
    expect(header).toContain('x=1')

    const response = new Response()
    response.headers.append('Set-Cookie', cookies.toasts.serialize('', { maxAge: 0 }))
    upgraded.applyTo(response)
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[0])
    expect(set.filter((name) => name === cookies.toasts.name)).toHaveLength(1)
    expect(set.filter((name) => name === cookies.order.name)).toHaveLength(1)
    expect(set.includes('rc_pedido') && secure).toBe(secure)
    expect(upgradeCookies(upgraded.request, cookies).request).toBe(upgraded.request)
  }
})
