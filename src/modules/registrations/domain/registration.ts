import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { keysOf, recordFrom } from '../../../core/records.ts'
import { companyRules, type FieldRule, individualRules, isIncome } from './field-rules.ts'

/** A person's registration data (specification, section 3). CPF and CEP are digits only. */
export interface IndividualData {
  nome: string
  cpf: string
  rg: string
  endereco: string
  cidade: string
  cep: string
  /** Monthly income, in centavos. */
  rendaPresumida: Centavos
}

/** A company's registration data. The CNPJ has twelve digits or upper-case letters and two check digits. */
export interface CompanyData {
  razaoSocial: string
  cnpj: string
  nomeResponsavel: string
  cpfResponsavel: string
  rgResponsavel: string
  enderecoEmpresa: string
  cidadeEmpresa: string
  cepEmpresa: string
  /** Monthly revenue, in centavos. */
  faturamentoPresumido: Centavos
}

export type Registration =
  | { tipoPessoa: 'fisica'; dados: IndividualData }
  | { tipoPessoa: 'juridica'; dados: CompanyData }

/**
 * Validates and normalizes a registration for storage: whitespace trimmed, documents and postal code without
 * punctuation. The rules are those of the specification, section 5, plus check digits; the forms use the same ones
 * (`field-rules.ts`).
 *
 * @returns the refusal's `detail` names the first invalid field
 */
export function checkRegistration(input: Registration): Outcome<Registration, 'registration_invalid'> {
  return input.tipoPessoa === 'fisica' ? checkIndividual(input.dados) : checkCompany(input.dados)
}

function checkIndividual(input: IndividualData): Outcome<Registration, 'registration_invalid'> {
  const { rendaPresumida, ...fields } = input
  const invalid =
    firstInvalid(individualRules, fields) ?? (isIncome(rendaPresumida) ? undefined : 'rendaPresumida')
  if (invalid) return refuse('registration_invalid', invalid)
  return ok({ tipoPessoa: 'fisica', dados: { ...normalized(individualRules, fields), rendaPresumida } })
}

function checkCompany(input: CompanyData): Outcome<Registration, 'registration_invalid'> {
  const { faturamentoPresumido: revenue, ...fields } = input
  const invalid =
    firstInvalid(companyRules, fields) ?? (isIncome(revenue) ? undefined : 'faturamentoPresumido')
  if (invalid) return refuse('registration_invalid', invalid)
  const dados = { ...normalized(companyRules, fields), faturamentoPresumido: revenue }
  return ok({ tipoPessoa: 'juridica', dados })
}

function firstInvalid<F extends string>(
  rules: Record<F, FieldRule>,
  fields: Record<F, string>,
): F | undefined {
  return keysOf(rules).find((field) => {
    const { isValid, normalize, max } = rules[field]
    return !isValid(fields[field]) || normalize(fields[field]).length > max
  })
}

function normalized<F extends string>(
  rules: Record<F, FieldRule>,
  fields: Record<F, string>,
): Record<F, string> {
  return recordFrom(keysOf(rules), (field) => rules[field].normalize(fields[field]))
}
