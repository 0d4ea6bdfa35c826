import * as z from 'zod/mini'
import { type DocumentKind, documentKind } from '../../core/documento.ts'
import { normalizeEmail } from '../../core/email.ts'
import { isTooSimple, PASSWORD_LENGTH } from '../../core/password.ts'
import { digitsOf } from '../../core/text.ts'
import { accountTypes, isEmail, MAX_PASSWORD_LENGTH } from '../../modules/identity/public.ts'
import { authFieldErrors as messages } from '../copy/auth.ts'
import { LONG_NAME_MAX, PASSWORD_MIN_TYPED, PHONE_MIN } from './lengths.ts'
import { personName } from './person-name.ts'

/** Account forms (specification, sections 3 and 5), validated by one schema in the browser and on the server. */

const email = z.string(messages.email).check(z.overwrite(normalizeEmail), z.refine(isEmail, messages.email))
const typedPassword = z.string(messages.password6).check(z.minLength(PASSWORD_MIN_TYPED, messages.password6))
const repeatedPassword = z.string(messages.mismatch)

/** A telephone number; only its digits are counted. */
export const typedPhone = z.string(messages.telefone).check(
  z.trim(),
  z.refine((text) => isPhoneLength(digitsOf(text).length), messages.telefone),
)

/**
 * Returns the rule for new passwords, except the check for easily guessed ones, which requires a list that only the server has.
 * Only the message about a short password differs between forms.
 */
export function newPassword(...tooShort: [length: number, message: string][]) {
  return z.string(tooShort[0]?.[1]).check(
    ...tooShort.map(([length, message]) => z.minLength(length, message)),
    z.refine((password) => !isTooSimple(password), messages.passwordClasses),
    z.maxLength(MAX_PASSWORD_LENGTH, messages.passwordLong),
  )
}

/** Requires two fields to be equal. The error appears at the second field, even when other fields are invalid. */
function equalFields(first: string, second: string) {
  return z.refine<Record<string, unknown>>((form) => form[first] === form[second], {
    error: messages.mismatch,
    path: [second],
    when: () => true,
  })
}

export const signInSchema = z.object({ email, password: typedPassword })

export const signUpSchema = z
  .object({
    email,
    password: newPassword([PASSWORD_LENGTH, messages.password8]),
    confirmPassword: repeatedPassword,
  })
  .check(equalFields('password', 'confirmPassword'))

/** Schema of a sign-up during a hiring: the dialog requested the other data, and a mistyped password costs only a recovery. */
export const hiringSignUpSchema = z.object({
  email,
  password: newPassword([PASSWORD_LENGTH, messages.password8]),
})

/** Schema of the form at a confirmation link. In the browser that signed up, no password has to be typed. */
export const confirmSchema = z.object({
  senha: z._default(newPassword([PASSWORD_LENGTH, messages.password8]), ''),
})

export const resetSchema = z.object({ email })

export const recoverySchema = z
  .object({
    newPassword: newPassword([PASSWORD_LENGTH, messages.newPassword8]),
    confirmNewPassword: repeatedPassword,
  })
  .check(equalFields('newPassword', 'confirmNewPassword'))

export const changePasswordSchema = z
  .object({
    currentPassword: z
      .string(messages.currentPassword)
      .check(z.minLength(PASSWORD_MIN_TYPED, messages.currentPassword)),
    newPassword: newPassword([PASSWORD_LENGTH, messages.newPassword8]),
    confirmNewPassword: repeatedPassword,
  })
  .check(equalFields('newPassword', 'confirmNewPassword'))

export const createAccountSchema = z
  .object({
    tipoConta: z.enum(accountTypes, messages.tipoConta),
    nome: personName(messages.nome, { max: LONG_NAME_MAX }),
    email,
    telefone: typedPhone,
    documento: z.string(messages.documento).check(z.trim(), z.minLength(11, messages.documento)),
    senha: newPassword([PASSWORD_MIN_TYPED, messages.password6], [PASSWORD_LENGTH, messages.password8]),
    confirmarSenha: repeatedPassword,
  })
  .check(
    equalFields('senha', 'confirmarSenha'),
    z.refine(
      ({ tipoConta, documento }) => {
        const kind = documentKind(String(documento))
        // A missing account type has its own message; any valid document is then accepted.
        return kind !== undefined && kind === (documentKindOf[tipoConta] ?? kind)
      },
      { error: messages.documento, path: ['documento'], when: () => true },
    ),
  )

const documentKindOf: Partial<Record<string, DocumentKind>> = { pessoal: 'cpf', empresa: 'cnpj' }

/** Checks the number of digits; allows three additional digits for a country code. */
function isPhoneLength(digits: number): boolean {
  return digits >= PHONE_MIN && digits <= PHONE_MIN + 3
}
