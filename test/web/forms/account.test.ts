import { expect, test } from 'vitest'
import { companyForm, individualForm, passwordForm } from '../../../src/web/forms/account.ts'
import {
  changePasswordSchema,
  confirmSchema,
  createAccountSchema,
  hiringSignUpSchema,
  recoverySchema,
  resetSchema,
  signInSchema,
  signUpSchema,
} from '../../../src/web/forms/auth.ts'
import { parseForm } from '../../../src/web/forms/form.server.ts'
import { loadSchema } from '../../../src/web/forms/registry.ts'

type Fields = Record<string, string | undefined>

function parse(schema: Parameters<typeof parseForm>[0], fields: Fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  const parsed = parseForm(schema, form)
  return parsed.ok ? parsed.value : parsed.errors
}

const long = (length: number) => 'a'.repeat(length)
const password = 'Certa!2026'
const longest = `aB1!${long(124)}`

const simple = 'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula, 1 número e 1 caractere especial'
const tooLong = 'Senha deve ter no máximo 128 caracteres'
const short8 = 'Senha deve ter pelo menos 8 caracteres'
const short6 = 'Senha deve ter pelo menos 6 caracteres'
const newShort8 = 'Nova senha deve ter pelo menos 8 caracteres'
const different = 'Senhas não coincidem'

test('the sign-in form accepts an address as one mailbox, and any password of six characters', () => {
  const typed = { email: ' ANA@exemplo.com.br ', password: '123456' }
  expect(parse(signInSchema, typed)).toEqual({ email: 'ana@exemplo.com.br', password: '123456' })
  expect(parse(signInSchema, { email: 'ana@', password: '12345' })).toEqual({
    email: 'Email inválido',
    password: short6,
  })
  expect(parse(signInSchema, {})).toEqual({ email: 'Email inválido', password: short6 })
  expect(parse(resetSchema, { email: 'Ana@exemplo.com' })).toEqual({ email: 'ana@exemplo.com' })
  expect(parse(resetSchema, { email: 'ana' })).toEqual({ email: 'Email inválido' })
})

const news = [
  ['sign-up', signUpSchema, { email: 'a@b.co' }, 'password', 'confirmPassword', short8],
  ['recovery', recoverySchema, {}, 'newPassword', 'confirmNewPassword', newShort8],
  [
    'change-password',
    changePasswordSchema,
    { currentPassword: '123456' },
    'newPassword',
    'confirmNewPassword',
    newShort8,
  ],
] as const

test.each(news)(
  'the form %s uses the one rule for new passwords',
  (_name, schema, rest, first, second, short) => {
    const check = (one: string, two = one) => parse(schema, { ...rest, [first]: one, [second]: two })
    expect(check(password)).toEqual({ ...rest, [first]: password, [second]: password })
    expect(check(longest)).toMatchObject({ [first]: longest })
    expect(check('Certa!2')).toEqual({ [first]: short })
    expect(check('certa!2026')).toEqual({ [first]: simple })
    expect(check(`${longest}a`)).toEqual({ [first]: tooLong })
    expect(check(password, `${password}x`)).toEqual({ [second]: different })
    // Reported under the second field, whatever is wrong with the first.
    expect(check('curta', 'outra')).toEqual({ [first]: short, [second]: different })
    expect(parse(schema, { ...rest })).toEqual({ [first]: short, [second]: different })
  },
)

test('the account forms without a second field use the same rule', () => {
  const check = (one: string | undefined) => [
    parse(hiringSignUpSchema, { email: 'a@b.co', password: one }),
    parse(confirmSchema, { senha: one ?? '' }),
  ]
  expect(check(password)).toEqual([{ email: 'a@b.co', password }, { senha: password }])
  expect(check('Certa!2')).toEqual([{ password: short8 }, { senha: short8 }])
  expect(check(undefined)[0]).toEqual({ password: short8 })
  // In the browser that signed up nothing has to be typed.
  expect(parse(confirmSchema, {})).toEqual({ senha: '' })
})

