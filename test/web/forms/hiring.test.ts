import { expect, test } from 'vitest'
import { parseForm } from '../../../src/web/forms/form.server.ts'
import { hiringSchema } from '../../../src/web/forms/hiring.ts'

const right = { plan: 'a-vista', name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }

function errors(change: Record<string, string | undefined>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...right, ...change })) {
    if (value !== undefined) form.set(name, value)
  }
  const parsed = parseForm(hiringSchema, form)
  return parsed.ok ? {} : parsed.errors
}

test.each([
  [{}, {}],
  [{ cpf: '52998224725', phone: '4833334444' }, {}],
  [{ name: ' A ' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ name: '\u200b\u200b' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ name: '..' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ name: 'a'.repeat(120) }, {}],
  [{ name: 'a'.repeat(121) }, { name: 'Nome deve ter no máximo 120 caracteres' }],
  [{ cpf: '529.982.247-25' }, {}],
  [{ cpf: ' 529 982 247 25 ', phone: ' +55 (48) 99999-1234 ' }, {}],
  [{ name: undefined }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ cpf: '529.982.247-2' }, { cpf: 'CPF deve ter 11 dígitos' }],
  [{ cpf: undefined }, { cpf: 'CPF deve ter 11 dígitos' }],
  [{ cpf: '529.982.247-250' }, { cpf: 'CPF inválido' }],
  [{ cpf: '123.456.789-00' }, { cpf: 'CPF inválido' }],
  [{ cpf: '111.111.111-11' }, { cpf: 'CPF inválido' }],
  [{ phone: '(48) 9999' }, { phone: 'Telefone deve ter pelo menos 10 dígitos' }],
  [{ phone: undefined }, { phone: 'Telefone deve ter pelo menos 10 dígitos' }],
  [{ phone: '(00) 99999-1234' }, { phone: 'Telefone inválido' }],
] as const)('the contracting dialog with %j shows %j', (change, expected) => {
  expect(errors(change)).toEqual(expected)
})
