import * as z from 'zod/mini'
import { isIsoDate } from '../../core/calendar.ts'
import { parseBRL } from '../../core/money.ts'
import { isPhone, normalizePhone } from '../../core/phone.ts'
import { vehicleFieldErrors as say } from '../copy/vehicle-financing.ts'
import { NAME_MAX, NAME_MIN } from './lengths.ts'

/** The vehicle proposal (specification, sections 3 and 5): every field is required. */
export const vehicleSchema = z.object({
  name: text(NAME_MIN, NAME_MAX, say.name),
  birthDate: z
    .string(say.birthDate)
    .check(z.refine((date) => isIsoDate(date) && date >= '1900-01-01', say.birthDate)),
  phone: z.pipe(
    z.string(say.phone).check(z.refine(isPhone, say.phone)),
    z.transform((phone) => normalizePhone(phone) ?? ''),
  ),
  email: z.string(say.email).check(z.trim(), z.toLowerCase(), z.email(say.email)),
  income: amount(say.income),
  vehicleBrand: text(2, 60, say.vehicleBrand),
  vehicleModel: text(1, 80, say.vehicleModel),
  vehicleYear: z.string(say.vehicleYear).check(z.trim(), z.regex(/^(?:19|20)\d{2}$/, say.vehicleYear)),
  vehicleValue: amount(say.vehicleValue),
})

function text(least: number, most: number, message: string) {
  return z.string(message).check(z.trim(), z.minLength(least, message), z.maxLength(most, message))
}

/** A Brazilian amount as typed, 'R$ 35.000,00' or '35000', in centavos. */
function amount(message: string) {
  const most = 100_000_000_00
  return z.pipe(
    z.string(message).check(
      z.refine((text) => {
        const centavos = parseBRL(text)
        return centavos !== undefined && centavos > 0 && centavos <= most
      }, message),
    ),
    z.transform((text) => parseBRL(text) ?? 0),
  )
}
