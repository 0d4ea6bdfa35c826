import * as z from 'zod/mini'
import { isPersonName, normalizeName } from '../../core/person-name.ts'
import { NAME_MAX } from './lengths.ts'

/** Schema of a person's full name, which is stored as `normalizeName` returns it. */
export function personName(message: string, { tooLong = message, max = NAME_MAX } = {}) {
  return z
    .string(message)
    .check(z.overwrite(normalizeName), z.refine(isPersonName, message), z.maxLength(max, tooLong))
}
