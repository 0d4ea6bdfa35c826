import * as z from 'zod/mini'
import { isCpf } from '../../core/cpf.ts'
import { isPhone } from '../../core/phone.ts'
import { digitsOf } from '../../core/text.ts'
import { hiringFieldErrors as messages } from '../copy/hiring.ts'
import { CPF_DIGITS, PHONE_MIN } from './lengths.ts'
import { personName } from './person-name.ts'

/** Schema of the contracting party (specification, section 5). The plan is validated before it, with its own messages. */
export const hiringSchema = z.object({
  name: personName(messages.name, { tooLong: messages.nameLong }),
  cpf: z.string(messages.cpfShort).check(
    z.trim(),
    z.refine((text) => digitsOf(text).length >= CPF_DIGITS, messages.cpfShort),
    z.maxLength(14, messages.cpf),
    z.refine(isCpf, messages.cpf),
  ),
  phone: z.string(messages.phoneShort).check(
    z.refine((text) => digitsOf(text).length >= PHONE_MIN, messages.phoneShort),
    z.refine(isPhone, messages.phone),
  ),
})
