/** Forms of 'Minha Conta' (specification, section 5). The browser loads this file when such a form first gets the focus. */

import * as z from 'zod/mini'
import { parseBRL } from '../../core/money.ts'
import { PASSWORD_LENGTH } from '../../core/password.ts'
import {
  companyRules as company,
  type FieldRule,
  individualRules as individual,
  isIncome,
} from '../../modules/registrations/public.ts'
import { passwordMessages as pm, registrationMessages as rm } from '../copy/account.ts'
import { authFieldErrors } from '../copy/auth.ts'
import { newPassword, typedPhone } from './auth.ts'
import { PASSWORD_MIN_TYPED } from './lengths.ts'

/** Schema that parses to `IndividualData` of the module registrations, with the rules of that module. */
export const individualForm = z.object({
  nome: text(individual.nome, rm.nome),
  cpf: text(individual.cpf, rm.cpf),
  rg: text(individual.rg, rm.rg),
  endereco: text(individual.endereco, rm.endereco),
  cidade: text(individual.cidade, rm.cidade),
  cep: text(individual.cep, rm.cep),
  rendaPresumida: amount(rm.renda, rm.rendaInvalida),
})

/** Schema that parses to `CompanyData` of the module registrations. */
export const companyForm = z.object({
  razaoSocial: text(company.razaoSocial, rm.razaoSocial),
  cnpj: text(company.cnpj, rm.cnpj),
  nomeResponsavel: text(company.nomeResponsavel, rm.nomeResponsavel),
  cpfResponsavel: text(company.cpfResponsavel, rm.cpf),
  rgResponsavel: text(company.rgResponsavel, rm.rg),
  enderecoEmpresa: text(company.enderecoEmpresa, rm.endereco),
  cidadeEmpresa: text(company.cidadeEmpresa, rm.cidade),
  cepEmpresa: text(company.cepEmpresa, rm.cep),
  faturamentoPresumido: amount(rm.faturamento, rm.faturamentoInvalido),
})

export const passwordForm = z
  .object({
    currentPassword: z.string(pm.currentPassword).check(z.minLength(PASSWORD_MIN_TYPED, pm.currentPassword)),
    newPassword: newPassword([PASSWORD_LENGTH, authFieldErrors.newPassword8]),
    confirmPassword: z.string(pm.confirmPassword).check(z.minLength(PASSWORD_MIN_TYPED, pm.confirmPassword)),
  })
  .check(
    z.refine<Record<string, unknown>>((form) => form.newPassword === form.confirmPassword, {
      error: pm.mismatch,
      path: ['confirmPassword'],
      when: () => true,
    }),
  )

/** The telephone of the account, by the rules of the sign-up. */
export const phoneForm = z.object({ phone: typedPhone })

/** Validates the input and transforms it to its stored form. */
function text({ normalize, isValid, max }: FieldRule, message: string) {
  return z.pipe(
    z.string(message).check(
      z.refine(isValid, message),
      z.refine((typed) => normalize(typed).length <= max, rm.tooLong(max)),
    ),
    z.transform(normalize),
  )
}

/** Parses an amount: 'R$ 3.500,00' → centavos. */
function amount(missing: string, invalid: string) {
  return z.pipe(
    z.string(missing).check(
      z.trim(),
      z.minLength(1, missing),
      z.refine((typed) => isIncome(parseBRL(typed)), invalid),
    ),
    z.transform((typed) => parseBRL(typed) ?? 0),
  )
}
