import * as z from 'zod/mini'
import { isCpf, normalizeCpf } from '../../core/cpf.ts'
import { normalizeEmail } from '../../core/email.ts'
import { type PaymentMethod, paymentMethods } from '../../core/payment-terms.ts'
import { normalizeName } from '../../core/person-name.ts'
import { isPhone, normalizePhone } from '../../core/phone.ts'
import { digitsOf, hasLetter } from '../../core/text.ts'
import { isEmail } from '../../modules/identity/public.ts'
import { consultFieldErrors as messages } from '../copy/consultations.ts'
import { CPF_DIGITS, NAME_MAX, PHONE_MIN } from './lengths.ts'
import { personName } from './person-name.ts'

/** Parsed value of every look-up form. Field names and messages differ between forms (specification, section 5). */
export interface ConsultForm {
  /** 11 digits. */
  cpf: string
  name: string
  /** In E.164 format. */
  phone: string
  email: string | undefined
  method: PaymentMethod
}

const toDigits = z.transform(normalizeCpf)
const toE164 = z.transform((phone: string) => normalizePhone(phone) ?? '')

const shared = {
  paymentMethod: z.pipe(
    z.enum([...paymentMethods, 'card'], messages.method),
    z.transform((method): PaymentMethod => (method === 'pix' ? 'pix' : 'credit_card')),
  ),
  email: z.optional(
    z.pipe(
      z.string(messages.email).check(
        z.overwrite(normalizeEmail),
        z.refine((text) => text === '' || isEmail(text), messages.email),
      ),
      z.transform((text) => text || undefined),
    ),
  ),
  declaracao: z.string(messages.declaration).check(z.minLength(1, messages.declaration)),
}

/** Schema of the form of /cpf-consult. */
export const cpfConsultSchema = z.pipe(
  z.object({
    ...shared,
    cpf: z.pipe(z.string(messages.cpf).check(z.refine(isCpf, messages.cpf)), toDigits),
    name: z
      .string(messages.nameRequired)
      .check(
        z.overwrite(normalizeName),
        z.refine(hasLetter, messages.nameRequired),
        z.maxLength(NAME_MAX, messages.nameLong),
      ),
    phone: z.pipe(z.string(messages.phone).check(z.refine(isPhone, messages.phone)), toE164),
  }),
  z.transform(
    ({ cpf, name, phone, email, paymentMethod }): ConsultForm => ({
      cpf,
      name,
      phone,
      email,
      method: paymentMethod,
    }),
  ),
)

/** Schema of the forms of /complete-consult, /rating-consult and /bacen-consult. */
export const consultSchema = z.pipe(
  z.object({
    ...shared,
    cpf: z.pipe(
      z.string(messages.cpfShort).check(
        z.trim(),
        z.refine((text) => digitsOf(text).length >= CPF_DIGITS, messages.cpfShort),
        z.maxLength(14, messages.cpf),
        z.refine(isCpf, messages.cpf),
      ),
      toDigits,
    ),
    nome: personName(messages.nameShort, { tooLong: messages.nameLong }),
    telefone: z.pipe(
      z.string(messages.phoneShort).check(
        z.refine((text) => digitsOf(text).length >= PHONE_MIN, messages.phoneShort),
        z.refine(isPhone, messages.phone),
      ),
      toE164,
    ),
  }),
  z.transform(
    ({ cpf, nome, telefone, email, paymentMethod }): ConsultForm => ({
      cpf,
      name: nome,
      phone: telefone,
      email,
      method: paymentMethod,
    }),
  ),
)
