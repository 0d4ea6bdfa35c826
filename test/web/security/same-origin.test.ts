import { expect, test } from 'vitest'
import { traitsAt } from '../../../src/web/routing/routing.ts'
import { refuseCrossSite } from '../../../src/web/security/same-origin.server.ts'

const publicUrl = 'https://www.recomeco.exemplo'

function post(headers: Record<string, string>, path = '/contract', method = 'POST', ours = publicUrl) {
  const request = new Request(`http://127.0.0.1:3000${path}`, { method, headers })
  return refuseCrossSite(request, traitsAt(new URL(request.url).pathname), ours)?.status
}

test.each([
  [{ origin: publicUrl }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ referer: `${publicUrl}/auth` }],
  [{ origin: publicUrl, 'sec-fetch-site': 'cross-site' }],
])('a form with %j is accepted', (headers) => {
  expect(post(headers)).toBeUndefined()
})

test.each([
  [{}],
  [{ origin: 'https://outro.exemplo' }],
  [{ origin: 'null' }],
  [{ origin: '' }],
  [{ origin: 'https://www.recomeco.exemplo.outro.exemplo' }],
  [{ origin: 'https://recomeco.exemplo' }],
  [{ origin: 'https://www.recomeco.exemplo:8443' }],
  [{ origin: 'http://www.recomeco.exemplo' }],
  [{ origin: 'https://www.recomeco.exemplo/' }],
  [{ origin: 'HTTPS://WWW.RECOMECO.EXEMPLO' }],
  [{ origin: 'http://127.0.0.1:3000' }],
  [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000', 'x-forwarded-host': '127.0.0.1:3000' }],
  [{ referer: 'http://www.recomeco.exemplo/auth' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ referer: 'https://outro.exemplo/?www.recomeco.exemplo' }],
  [{ referer: 'not a url' }],
  [{ origin: 'https://outro.exemplo', referer: `${publicUrl}/auth`, 'sec-fetch-site': 'same-origin' }],
])('a form with %j is refused', (headers) => {
  expect(post(headers)).toBe(403)
})

test('checks every unsafe method, and no safe one', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(post({}, '/x', method)).toBe(403)
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(post({}, '/x', method)).toBeUndefined()
})

test('only webhooks, whose posts are signed, are exempt', () => {
  expect(post({}, '/webhooks/mercadopago')).toBeUndefined()
  expect(post({}, '/webhooks/pix/pix')).toBeUndefined()
  expect(post({}, '/webhooks/other')).toBe(403)
  expect(post({}, '/webhooks/mercadopago.data')).toBe(403)
  expect(post({}, '/account/documentos')).toBe(403)
  expect(post({}, '/webhooks-fake')).toBe(403)
  expect(post({}, '/a/webhooks/b')).toBe(403)
  expect(post({}, '/webhooks/../contract')).toBe(403)
})

test('a local trial accepts any name of this machine, at its own port and scheme only', () => {
  const from = (origin: string, ours = 'http://localhost:3000') => post({ origin }, '/contract', 'POST', ours)
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    expect(from(`http://${name}:3000`)).toBeUndefined()
    expect(from(`http://${name}:3001`)).toBe(403)
    expect(from(`https://${name}:3000`)).toBe(403)
    expect(from('http://localhost:3000', `http://${name}:3000`)).toBeUndefined()
  }
  expect(from('http://localhost.exemplo:3000')).toBe(403)
  expect(from('http://192.168.0.2:3000')).toBe(403)
})
