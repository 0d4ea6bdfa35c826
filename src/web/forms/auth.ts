import * as z from 'zod/mini'
import { type DocumentKind, documentKind } from '../../core/documento.ts'
import { isTooCommon, isTooSimple, PASSWORD_LENGTH } from '../../core/password.ts'
import { digitsOf } from '../../core/text.ts'
import { accountTypes, isEmail, MAX_PASSWORD_LENGTH } from '../../modules/identity/public.ts'
import { authFieldErrors as say } from '../copy/auth.ts'
import { NAME_MIN, PASSWORD_MIN_TYPED, PHONE_MIN } from './lengths.ts'

/** Forms of the accounts (specification, sections 3 and 5), checked alike in the browser and on the server. */

const email = z.string(say.email).check(z.trim(), z.toLowerCase(), z.refine(isEmail, say.email))
const typedPassword = z.string(say.password6).check(z.minLength(PASSWORD_MIN_TYPED, say.password6))
const repeated = z.string(say.mismatch)

/** The one rule for new passwords; only what is said of a short one differs from form to form. */
export function newPassword(...tooShort: [length: number, message: string][]) {
  return z.string(tooShort[0]?.[1]).check(
    ...tooShort.map(([length, message]) => z.minLength(length, message)),
    z.refine((password) => !isTooSimple(password), say.passwordClasses),
    z.refine((password) => !isTooCommon(password), say.passwordCommon),
    z.maxLength(MAX_PASSWORD_LENGTH, say.passwordLong),
  )
}

/** Said under the second field, whatever else is wrong. */
function same(first: string, second: string) {
  return z.refine<Record<string, unknown>>((form) => form[first] === form[second], {
    error: say.mismatch,
    path: [second],
    when: () => true,
  })
}

export const signInSchema = z.object({ email, password: typedPassword })

export const signUpSchema = z
  .object({
    email,
    password: newPassword([PASSWORD_LENGTH, say.password8]),
    confirmPassword: repeated,
  })
  .check(same('password', 'confirmPassword'))

export const resetSchema = z.object({ email })

export const recoverySchema = z
  .object({
    newPassword: newPassword([PASSWORD_LENGTH, say.newPassword8]),
    confirmNewPassword: repeated,
  })
  .check(same('newPassword', 'confirmNewPassword'))

export const changePasswordSchema = z
  .object({
    currentPassword: z
      .string(say.currentPassword)
      .check(z.minLength(PASSWORD_MIN_TYPED, say.currentPassword)),
    newPassword: newPassword([PASSWORD_LENGTH, say.newPassword8]),
    confirmNewPassword: repeated,
  })
  .check(same('newPassword', 'confirmNewPassword'))

export const createAccountSchema = z
  .object({
    tipoConta: z.enum(accountTypes, say.tipoConta),
    nome: z.string(say.nome).check(z.trim(), z.minLength(NAME_MIN, say.nome), z.maxLength(200, say.nome)),
    email,
    telefone: z.string(say.telefone).check(
      z.trim(),
      z.refine((text) => isPhoneLength(digitsOf(text).length), say.telefone),
    ),
    documento: z.string(say.documento).check(z.trim(), z.minLength(11, say.documento)),
    senha: newPassword([PASSWORD_MIN_TYPED, say.password6], [PASSWORD_LENGTH, say.password8]),
    confirmarSenha: repeated,
  })
  .check(
    same('senha', 'confirmarSenha'),
    z.refine(
      ({ tipoConta, documento }) => {
        const kind = documentKind(String(documento))
        // Without a type of account, which is said on its own, any right document will do.
        return kind !== undefined && kind === (documentOf[tipoConta] ?? kind)
      },
      { error: say.documento, path: ['documento'], when: () => true },
    ),
  )

const documentOf: Partial<Record<string, DocumentKind>> = { pessoal: 'cpf', empresa: 'cnpj' }

/** With the country's code, three digits more. */
function isPhoneLength(digits: number): boolean {
  return digits >= PHONE_MIN && digits <= PHONE_MIN + 3
}
