import { formatCep } from '../../../core/cep.ts'
import { formatCnpj, isCnpj } from '../../../core/cnpj.ts'
import { formatCpf, isCpf } from '../../../core/cpf.ts'
import { formatBRL } from '../../../core/money.ts'
import type { CompanyData, IndividualData, Registration } from '../../../modules/registrations/public.ts'

/** Displayed values of a registration, by field name. */
export type DisplayedValues<Data> = Record<keyof Data, string>

interface Known {
  nome: string
  /** CPF, CNPJ or an empty string. */
  documento: string
}

/** Returns the saved values; without a saved registration, those of the profile. */
export function individualValues(saved: readonly Registration[], { nome, documento }: Known) {
  const found = saved.find((one) => one.tipoPessoa === 'fisica')
  if (found) return shownIndividual(found.dados)
  return { nome, ...(isCpf(documento) && { cpf: formatCpf(documento) }) }
}

/** Returns the saved values; without a saved registration, those of the profile. */
export function companyValues(saved: readonly Registration[], { nome, documento }: Known) {
  const found = saved.find((one) => one.tipoPessoa === 'juridica')
  if (found) return shownCompany(found.dados)
  return {
    nomeResponsavel: nome,
    ...(isCnpj(documento) && { cnpj: formatCnpj(documento) }),
    ...(isCpf(documento) && { cpfResponsavel: formatCpf(documento) }),
  }
}

export function shownIndividual(dados: IndividualData): DisplayedValues<IndividualData> {
  return {
    ...dados,
    cpf: formatCpf(dados.cpf),
    cep: formatCep(dados.cep),
    rendaPresumida: formatBRL(dados.rendaPresumida),
  }
}

export function shownCompany(dados: CompanyData): DisplayedValues<CompanyData> {
  return {
    ...dados,
    cnpj: formatCnpj(dados.cnpj),
    cpfResponsavel: formatCpf(dados.cpfResponsavel),
    cepEmpresa: formatCep(dados.cepEmpresa),
    faturamentoPresumido: formatBRL(dados.faturamentoPresumido),
  }
}
