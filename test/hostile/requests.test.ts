import { expect, test } from 'vitest'
import { MAX_NAME_LENGTH, MAX_VALUE_LENGTH } from '../../src/web/forms/read-form.server.ts'
import { traitsAt } from '../../src/web/routing/routing.ts'
import { readPosted } from '../../src/web/security/unreadable.server.ts'

const read = (
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer>,
  path = '/auth',
  method = 'POST',
) =>
  readPosted(
    new Request(`http://localhost:3000${path}`, {
      method,
      headers: type ? { 'content-type': type } : {},
      body,
    }),
    traitsAt(path),
  )
/** Returns the refusal of a posted form, if there is one. */
async function post(...posted: Parameters<typeof read>): Promise<Response | undefined> {
  const result = await read(...posted)
  return result.ok ? undefined : result.refusal
}
const form = 'application/x-www-form-urlencoded'
const part = (value: string) => `--x\r\nContent-Disposition: form-data; name="nome"\r\n\r\n${value}`

test.each([
  ['no type at all', undefined, new Uint8Array([97, 61, 98])],
  ['json', 'application/json', '{"a":1}'],
  ['text', 'text/plain', 'a=b'],
  ['multipart without its boundary', 'multipart/form-data', 'xx'],
  ['multipart with another boundary', 'multipart/form-data; boundary=x', '--y\r\n\r\n'],
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
  ['an empty form', form, '', []],
  [
    'accents, apostrophes, emoji',
    form,
    'nome=Jos%C3%A9+D%27%C3%81vila+%F0%9F%98%80',
    [['nome', "José D'Ávila 😀"]],
  ],
  ['bytes that are not UTF-8', form, 'nome=%ff%fe', [['nome', '\ufffd\ufffd']]],
  ['its charset', `${form}; charset=UTF-8`, 'nome=%C3%A9', [['nome', 'é']]],
  ['a multipart form', 'multipart/form-data; boundary=x', `${part('Ana')}\r\n--x--\r\n`, [['nome', 'Ana']]],
  [
    'a file where none is expected',
    'multipart/form-data; boundary=x',
    `${part('Ana')}\r\n--x\r\nContent-Disposition: form-data; name="b"; filename="b"\r\n\r\nx\r\n--x--\r\n`,
    [['nome', 'Ana']],
  ],
])('%s is accepted, and the page gets its fields', async (_name, type, body, fields) => {
  const posted = await read(type, body)
  expect(posted.ok && [...(posted.form ?? [])]).toEqual(fields)
})

test.each([
  ['utf-7', `${form}; charset=utf-7`],
  ['utf-16', `${form}; charset=utf-16`],
  ['a type that only begins like a form', `${form}x`],
])('refuses %s instead of guessing', async (_name, type) => {
  expect((await post(type, 'nome=Ana'))?.status).toBe(400)
})

const { maxFields, maxBodyBytes } = traitsAt('/auth')
const fieldsOf = (count: number, name = 'a', value = '') => Array(count).fill(`${name}=${value}`).join('&')
const partsOf = (count: number) => `${Array(count).fill(part('v')).join('\r\n')}\r\n--x--\r\n`
const multipart = 'multipart/form-data; boundary=x'

test.each([
  ['as many fields as a form may have', form, fieldsOf(maxFields), undefined],
  ['one field more', form, fieldsOf(maxFields + 1), 413],
  ['separators alone', form, '&'.repeat(200_000), 413],
  ['80,000 fields', form, fieldsOf(80_000), 413],
  ['as many parts as fields', multipart, partsOf(maxFields), undefined],
  ['one part more', multipart, partsOf(maxFields + 1), 413],
  ['the longest name', form, `${'n'.repeat(MAX_NAME_LENGTH)}=v`, undefined],
  ['a longer name', form, `${'n'.repeat(MAX_NAME_LENGTH + 1)}=v`, 413],
  ['the longest value', form, `n=${'v'.repeat(MAX_VALUE_LENGTH)}`, undefined],
  ['a longer value', form, `n=${'v'.repeat(MAX_VALUE_LENGTH + 1)}`, 413],
  ['a longer part', multipart, `${part('v'.repeat(MAX_VALUE_LENGTH + 1))}\r\n--x--\r\n`, 413],
  ['a longer body', form, '&'.repeat(maxBodyBytes + 1), 413],
  ['a longer multipart body', multipart, `${part('v'.repeat(maxBodyBytes + 1))}\r\n--x--\r\n`, 413],
])('%s (%#)', async (_name, type, body, status) => {
  const refusal = await post(type, body)
  expect([
    refusal?.status,
    refusal === undefined || (await refusal.text()).includes('envie de novo'),
  ]).toEqual([status, true])
})

test.each([
  ['a terminal escape sequence', 'Ana\u001b]0;x\u0007', 'Ana]0;x'],
  ['marks that change the text direction', 'Ana \u202e\u2066fdp\u2069\u200f', 'Ana fdp'],
  ['a line end that only some programs recognize', 'Ana\u0085Bcc: x', 'AnaBcc: x'],
])('removes %s from fields, but keeps it in passwords', async (_name, value, kept) => {
  for (const [type, body] of [
    [form, new URLSearchParams({ nome: value, senha: value, newPassword: value }).toString()],
    [
      multipart,
      `${part(value)}\r\n--x\r\nContent-Disposition: form-data; name="senha"\r\n\r\n${value}\r\n--x\r\nContent-Disposition: form-data; name="newPassword"\r\n\r\n${value}\r\n--x--\r\n`,
    ],
  ] as const) {
    const posted = await read(type, body)
    expect(posted.ok && [...(posted.form ?? [])]).toEqual([
      ['nome', kept],
      ['senha', value],
      ['newPassword', value],
    ])
  }
})

test('keeps tabs, combined emoji and other scripts as typed, and a line break as one character', async () => {
  const typed = 'Linha\r\noutra\tcoluna 👩‍👧‍👦 José Núñez 王 שלום'
  const posted = await read(form, new URLSearchParams({ texto: typed }).toString())
  expect(posted.ok && posted.form?.get('texto')).toBe(typed.replace('\r\n', '\n'))
})

test('a customer with a thousand instalments can submit them all', async () => {
  const id = '0199f0aa-0000-7000-8000-000000000001'
  const body = Array(1000).fill(`paymentIds=${id}&shown=${id}%3A12345`).join('&')
  expect(await post(form, body, '/payments')).toBeUndefined()
})

test.each(['/webhooks/mercadopago', '/account/documentos'])(
  'leaves the body of %s to its route',
  async (path) => {
    expect(await post('application/json', '{}', path)).toBeUndefined()
  },
)

test.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is not allowed', async (method) => {
  const refusal = await post(form, 'a=b', '/contract', method)
  expect([refusal?.status, refusal?.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})
