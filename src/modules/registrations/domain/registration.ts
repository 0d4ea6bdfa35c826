import { isCep, normalizeCep } from '../../../core/cep.ts'
import { isCnpj, normalizeCnpj } from '../../../core/cnpj.ts'
import { isCpf, normalizeCpf } from '../../../core/cpf.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'

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
 * the specification, section 5, with check digits.
 *
 * @returns the refusal's `detail` names the first field that does not hold
 */
export function checkRegistration(given: Registration): Outcome<Registration, 'registration_invalid'> {
  const checked = given.tipoPessoa === 'fisica' ? checkIndividual(given.dados) : checkCompany(given.dados)
  return checked.wrong ? refuse('registration_invalid', checked.wrong) : ok(checked.registration)
}

interface Checked {
  registration: Registration
  wrong: string | undefined
}

function checkIndividual(given: IndividualData): Checked {
  const dados: IndividualData = {
    nome: tidy(given.nome),
    cpf: normalizeCpf(given.cpf),
    rg: tidy(given.rg),
    endereco: tidy(given.endereco),
    cidade: tidy(given.cidade),
    cep: normalizeCep(given.cep),
    rendaPresumida: given.rendaPresumida,
  }
  const wrong = firstWrong({
    nome: hasBetween(2, 200, dados.nome),
    cpf: isCpf(dados.cpf),
    rg: isRg(dados.rg),
    endereco: hasBetween(10, 300, dados.endereco),
    cidade: hasBetween(2, 120, dados.cidade),
    cep: isCep(dados.cep),
    rendaPresumida: isIncome(dados.rendaPresumida),
  })
  return { registration: { tipoPessoa: 'fisica', dados }, wrong }
}

function checkCompany(given: CompanyData): Checked {
  const dados: CompanyData = {
    razaoSocial: tidy(given.razaoSocial),
    cnpj: normalizeCnpj(given.cnpj),
    nomeResponsavel: tidy(given.nomeResponsavel),
    cpfResponsavel: normalizeCpf(given.cpfResponsavel),
    rgResponsavel: tidy(given.rgResponsavel),
    enderecoEmpresa: tidy(given.enderecoEmpresa),
    cidadeEmpresa: tidy(given.cidadeEmpresa),
    cepEmpresa: normalizeCep(given.cepEmpresa),
    faturamentoPresumido: given.faturamentoPresumido,
  }
  const wrong = firstWrong({
    razaoSocial: hasBetween(2, 200, dados.razaoSocial),
    cnpj: isCnpj(dados.cnpj),
    nomeResponsavel: hasBetween(2, 200, dados.nomeResponsavel),
    cpfResponsavel: isCpf(dados.cpfResponsavel),
    rgResponsavel: isRg(dados.rgResponsavel),
    enderecoEmpresa: hasBetween(10, 300, dados.enderecoEmpresa),
    cidadeEmpresa: hasBetween(2, 120, dados.cidadeEmpresa),
    cepEmpresa: isCep(dados.cepEmpresa),
    faturamentoPresumido: isIncome(dados.faturamentoPresumido),
  })
  return { registration: { tipoPessoa: 'juridica', dados }, wrong }
}

function firstWrong(rules: Record<string, boolean>): string | undefined {
  return Object.entries(rules).find(([, holds]) => !holds)?.[0]
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function hasBetween(least: number, most: number, text: string): boolean {
  return text.length >= least && text.length <= most
}

/** An RG has no form of its own across the states: seven to twenty characters, a digit among them. */
function isRg(text: string): boolean {
  return /^(?=.*\d)[0-9A-Za-z./ -]{7,20}$/.test(text)
}

function isIncome(amount: Centavos): boolean {
  return Number.isSafeInteger(amount) && amount >= 0
}
