import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { companyRules, type FieldRule, individualRules, isIncome } from './field-rules.ts'

/** What a person registers (specification, section 3). CPF and CEP are digits alone. */
export interface IndividualData {
  nome: string
  cpf: string
  rg: string
  endereco: string
  cidade: string
  cep: string
  /** A month's income, in centavos. */
  rendaPresumida: Centavos
}

/** What a company registers. The CNPJ is twelve digits or upper-case letters and two digits. */
export interface CompanyData {
  razaoSocial: string
  cnpj: string
  nomeResponsavel: string
  cpfResponsavel: string
  rgResponsavel: string
  enderecoEmpresa: string
  cidadeEmpresa: string
  cepEmpresa: string
  /** A month's revenue, in centavos. */
  faturamentoPresumido: Centavos
}

export type Registration =
  | { tipoPessoa: 'fisica'; dados: IndividualData }
  | { tipoPessoa: 'juridica'; dados: CompanyData }

/**
 * A registration as it is stored: spaces tidied, documents and postal code without punctuation. The rules are those of
 * the specification, section 5, with check digits: `field-rules.ts`, which the forms use as well.
 *
 * @returns the refusal's `detail` names the first field that does not hold
 */
export function checkRegistration(given: Registration): Outcome<Registration, 'registration_invalid'> {
  return given.tipoPessoa === 'fisica' ? checkIndividual(given.dados) : checkCompany(given.dados)
}

function checkIndividual(given: IndividualData): Outcome<Registration, 'registration_invalid'> {
  const { rendaPresumida, ...texts } = given
  const wrong =
    firstWrong(individualRules, texts) ?? (isIncome(rendaPresumida) ? undefined : 'rendaPresumida')
  if (wrong) return refuse('registration_invalid', wrong)
  return ok({ tipoPessoa: 'fisica', dados: { ...normalized(individualRules, texts), rendaPresumida } })
}

function checkCompany(given: CompanyData): Outcome<Registration, 'registration_invalid'> {
  const { faturamentoPresumido: revenue, ...texts } = given
  const wrong = firstWrong(companyRules, texts) ?? (isIncome(revenue) ? undefined : 'faturamentoPresumido')
  if (wrong) return refuse('registration_invalid', wrong)
  const dados = { ...normalized(companyRules, texts), faturamentoPresumido: revenue }
  return ok({ tipoPessoa: 'juridica', dados })
}

function firstWrong<F extends string>(rules: Record<F, FieldRule>, texts: Record<F, string>): F | undefined {
  return fieldsOf(rules).find((field) => {
    const { isValid, normalize, max } = rules[field]
    return !isValid(texts[field]) || normalize(texts[field]).length > max
  })
}

function normalized<F extends string>(
  rules: Record<F, FieldRule>,
  texts: Record<F, string>,
): Record<F, string> {
  const entries = fieldsOf(rules).map((field) => [field, rules[field].normalize(texts[field])])
  return Object.fromEntries(entries) as Record<F, string>
}

function fieldsOf<F extends string>(rules: Record<F, FieldRule>): F[] {
  return Object.keys(rules) as F[]
}
