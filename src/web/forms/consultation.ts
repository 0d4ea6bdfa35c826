import * as z from 'zod/mini'
import { isCpf, normalizeCpf } from '../../core/cpf.ts'
import { type PaymentMethod, paymentMethods } from '../../core/payment-terms.ts'
import { isPhone, normalizePhone } from '../../core/phone.ts'
import { digitsOf } from '../../core/text.ts'
import { isEmail } from '../../modules/identity/public.ts'
import { consultFieldErrors as say } from '../copy/consultations.ts'
import { CPF_DIGITS, NAME_MAX, NAME_MIN, PHONE_MIN } from './lengths.ts'

/** The forms of the look-ups (specification, section 5): names and messages as given there, one value for all. */
export interface ConsultForm {
  /** 11 digits. */
  cpf: string
  name: string
  /** E.164. */
  phone: string
  email: string | undefined
  method: PaymentMethod
}

const toDigits = z.transform(normalizeCpf)
const toStored = z.transform((phone: string) => normalizePhone(phone) ?? '')

const shared = {
  paymentMethod: z.pipe(
    z.enum([...paymentMethods, 'card'], say.method),
    z.transform((method): PaymentMethod => (method === 'pix' ? 'pix' : 'credit_card')),
  ),
  email: z.optional(
    z.pipe(
      z.string(say.email).check(
        z.trim(),
        z.toLowerCase(),
        z.refine((text) => text === '' || isEmail(text), say.email),
      ),
      z.transform((text) => text || undefined),
    ),
  ),
  declaracao: z.string(say.declaration).check(z.minLength(1, say.declaration)),
}

/** /cpf-consult. */
export const cpfConsultSchema = z.pipe(
  z.object({
    ...shared,
    cpf: z.pipe(z.string(say.cpf).check(z.refine(isCpf, say.cpf)), toDigits),
    name: z
      .string(say.nameRequired)
      .check(z.trim(), z.minLength(1, say.nameRequired), z.maxLength(NAME_MAX, say.nameLong)),
    phone: z.pipe(z.string(say.phone).check(z.refine(isPhone, say.phone)), toStored),
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

/** /complete-consult, /rating-consult and /bacen-consult. */
export const consultSchema = z.pipe(
  z.object({
    ...shared,
    cpf: z.pipe(
      z.string(say.cpfShort).check(
        z.refine((text) => digitsOf(text).length >= CPF_DIGITS, say.cpfShort),
        z.maxLength(14, say.cpf),
        z.refine(isCpf, say.cpf),
      ),
      toDigits,
    ),
    nome: z
      .string(say.nameShort)
      .check(z.trim(), z.minLength(NAME_MIN, say.nameShort), z.maxLength(NAME_MAX, say.nameLong)),
    telefone: z.pipe(
      z.string(say.phoneShort).check(
        z.refine((text) => digitsOf(text).length >= PHONE_MIN, say.phoneShort),
        z.refine(isPhone, say.phone),
      ),
      toStored,
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
