import { isCep, normalizeCep } from '../../../core/cep.ts'
import { isCnpj, normalizeCnpj } from '../../../core/cnpj.ts'
import { isCpf, normalizeCpf } from '../../../core/cpf.ts'
import type { Centavos } from '../../../core/money.ts'
import { isPersonName, LONG_NAME_MAX, normalizeName } from '../../../core/person-name.ts'
import type { CompanyData, IndividualData } from './registration.ts'

/** The rule of a text field of a registration, shared by the forms and the module that stores it. */
export interface FieldRule {
  /** The stored form of the input. */
  normalize(input: string): string
  /** Whether the input is valid, apart from its maximum length. */
  isValid(input: string): boolean
  /** Maximum length of the stored form, in characters. */
  max: number
}

const name: FieldRule = { normalize: normalizeName, isValid: isPersonName, max: LONG_NAME_MAX }
const address = text({ min: 10, max: 300 })
const city = text({ min: 2, max: 120 })
const cpf: FieldRule = { normalize: normalizeCpf, isValid: isCpf, max: 11 }
const cnpj: FieldRule = { normalize: normalizeCnpj, isValid: isCnpj, max: 14 }
const cep: FieldRule = { normalize: normalizeCep, isValid: isCep, max: 8 }
/** RG formats differ by state: seven to twenty characters with at least one digit. */
const rg: FieldRule = {
  normalize: tidy,
  isValid: (input) => /^(?=.*\d)[0-9A-Za-z./ -]{7,20}$/.test(tidy(input)),
  max: 20,
}

/** The text fields of a person's registration (specification, section 5). */
export const individualRules = { nome: name, cpf, rg, endereco: address, cidade: city, cep } satisfies Record<
  Exclude<keyof IndividualData, 'rendaPresumida'>,
  FieldRule
>

/** The text fields of a company's registration. */
export const companyRules = {
  razaoSocial: name,
  cnpj,
  nomeResponsavel: name,
  cpfResponsavel: cpf,
  rgResponsavel: rg,
  enderecoEmpresa: address,
  cidadeEmpresa: city,
  cepEmpresa: cep,
} satisfies Record<Exclude<keyof CompanyData, 'faturamentoPresumido'>, FieldRule>

/** Whether an amount is a valid monthly income or revenue, in centavos. */
export function isIncome(amount: Centavos | undefined): amount is Centavos {
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0
}

/** Text with normalized whitespace. */
function text({ min, max }: { min: number; max: number }): FieldRule {
  return { normalize: tidy, isValid: (input) => tidy(input).length >= min, max }
}

function tidy(input: string): string {
  return input.trim().replace(/\s+/g, ' ')
}
