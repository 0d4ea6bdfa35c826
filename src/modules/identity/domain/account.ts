import { type DocumentKind, documentKind, normalizeDocument } from '../../../core/documento.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { isTooSimple, PASSWORD_LENGTH } from '../../../core/password.ts'
import { normalizePhone } from '../../../core/phone.ts'
import { digitsOf } from '../../../core/text.ts'
import { MAX_PASSWORD_LENGTH } from './credentials.ts'
import { guessesLog10, type KnownWords, MIN_GUESSES_LOG10 } from './guesses.ts'
import type { AccountType, Profile } from './person.ts'

export type PasswordRefusal = 'password_weak' | 'password_common' | 'password_too_long'

/** The rule for new passwords on every form: the specification's (src/core/password.ts), and resistance to guessing. */
export function checkNewPassword(password: string, known: KnownWords): Outcome<string, PasswordRefusal> {
  if (password.length > MAX_PASSWORD_LENGTH) return refuse('password_too_long')
  if (password.length < PASSWORD_LENGTH || isTooSimple(password)) return refuse('password_weak')
  return guessesLog10(password, known) < MIN_GUESSES_LOG10 ? refuse('password_common') : ok(password)
}

/**
 * The profile as it is stored. The document is a CPF for a person and a CNPJ for a company, with valid check digits;
 * it may be empty, because the sign-up of /auth does not ask for it.
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
