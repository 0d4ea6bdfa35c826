import { expect, test } from 'vitest'
import { companyRules, individualRules } from '../../../src/modules/registrations/domain/field-rules.ts'
import { createAccountSchema } from '../../../src/web/forms/auth.ts'
import { consultSchema, cpfConsultSchema } from '../../../src/web/forms/consultation.ts'
import { parseForm } from '../../../src/web/forms/form.server.ts'
import { hiringSchema } from '../../../src/web/forms/hiring.ts'
import { vehicleSchema } from '../../../src/web/forms/vehicle.ts'

type Fields = Record<string, string | undefined>

function parse(schema: Parameters<typeof parseForm>[0], fields: Fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  const parsed = parseForm(schema, form)
  return parsed.ok ? parsed.value : parsed.errors
}

const long = (length: number) => 'a'.repeat(length)

const shared = { cpf: '529.982.247-25', email: ' ANA@exemplo.com ', paymentMethod: 'pix', declaracao: '1' }
const looked = {
  cpf: '52998224725',
  name: 'Ana',
  phone: '+5548999991234',
  email: 'ana@exemplo.com',
  method: 'pix',
}
const cpfForm = { ...shared, name: ' Ana ', phone: '(48) 99999-1234' }
const otherForm = { ...shared, nome: ' Ana ', telefone: '(48) 99999-1234' }
const byCpf = [cpfConsultSchema, cpfForm] as const
const other = [consultSchema, otherForm] as const

test.each([
  ['/cpf-consult', ...byCpf],
  ['the others', ...other],
])('the look-up form of %s becomes one value, whatever its fields are called', (_, schema, form) => {
  expect(parse(schema, form)).toEqual(looked)
  expect(parse(schema, { ...form, email: '' })).toEqual({ ...looked, email: undefined })
  expect(parse(schema, { ...form, email: undefined })).toEqual({ ...looked, email: undefined })
  for (const paymentMethod of ['card', 'credit_card']) {
    expect(parse(schema, { ...form, paymentMethod })).toEqual({ ...looked, method: 'credit_card' })
  }
  expect(parse(schema, { ...form, email: 'x', paymentMethod: 'boleto', declaracao: '' })).toEqual({
    email: 'E-mail inválido',
    paymentMethod: 'Selecione um método de pagamento',
    declaracao: 'Confirme que você é o titular ou tem autorização',
  })
  expect(parse(schema, { ...form, declaracao: undefined })).toEqual({
    declaracao: 'Confirme que você é o titular ou tem autorização',
  })
})

const tooLong = 'Nome deve ter no máximo 120 caracteres'

test.each<[Fields, Fields]>([
  [{ cpf: '529.982.247-24' }, { cpf: 'CPF inválido' }],
  [{ cpf: undefined }, { cpf: 'CPF inválido' }],
  [{ name: ' ' }, { name: 'Nome obrigatório' }],
  [{ name: '--' }, { name: 'Nome obrigatório' }],
  [{ name: long(121) }, { name: tooLong }],
  [{ phone: '123' }, { phone: 'Telefone inválido' }],
])('/cpf-consult with %j is refused with %j', (change, expected) => {
  expect(parse(cpfConsultSchema, { ...cpfForm, ...change })).toEqual(expected)
})

test.each<[Fields, Fields]>([
  [{ cpf: '529.982.247-2' }, { cpf: 'CPF deve ter 11 dígitos' }],
  [{ cpf: '529.982.247-24' }, { cpf: 'CPF inválido' }],
  [{ cpf: '529.982.247-250' }, { cpf: 'CPF inválido' }],
  [{ nome: ' A ' }, { nome: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ nome: '--' }, { nome: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ nome: long(121) }, { nome: tooLong }],
  [{ telefone: '483333444' }, { telefone: 'Telefone deve ter pelo menos 10 dígitos' }],
  [{ telefone: '(00) 99999-1234' }, { telefone: 'Telefone inválido' }],
])('the other look-ups with %j are refused with %j', (change, expected) => {
  expect(parse(consultSchema, { ...otherForm, ...change })).toEqual(expected)
})

test('accepts names of maximum length, and telephones of ten digits', () => {
  expect(parse(cpfConsultSchema, { ...cpfForm, name: long(120), phone: '4833334444' })).toMatchObject({
    name: long(120),
    phone: '+554833334444',
  })
  expect(parse(consultSchema, { ...otherForm, nome: long(120), telefone: '4833334444' })).toMatchObject({
    name: long(120),
    phone: '+554833334444',
  })
  expect(parse(cpfConsultSchema, { ...cpfForm, name: 'A' })).toMatchObject({ name: 'A' })
  expect(parse(consultSchema, { ...otherForm, nome: 'Bo' })).toMatchObject({ name: 'Bo' })
})

