import { expect, test } from 'vitest'
import { idOfLink, linkKey } from '../../src/modules/consultations/link.server.ts'
import { createSessionCookie } from '../../src/modules/identity/session-cookie.server.ts'
import { createSigner, isSameSecret } from '../../src/platform/signing.ts'
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

test('secrets of different lengths can be compared', () => {
  expect(isSameSecret('Bearer abc', 'Bearer abc')).toBe(true)
  expect(isSameSecret('', 'Bearer abc')).toBe(false)
  expect(isSameSecret('Bearer abcdef', 'Bearer abc')).toBe(false)
})

// Signed by the code before this module: browsers and messages still have these.

test('session cookies of earlier versions are accepted', () => {
  const cookie = createSessionCookie({ signer, secure: false })
  const headers = new Headers({ cookie: 'x=1; rc_sessao=abc.0IbUrlzbc2TdP4UWkdwEPTHJWtl-eJ1vEfUCLZS3XEs' })
  expect(cookie.read(headers)).toBe('abc')
  expect(cookie.issue('abc')).toContain('rc_sessao=abc.0IbUrlzbc2TdP4UWkdwEPTHJWtl-eJ1vEfUCLZS3XEs;')
})

test('look-up links of earlier versions are accepted', () => {
  const id = '019aa000-0000-7000-8000-00000000000a'
  const key = `${id}.9Rao66AtlgRr5qE7uSnYi0hWdVcUp6mzW6g99gy4gy0`
  expect(linkKey(id, signer)).toBe(key)
  expect(idOfLink(key, signer)).toBe(id)
  expect(idOfLink(signer.sign('consultation:', 'no id'), signer)).toBeUndefined()
})

test('other cookies of earlier versions are accepted, each for its own name', () => {
  const cookie = signedCookie({ name: 'rc_avisos', signer, secure: true, maxAge: 60 })
  const value = ['Olá', { tone: 'success' }]
  const issued = 'rc_avisos=WyJPbMOhIix7InRvbmUiOiJzdWNjZXNzIn1d.OemxU12lQkQtZUpULMp83qabPUAm5Dsk2ttwXQF_aOU'
  expect(cookie.serialize(value)).toBe(`${issued}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`)
  expect(cookie.parse(`a=b; ${issued}`)).toEqual(value)
  expect(cookie.serialize('')).toBe('rc_avisos=; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(cookie.parse('rc_avisos=')).toBeNull()
  expect(cookie.parse(null)).toBeNull()
  const other = signedCookie({ name: 'rc_pedido', signer, secure: true, maxAge: 60 })
  expect(other.parse(issued.replace('rc_avisos', 'rc_pedido'))).toBeNull()
})
