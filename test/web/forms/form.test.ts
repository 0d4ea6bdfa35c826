import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseForm, refuseForm } from '../../../src/web/forms/form.server.ts'
import { entriesOf, valuesOf } from '../../../src/web/forms/form.ts'
import { readForm } from '../../../src/web/forms/read-form.server.ts'
import { textIn } from '../../../src/web/forms/text-in.ts'

const schema = z.object({
  email: z.string('Email inválido').check(z.email('Email inválido')),
  senha: z.string('Senha obrigatória').check(z.minLength(6, 'curta'), z.regex(/\d/, 'sem número')),
})

function form(fields: Record<string, string | string[]>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one)
  return data
}

test('a valid form yields its value', () => {
  expect(parseForm(schema, form({ email: 'ana@exemplo.com.br', senha: 'segredo1' }))).toEqual({
    ok: true,
    value: { email: 'ana@exemplo.com.br', senha: 'segredo1' },
  })
})

test('an invalid form yields the first message of each field and the submitted values, never a password', () => {
  expect(parseForm(schema, form({ email: 'ana@', senha: 'abc' }))).toEqual({
    ok: false,
    errors: { email: 'Email inválido', senha: 'curta' },
    values: { email: 'ana@' },
  })
})

test('a missing field has its message too', () => {
  const parsed = parseForm(schema, form({}))
  expect(parsed).toMatchObject({ ok: false, errors: { email: 'Email inválido', senha: 'Senha obrigatória' } })
})

test('a message about the whole form has the key form', () => {
  const whole = z.object({ a: z.string() }).check(z.refine(() => false, 'não combina'))
  expect(parseForm(whole, form({ a: 'x' }))).toMatchObject({ errors: { form: 'não combina' } })
})

test('a repeated name becomes an array, and an empty file input is omitted', () => {
  const data = form({ parcela: ['1', '2', '3'] })
  data.append('documentos', new File([], ''))
  expect(entriesOf(data)).toEqual({ parcela: ['1', '2', '3'] })
  expect(Object.keys(entriesOf(data))).toEqual(['parcela'])
  const file = new File(['x'], 'x.pdf')
  data.append('documentos', file)
  expect(entriesOf(data)).toEqual({ parcela: ['1', '2', '3'], documentos: file })
})

test('field names are only names, never object properties', () => {
  const data = form({ __proto__: 'x', constructor: ['1', '2'] })
  data.append('__proto__', 'y')
  data.append('__proto__', 'z')
  const entries = entriesOf(data)
  expect(Object.getPrototypeOf(entries)).toBe(Object.prototype)
  expect(Object.entries(entries)).toEqual([
    ['constructor', ['1', '2']],
    ['__proto__', ['y', 'z']],
  ])
  expect(Object.entries(valuesOf(data))).toEqual([
    ['constructor', '2'],
    ['__proto__', 'z'],
  ])
})

test.each(['senha', 'confirmarSenha', 'currentPassword', 'newPassword', 'token'])(
  '%s is never echoed',
  (name) => {
    expect(valuesOf(form({ [name]: 'segredo', nome: 'Ana' }))).toEqual({ nome: 'Ana' })
  },
)

test('a refusal after validation keeps the submitted values', () => {
  expect(refuseForm(form({ email: 'ana@exemplo.com.br', senha: 'x' }), { email: 'em uso' })).toEqual({
    errors: { email: 'em uso' },
    values: { email: 'ana@exemplo.com.br' },
  })
})

test.each([
  ['a=1&b=2', ['a', 'b']],
  ['', []],
  ['a=%00', 'unreadable'],
  ['%00=a', 'unreadable'],
  [`a=${'x'.repeat(10_000)}`, ['a']],
  [`a=${'x'.repeat(10_001)}`, 'too_long'],
  [`${'n'.repeat(100)}=1`, ['n'.repeat(100)]],
  [`${'n'.repeat(101)}=1`, 'too_long'],
  ['a=1&b=2&c=3', 'too_many_fields'],
  [`a=1&b=${'x'.repeat(20_000)}`, 'too_large'],
])('a posted form is read or refused as a whole: %.20s', async (body, expected) => {
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  const read = await readForm(request, { maxBodyBytes: 16_384, maxFields: 2 })
  expect(read.ok ? [...read.form.keys()] : read.code).toEqual(expected)
})

test('the text of a field is as it was sent, and empty without one or for a file', () => {
  const form = new FormData()
  form.set('motivo', ' pediu prazo ')
  form.set('arquivo', new File(['x'], 'x.pdf'))
  expect(['motivo', 'arquivo', 'outro'].map((name) => textIn(form, name))).toEqual([' pediu prazo ', '', ''])
})