test('changing a password requires the current one, of at least six characters', () => {
  const form = { currentPassword: '12345', newPassword: password, confirmNewPassword: password }
  expect(parse(changePasswordSchema, form)).toEqual({ currentPassword: 'Digite sua senha atual' })
  expect(parse(passwordForm, { ...form, confirmPassword: password })).toEqual({
    currentPassword: 'Senha atual obrigatória',
  })
  expect(
    parse(passwordForm, { currentPassword: '123456', newPassword: password, confirmPassword: password }),
  ).toEqual({ currentPassword: '123456', newPassword: password, confirmPassword: password })
  expect(
    parse(passwordForm, { currentPassword: '123456', newPassword: 'aB1!xyz', confirmPassword: '12345' }),
  ).toEqual({
    newPassword: newShort8,
    confirmPassword: 'Confirmação de senha obrigatória',
  })
  expect(
    parse(passwordForm, { currentPassword: '123456', newPassword: password, confirmPassword: 'Outra!2026' }),
  ).toEqual({ confirmPassword: 'Senhas não conferem' })
})

const account = {
  tipoConta: 'pessoal',
  nome: ' Ana ',
  email: 'ana@exemplo.com.br',
  telefone: ' (48) 99999-1234 ',
  documento: ' 529.982.247-25 ',
  senha: password,
  confirmarSenha: password,
}

test('the account form accepts a person with a CPF and a company with a CNPJ', () => {
  const value = { ...account, nome: 'Ana', telefone: '(48) 99999-1234', documento: '529.982.247-25' }
  expect(parse(createAccountSchema, account)).toEqual(value)
  const company = { ...account, tipoConta: 'empresa', documento: '12.ABC.345/01DE-35' }
  expect(parse(createAccountSchema, company)).toMatchObject({ tipoConta: 'empresa' })
})

const name = 'Nome deve ter pelo menos 2 caracteres'
const phone = 'Telefone deve ter pelo menos 10 caracteres'

test.each<[Fields, Fields]>([
  [{ tipoConta: undefined }, { tipoConta: 'Selecione o tipo de conta' }],
  [{ tipoConta: 'outra', documento: '12.ABC.345/01DE-35' }, { tipoConta: 'Selecione o tipo de conta' }],
  [
    { tipoConta: 'outra', documento: '52998224724' },
    { tipoConta: 'Selecione o tipo de conta', documento: 'Documento inválido' },
  ],
  [{ nome: ' A ' }, { nome: name }],
  [{ nome: '\u2060\u2060' }, { nome: name }],
  [{ nome: undefined }, { nome: name }],
  [{ nome: long(201) }, { nome: name }],
  [{ email: 'x' }, { email: 'Email inválido' }],
  [{ telefone: '(48) 9999-123' }, { telefone: phone }],
  [{ telefone: '+55 (48) 99999-12345' }, { telefone: phone }],
  [{ telefone: undefined }, { telefone: phone }],
  [{ documento: '12.ABC.345/01DE-35' }, { documento: 'Documento inválido' }],
  [{ documento: '52998224724' }, { documento: 'Documento inválido' }],
  [{ documento: undefined }, { documento: 'Documento inválido' }],
  [{ tipoConta: 'empresa' }, { documento: 'Documento inválido' }],
  [{ senha: 'aB1!x', confirmarSenha: 'aB1!x' }, { senha: short6 }],
  [{ senha: 'aB1!xyz', confirmarSenha: 'aB1!xyz' }, { senha: short8 }],
  [
    { senha: undefined, confirmarSenha: undefined },
    { senha: short6, confirmarSenha: different },
  ],
  [{ confirmarSenha: 'Outra!2026' }, { confirmarSenha: different }],
])('a new account with %j is refused with %j', (change, expected) => {
  expect(parse(createAccountSchema, { ...account, ...change })).toEqual(expected)
})

test.each([
  [{ nome: long(200) }],
  [{ nome: 'Bo' }],
  [{ documento: '52998224725' }],
  [{ telefone: '(48) 3333-4444' }],
  [{ telefone: '+55 (48) 99999-1234' }],
])('accepts a new account with %j', (change) => {
  expect(parse(createAccountSchema, { ...account, ...change })).toMatchObject({ tipoConta: 'pessoal' })
})

