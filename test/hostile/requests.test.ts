import { expect, test } from 'vitest'
import { traitsAt } from '../../src/web/routing/routing.ts'
import { refuseUnreadable } from '../../src/web/security/unreadable.server.ts'

const post = (
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer>,
  path = '/auth',
  method = 'POST',
) =>
  refuseUnreadable(
    new Request(`http://localhost:3000${path}`, {
      method,
      headers: type ? { 'content-type': type } : {},
      body,
    }),
    traitsAt(path),
  )
const form = 'application/x-www-form-urlencoded'
const part = (value: string) => `--x\r\nContent-Disposition: form-data; name="nome"\r\n\r\n${value}`

test.each([
  ['no type at all', undefined, new Uint8Array([97, 61, 98])],
  ['json', 'application/json', '{"a":1}'],
  ['text', 'text/plain', 'a=b'],
  ['multipart without its boundary', 'multipart/form-data', 'xx'],
  ['multipart of another boundary', 'multipart/form-data; boundary=x', '--y\r\n\r\n'],
  ['truncated multipart', 'multipart/form-data; boundary=x', part('Ana')],
  ['a NUL, which PostgreSQL text cannot hold', form, 'nome=a%00b'],
  ['a NUL in a field name', form, 'no%00me=a'],
  ['a NUL in a part', 'multipart/form-data; boundary=x', `${part('a\0b')}\r\n--x--\r\n`],
])('an unreadable form gets a 400 in Portuguese, not a 500: %s', async (_name, type, body) => {
  const refusal = await post(type, body)
  expect([refusal?.status, await refusal?.text()]).toEqual([
    400,
    'Não conseguimos ler este formulário. Volte à página, atualize e envie de novo.',
  ])
})

test.each([
  ['an empty form', form, ''],
  ['accents, apostrophes, emoji', form, 'nome=Jos%C3%A9+D%27%C3%81vila+%F0%9F%98%80'],
  ['bytes that are not UTF-8', form, 'nome=%ff%fe'],
  ['a multipart form', 'multipart/form-data; boundary=x', `${part('Ana')}\r\n--x--\r\n`],
])('%s is accepted, and the page can still read it', async (_name, type, body) => {
  const request = new Request('http://localhost:3000/auth', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(await refuseUnreadable(request, traitsAt('/auth'))).toBeUndefined()
  await expect(request.formData()).resolves.toBeInstanceOf(FormData)
})

test.each(['/webhooks/mercadopago', '/account/documentos'])(
  'the body of %s is left to its route',
  async (path) => {
    expect(await post('application/json', '{}', path)).toBeUndefined()
  },
)

test.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is not allowed', async (method) => {
  const refusal = await post(form, 'a=b', '/contract', method)
  expect([refusal?.status, refusal?.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})
