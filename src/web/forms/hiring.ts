import * as z from 'zod/mini'
import { isCpf } from '../../core/cpf.ts'
import { isPhone } from '../../core/phone.ts'
import { digitsOf } from '../../core/text.ts'
import { hiringFieldErrors as say } from '../copy/hiring.ts'
import { CPF_DIGITS, NAME_MAX, NAME_MIN, PHONE_MIN } from './lengths.ts'

/** The contracting party (spec section 5). What is hired has messages of its own, given before this is asked. */
export const hiringSchema = z.object({
  name: z
    .string(say.name)
    .check(z.trim(), z.minLength(NAME_MIN, say.name), z.maxLength(NAME_MAX, say.nameLong)),
  cpf: z.string(say.cpfShort).check(
    z.refine((text) => digitsOf(text).length >= CPF_DIGITS, say.cpfShort),
    z.maxLength(14, say.cpf),
    z.refine(isCpf, say.cpf),
  ),
  phone: z.string(say.phoneShort).check(
    z.refine((text) => digitsOf(text).length >= PHONE_MIN, say.phoneShort),
    z.refine(isPhone, say.phone),
  ),
})