const individual = {
  nome: ' Ana  Souza ',
  cpf: '529.982.247-25',
  rg: '1234567',
  endereco: 'Rua das Flores, 10',
  cidade: 'Lages',
  cep: '88010-000',
  rendaPresumida: ' R$ 3.500,00 ',
}

test('a person’s registration is read into its stored form', () => {
  expect(parse(individualForm, individual)).toEqual({
    ...individual,
    nome: 'Ana Souza',
    cpf: '52998224725',
    cep: '88010000',
    rendaPresumida: 350_000,
  })
})

test.each<[Fields, Fields]>([
  [{ nome: 'A' }, { nome: name }],
  [{ nome: '..' }, { nome: name }],
  [{ nome: long(201) }, { nome: 'Use no máximo 200 caracteres' }],
  [{ cpf: '1' }, { cpf: 'CPF inválido' }],
  [{ rg: '1' }, { rg: 'RG inválido' }],
  [{ endereco: 'Rua' }, { endereco: 'Endereço deve ser completo' }],
  [{ endereco: long(301) }, { endereco: 'Use no máximo 300 caracteres' }],
  [{ cidade: 'L' }, { cidade: 'Cidade obrigatória' }],
  [{ cep: '1' }, { cep: 'CEP inválido' }],
  [{ rendaPresumida: undefined }, { rendaPresumida: 'Renda presumida obrigatória' }],
  [{ rendaPresumida: ' ' }, { rendaPresumida: 'Renda presumida obrigatória' }],
  [{ rendaPresumida: '-1' }, { rendaPresumida: 'Renda presumida inválida' }],
  [{ rendaPresumida: 'x' }, { rendaPresumida: 'Renda presumida inválida' }],
])('a person’s registration with %j is refused with %j', (change, expected) => {
  expect(parse(individualForm, { ...individual, ...change })).toEqual(expected)
})

test('a company’s registration is read into its stored form, and each invalid field has its message', () => {
  const right = {
    razaoSocial: 'Exemplo Ltda',
    cnpj: '12.abc.345/01de-35',
    nomeResponsavel: 'Ana Souza',
    cpfResponsavel: '529.982.247-25',
    rgResponsavel: '1234567',
    enderecoEmpresa: 'Rua das Flores, 10',
    cidadeEmpresa: 'Lages',
    cepEmpresa: '88010-000',
    faturamentoPresumido: '0',
  }
  expect(parse(companyForm, right)).toEqual({
    ...right,
    cnpj: '12ABC34501DE35',
    cpfResponsavel: '52998224725',
    cepEmpresa: '88010000',
    faturamentoPresumido: 0,
  })
  expect(parse(companyForm, Object.fromEntries(Object.keys(right).map((field) => [field, 'x'])))).toEqual({
    razaoSocial: 'Razão social deve ter pelo menos 2 caracteres',
    cnpj: 'CNPJ inválido',
    nomeResponsavel: 'Nome do responsável deve ter pelo menos 2 caracteres',
    cpfResponsavel: 'CPF inválido',
    rgResponsavel: 'RG inválido',
    enderecoEmpresa: 'Endereço deve ser completo',
    cidadeEmpresa: 'Cidade obrigatória',
    cepEmpresa: 'CEP inválido',
    faturamentoPresumido: 'Faturamento presumido inválido',
  })
  expect(parse(companyForm, { ...right, faturamentoPresumido: '' })).toEqual({
    faturamentoPresumido: 'Faturamento presumido obrigatório',
  })
})

test.each([
  'hiring',
  'sign-in',
  'sign-up',
  'reset-request',
  'recovery',
  'change-password',
  'create-account',
  'individual',
  'company',
  'account-password',
  'account-phone',
  'vehicle',
  'consult-cpf',
  'consult',
])('the browser finds the schema of the form %s, which refuses an empty one', async (form) => {
  const schema = await loadSchema(form)
  expect(schema?.safeParse({}).success).toBe(false)
})

test('an unknown form has no schema', async () => {
  expect(await loadSchema('nothing-like-it')).toBeUndefined()
})
