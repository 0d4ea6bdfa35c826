import * as z from 'zod/mini'
import { isIsoDate } from '../../core/calendar.ts'
import { normalizeEmail } from '../../core/email.ts'
import { parseBRL } from '../../core/money.ts'
import { isPhone, normalizePhone } from '../../core/phone.ts'
import { isEmail } from '../../modules/identity/public.ts'
import { vehicleFieldErrors as messages } from '../copy/vehicle-financing.ts'
import { personName } from './person-name.ts'

/** Schema of the vehicle proposal (specification, sections 3 and 5): every field is required. */
export const vehicleSchema = z.object({
  name: personName(messages.name),
  birthDate: z
    .string(messages.birthDate)
    .check(z.refine((date) => isIsoDate(date) && date >= '1900-01-01', messages.birthDate)),
  phone: z.pipe(
    z.string(messages.phone).check(z.refine(isPhone, messages.phone)),
    z.transform((phone) => normalizePhone(phone) ?? ''),
  ),
  email: z.string(messages.email).check(z.overwrite(normalizeEmail), z.refine(isEmail, messages.email)),
  income: amount(messages.income),
  vehicleBrand: text(2, 60, messages.vehicleBrand),
  vehicleModel: text(1, 80, messages.vehicleModel),
  vehicleYear: z
    .string(messages.vehicleYear)
    .check(z.trim(), z.regex(/^(?:19|20)\d{2}$/, messages.vehicleYear)),
  vehicleValue: amount(messages.vehicleValue),
})

function text(min: number, max: number, message: string) {
  return z.string(message).check(z.trim(), z.minLength(min, message), z.maxLength(max, message))
}

/** Parses a Brazilian amount as typed, 'R$ 35.000,00' or '35000', to centavos. */
function amount(message: string) {
  const max = 100_000_000_00
  return z.pipe(
    z.string(message).check(
      z.refine((text) => {
        const centavos = parseBRL(text)
        return centavos !== undefined && centavos > 0 && centavos <= max
      }, message),
    ),
    z.transform((text) => parseBRL(text) ?? 0),
  )
}
