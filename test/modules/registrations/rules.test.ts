import { expect, test } from 'vitest'
import { isIncome } from '../../../src/modules/registrations/domain/field-rules.ts'
import { checkRegistration } from '../../../src/modules/registrations/domain/registration.ts'

const person = {
  nome: 'Ana Souza',
  cpf: '529.982.247-25',
  rg: '1.234.567',
  endereco: 'Rua das Flores, 10',
  cidade: 'Florianópolis',
  cep: '88010-000',
  rendaPresumida: 350_000,
}
const company = {
  razaoSocial: 'Exemplo Ltda',
  cnpj: '12.abc.345/01de-35',
  nomeResponsavel: 'Ana Souza',
  cpfResponsavel: '529.982.247-25',
  rgResponsavel: '1.234.567',
  enderecoEmpresa: 'Rua das Flores, 10',
  cidadeEmpresa: 'Florianópolis',
  cepEmpresa: '88010-000',
  faturamentoPresumido: 0,
}

test('stores a registration normalized, with documents and postal code without punctuation', () => {
  expect(checkRegistration({ tipoPessoa: 'fisica', dados: { ...person, nome: ' Ana \t  Souza ' } })).toEqual({
    ok: true,
    value: { tipoPessoa: 'fisica', dados: { ...person, cpf: '52998224725', cep: '88010000' } },
  })
  expect(checkRegistration({ tipoPessoa: 'juridica', dados: company })).toEqual({
    ok: true,
    value: {
      tipoPessoa: 'juridica',
      dados: { ...company, cnpj: '12ABC34501DE35', cpfResponsavel: '52998224725', cepEmpresa: '88010000' },
    },
  })
})

const long = (length: number) => 'a'.repeat(length)

test.each([
  ['nome', [long(2), long(200)], ['', ' a ', long(201)]],
  ['cpf', ['52998224725'], ['', '529.982.247-24']],
  [
    'rg',
    ['1234567', '12.345.678-9', 'MG 12/345', `1${long(19)}`],
    ['123456', `1${long(20)}`, 'abcdefg', '1234567!', '!1234567', '(1234567'],
  ],
  ['endereco', [long(10), long(300)], [long(9), `${long(9)}   `, long(301)]],
  ['cidade', [long(2), long(120)], ['a', long(121)]],
  ['cep', ['88010000'], ['8801000', '00000-000']],
  ['rendaPresumida', [0, 1], [-1, 0.5, Number.NaN]],
] as const)('a person’s %s accepts %j and refuses %j, naming the field', (field, takes, refuses) => {
  const check = (value: unknown) =>
    checkRegistration({ tipoPessoa: 'fisica', dados: { ...person, [field]: value } as typeof person })
  for (const value of takes) expect(check(value), String(value)).toMatchObject({ ok: true })
  for (const value of refuses) {
    expect(check(value), String(value)).toEqual({ ok: false, code: 'registration_invalid', detail: field })
  }
})

test.each([
  ['razaoSocial', long(201)],
  ['cnpj', '12.ABC.345/01DE-36'],
  ['nomeResponsavel', 'a'],
  ['cpfResponsavel', '529.982.247-24'],
  ['rgResponsavel', '123'],
  ['enderecoEmpresa', long(9)],
  ['cidadeEmpresa', 'a'],
  ['cepEmpresa', '8801'],
  ['faturamentoPresumido', -1],
] as const)('a company’s %s refuses %j, naming the field', (field, value) => {
  const dados = { ...company, [field]: value } as typeof company
  expect(checkRegistration({ tipoPessoa: 'juridica', dados })).toMatchObject({ ok: false, detail: field })
})

test('an income is a whole number of centavos, and may be zero', () => {
  expect([undefined, -1, 0, 1.5, 100].map(isIncome)).toEqual([false, false, true, false, true])
})
