import { describe, expect, test } from 'vitest'
import { companyForm, individualForm, passwordForm } from '../../../src/web/forms/account.ts'
import { parseForm } from '../../../src/web/forms/form.server.ts'

const individual = {
  nome: 'Ana Souza',
  cpf: '529.982.247-25',
  rg: '12.345.678-9',
  endereco: 'Rua das Palmeiras, 10',
  cidade: 'Florianópolis',
  cep: '88010-000',
  rendaPresumida: 'R$ 3.500,00',
}
const company = {
  razaoSocial: 'Padaria Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  nomeResponsavel: 'Bruno Lima',
  cpfResponsavel: '111.444.777-35',
  rgResponsavel: '1234567',
  enderecoEmpresa: 'Avenida Central, 200',
  cidadeEmpresa: 'São José',
  cepEmpresa: '88100-000',
  faturamentoPresumido: '90.000,00',
}
const password = { currentPassword: 'velha1', newPassword: 'Girassol@77', confirmPassword: 'Girassol@77' }

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe.each([
  ['individual', individualForm, individual],
  ['company', companyForm, company],
  ['password', passwordForm, password],
] as const)('the %s form', (_, schema, right) => {
  test('accepts valid data', () => {
    expect(parseForm(schema, formOf(right))).toMatchObject({ ok: true })
  })

  test('has a message for every field when all are empty', () => {
    const blank = Object.fromEntries(Object.keys(right).map((name) => [name, '']))
    for (const form of [formOf(blank), new FormData()]) {
      const parsed = parseForm(schema, form)
      expect(Object.keys(parsed.ok ? {} : parsed.errors).sort()).toEqual(Object.keys(right).sort())
      expect(JSON.stringify(parsed)).not.toMatch(/Invalid|Required|expected/i)
    }
  })
})

test('valid input is normalised to its stored form', () => {
  expect(parseForm(individualForm, formOf(individual))).toMatchObject({
    value: { cpf: '52998224725', cep: '88010000', rendaPresumida: 350_000 },
  })
  expect(parseForm(companyForm, formOf(company))).toMatchObject({
    value: { cnpj: '12ABC34501DE35', cpfResponsavel: '11144477735', faturamentoPresumido: 9_000_000 },
  })
})

test.each([
  [individualForm, individual, 'nome', 'A', 'Nome deve ter pelo menos 2 caracteres'],
  [individualForm, individual, 'cpf', '5299822472', 'CPF inválido'],
  [individualForm, individual, 'cpf', '529.982.247-26', 'CPF inválido'],
  [individualForm, individual, 'rg', '123456', 'RG inválido'],
  [individualForm, individual, 'endereco', 'Rua 10', 'Endereço deve ser completo'],
  [individualForm, individual, 'endereco', 'Rua          10', 'Endereço deve ser completo'],
  [individualForm, individual, 'cidade', 'F', 'Cidade obrigatória'],
  [individualForm, individual, 'cep', '8801000', 'CEP inválido'],
  [individualForm, individual, 'rendaPresumida', ' ', 'Renda presumida obrigatória'],
  [individualForm, individual, 'rendaPresumida', 'muito', 'Renda presumida inválida'],
  [companyForm, company, 'razaoSocial', 'P', 'Razão social deve ter pelo menos 2 caracteres'],
  [companyForm, company, 'cnpj', '12.ABC.345/01DE-36', 'CNPJ inválido'],
  [companyForm, company, 'cnpj', '00.000.000/0000-00', 'CNPJ inválido'],
  [companyForm, company, 'nomeResponsavel', '', 'Nome do responsável deve ter pelo menos 2 caracteres'],
  [companyForm, company, 'cpfResponsavel', '11144477700', 'CPF inválido'],
  [companyForm, company, 'rgResponsavel', 'abcdefgh', 'RG inválido'],
  [companyForm, company, 'enderecoEmpresa', '', 'Endereço deve ser completo'],
  [companyForm, company, 'cidadeEmpresa', '', 'Cidade obrigatória'],
  [companyForm, company, 'cepEmpresa', '', 'CEP inválido'],
  [companyForm, company, 'faturamentoPresumido', '', 'Faturamento presumido obrigatório'],
  [passwordForm, password, 'currentPassword', 'curta', 'Senha atual obrigatória'],
  [passwordForm, password, 'newPassword', 'Curta@1', 'Nova senha deve ter pelo menos 8 caracteres'],
  [
    passwordForm,
    password,
    'newPassword',
    'simples123',
    'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula, 1 número e 1 caractere especial',
  ],
  [passwordForm, password, 'confirmPassword', 'Gir', 'Confirmação de senha obrigatória'],
  [passwordForm, password, 'confirmPassword', 'Girassol@78', 'Senhas não conferem'],
] as const)('%#. %s → message', (schema, right, field, typed, message) => {
  const parsed = parseForm(schema, formOf({ ...right, [field]: typed }))
  expect(parsed).toMatchObject({ ok: false, errors: { [field]: message } })
})
