import { isCep, normalizeCep } from '../../../core/cep.ts'
import { isCnpj, normalizeCnpj } from '../../../core/cnpj.ts'
import { isCpf, normalizeCpf } from '../../../core/cpf.ts'
import type { Centavos } from '../../../core/money.ts'
import { NAME_MIN } from '../../../core/person-name.ts'
import type { CompanyData, IndividualData } from './registration.ts'

/** What holds for a text of a registration, whether a form asks or the module that stores it. */
export interface FieldRule {
  /** What is stored of a text that was typed. */
  normalize(typed: string): string
  /** Whether a text that was typed will do, its greatest length aside. */
  isValid(typed: string): boolean
  /** Characters of what is stored, at most. */
  max: number
}

const name = text({ min: NAME_MIN, max: 200 })
const address = text({ min: 10, max: 300 })
const city = text({ min: 2, max: 120 })
const cpf: FieldRule = { normalize: normalizeCpf, isValid: isCpf, max: 11 }
const cnpj: FieldRule = { normalize: normalizeCnpj, isValid: isCnpj, max: 14 }
const cep: FieldRule = { normalize: normalizeCep, isValid: isCep, max: 8 }
/** An RG has no form of its own across the states: seven to twenty characters, a digit among them. */
const rg: FieldRule = {
  normalize: tidy,
  isValid: (typed) => /^(?=.*\d)[0-9A-Za-z./ -]{7,20}$/.test(tidy(typed)),
  max: 20,
}

/** The texts of a person's registration (specification, section 5). */
export const individualRules = { nome: name, cpf, rg, endereco: address, cidade: city, cep } satisfies Record<
  Exclude<keyof IndividualData, 'rendaPresumida'>,
  FieldRule
>

/** The texts of a company's registration. */
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

/** Whether an amount can be what somebody earns, or a company takes, in a month. */
export function isIncome(amount: Centavos | undefined): amount is Centavos {
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0
}

/** Words with their spaces tidied. */
function text({ min, max }: { min: number; max: number }): FieldRule {
  return { normalize: tidy, isValid: (typed) => tidy(typed).length >= min, max }
}

function tidy(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}