const vehicle = {
  name: ' Ana ',
  birthDate: '1990-02-28',
  phone: '(48) 99999-1234',
  email: ' ANA@exemplo.com ',
  income: 'R$ 3.500,00',
  vehicleBrand: 'VW',
  vehicleModel: 'T',
  vehicleYear: ' 2019 ',
  vehicleValue: '35000',
}

test('the vehicle proposal form is read into its stored form', () => {
  expect(parse(vehicleSchema, vehicle)).toEqual({
    ...vehicle,
    name: 'Ana',
    phone: '+5548999991234',
    email: 'ana@exemplo.com',
    income: 350_000,
    vehicleYear: '2019',
    vehicleValue: 3_500_000,
  })
})

test.each<[Fields]>([
  [{ birthDate: '1900-01-01' }],
  [{ name: long(120) }],
  [{ name: 'Bo' }],
  [{ vehicleBrand: long(60) }],
  [{ vehicleModel: long(80) }],
  [{ vehicleYear: '1999' }],
  [{ income: '100.000.000,00' }],
  [{ income: '0,01' }],
])('the vehicle proposal accepts %j', (change) => {
  expect(parse(vehicleSchema, { ...vehicle, ...change })).toMatchObject({ phone: '+5548999991234' })
})

test.each<[Fields, Fields]>([
  [{ name: ' A ' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ name: '--' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ name: long(121) }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
  [{ birthDate: '1899-12-31' }, { birthDate: 'Data de nascimento inválida' }],
  [{ birthDate: '1990-02-30' }, { birthDate: 'Data de nascimento inválida' }],
  [{ phone: '1' }, { phone: 'Telefone inválido' }],
  [{ email: 'x' }, { email: 'Email inválido' }],
  [{ email: 'joão@exemplo.com.br' }, { email: 'Email inválido' }],
  [{ email: 'ana..souza@exemplo.com.br' }, { email: 'Email inválido' }],
  [{ income: '0' }, { income: 'Informe a renda mensal' }],
  [{ income: 'x' }, { income: 'Informe a renda mensal' }],
  [{ income: '100.000.000,01' }, { income: 'Informe a renda mensal' }],
  [{ vehicleBrand: 'V' }, { vehicleBrand: 'Informe a marca do veículo' }],
  [{ vehicleBrand: long(61) }, { vehicleBrand: 'Informe a marca do veículo' }],
  [{ vehicleModel: ' ' }, { vehicleModel: 'Informe o modelo do veículo' }],
  [{ vehicleModel: long(81) }, { vehicleModel: 'Informe o modelo do veículo' }],
  [{ vehicleYear: '1899' }, { vehicleYear: 'Ano inválido' }],
  [{ vehicleYear: '20191' }, { vehicleYear: 'Ano inválido' }],
  [{ vehicleYear: 'x2019' }, { vehicleYear: 'Ano inválido' }],
  [{ vehicleValue: undefined }, { vehicleValue: 'Informe o valor do veículo' }],
])('the vehicle proposal with %j is refused with %j', (change, expected) => {
  expect(parse(vehicleSchema, { ...vehicle, ...change })).toEqual(expected)
})

test('every form reads a name as it is searched, whatever was copied along with it', () => {
  const typed = ` Jo\u200b${'ã'.normalize('NFD')}o  Conceic\u0327${'a\u0303'.concat('\u0301'.repeat(40))}o\ufeff`
  const name = `João Conceiçã\u0301\u0301o`
  const email = 'ana@exemplo.com.br'
  const account = { tipoConta: 'pessoal', email, telefone: '48999991234', documento: '529.982.247-25' }
  const password = 'Horizonte@9'
  const forms = [
    parse(cpfConsultSchema, { ...cpfForm, name: typed }),
    parse(consultSchema, { ...otherForm, nome: typed }),
    parse(vehicleSchema, { ...vehicle, name: typed }),
    parse(hiringSchema, { name: typed, cpf: '529.982.247-25', phone: '(48) 99999-1234' }),
    parse(createAccountSchema, { ...account, nome: typed, senha: password, confirmarSenha: password }),
  ]
  for (const form of forms as Fields[]) expect([form.name, form.nome]).toContain(name)
  expect(individualRules.nome.normalize(typed)).toBe(name)
  expect(companyRules.razaoSocial.normalize(typed)).toBe(name)
})

test('an address is read without invisible characters, which are copied along with it', () => {
  const email = '\u200bANA@exemplo.\u00adcom\ufeff'
  expect(parse(cpfConsultSchema, { ...cpfForm, email })).toEqual(looked)
  expect(parse(consultSchema, { ...otherForm, email })).toEqual(looked)
  expect(parse(consultSchema, { ...otherForm, email: ' \u200b' })).toEqual({ ...looked, email: undefined })
  expect(parse(vehicleSchema, { ...vehicle, email })).toMatchObject({ email: 'ana@exemplo.com' })
})
