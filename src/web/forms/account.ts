/** The forms of 'Minha Conta' (specification, section 5). The browser loads this when one is first touched. */

import * as z from 'zod/mini'
import { isCep, normalizeCep } from '../../core/cep.ts'
import { isCnpj, normalizeCnpj } from '../../core/cnpj.ts'
import { isCpf, normalizeCpf } from '../../core/cpf.ts'
import { parseBRL } from '../../core/money.ts'
import { PASSWORD_LENGTH } from '../../core/password.ts'
import { passwordMessages as pm, registrationMessages as rm } from '../copy/account.ts'
import { authFieldErrors } from '../copy/auth.ts'
import { newPassword } from './auth.ts'
import { NAME_MIN, PASSWORD_MIN_TYPED } from './lengths.ts'

/** Becomes `IndividualData` of the module registrations. */
export const individualForm = z.object({
  nome: text(NAME_MIN, 200, rm.nome),
  cpf: normalized(isCpf, normalizeCpf, rm.cpf),
  rg: rg(),
  endereco: text(10, 300, rm.endereco),
  cidade: text(2, 120, rm.cidade),
  cep: normalized(isCep, normalizeCep, rm.cep),
  rendaPresumida: amount(rm.renda, rm.rendaInvalida),
})

/** Becomes `CompanyData` of the module registrations. */
export const companyForm = z.object({
  razaoSocial: text(NAME_MIN, 200, rm.razaoSocial),
  cnpj: normalized(isCnpj, normalizeCnpj, rm.cnpj),
  nomeResponsavel: text(NAME_MIN, 200, rm.nomeResponsavel),
  cpfResponsavel: normalized(isCpf, normalizeCpf, rm.cpf),
  rgResponsavel: rg(),
  enderecoEmpresa: text(10, 300, rm.endereco),
  cidadeEmpresa: text(2, 120, rm.cidade),
  cepEmpresa: normalized(isCep, normalizeCep, rm.cep),
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

function text(least: number, most: number, message: string) {
  return z.string(message).check(z.trim(), z.minLength(least, message), z.maxLength(most, rm.tooLong(most)))
}

/** No national form: seven to twenty characters with a digit among them. */
function rg() {
  return z.string(rm.rg).check(z.trim(), z.regex(/^(?=.*\d)[0-9A-Za-z./ -]{7,20}$/, rm.rg))
}

function normalized(
  isRight: (text: string) => boolean,
  normalize: (text: string) => string,
  message: string,
) {
  return z.pipe(z.string(message).check(z.refine(isRight, message)), z.transform(normalize))
}

/** 'R$ 3.500,00' → centavos. */
function amount(missing: string, invalid: string) {
  const isAmount = (typed: string) => (parseBRL(typed) ?? -1) >= 0
  return z.pipe(
    z.string(missing).check(z.trim(), z.minLength(1, missing), z.refine(isAmount, invalid)),
    z.transform((typed) => parseBRL(typed) ?? 0),
  )
}
