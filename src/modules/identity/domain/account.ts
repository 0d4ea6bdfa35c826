import { type DocumentKind, documentKind, normalizeDocument } from '../../../core/documento.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { passwordProblems } from '../../../core/password.ts'
import { normalizePhone } from '../../../core/phone.ts'
import { digitsOf } from '../../../core/text.ts'
import type { AccountType, Profile } from './person.ts'
import { LONGEST_PASSWORD } from './typed.ts'

export type PasswordRefusal = 'password_weak' | 'password_too_long'

/** The one rule for new passwords, wherever they are chosen (src/core/password.ts). */
export function checkNewPassword(password: string): Outcome<string, PasswordRefusal> {
  if (password.length > LONGEST_PASSWORD) return refuse('password_too_long')
  const problems = passwordProblems(password)
  return problems.length === 0 ? ok(password) : refuse('password_weak', problems.join(' '))
}

/**
 * What is stored of a person. The document is a CPF for a person and a CNPJ for a company, check digits included;
 * it may be empty, for the sign-up of /auth asks for none.
 */
export function profileFrom({
  nome,
  documento,
  telefone,
  tipoConta,
}: Profile): Outcome<Profile, 'documento_invalid'> {
  const given = documento.trim()
  if (given !== '' && documentKind(given) !== kindFor[tipoConta]) return refuse('documento_invalid')
  return ok({
    nome: nome.trim().replace(/\s+/g, ' ').slice(0, 200),
    documento: given === '' ? '' : normalizeDocument(given),
    telefone: normalizePhone(telefone) ?? digitsOf(telefone).slice(0, 15),
    tipoConta,
  })
}

const kindFor: Record<AccountType, DocumentKind> = { pessoal: 'cpf', empresa: 'cnpj' }

export const EMPTY_PROFILE: Profile = { nome: '', documento: '', telefone: '', tipoConta: 'pessoal' }
