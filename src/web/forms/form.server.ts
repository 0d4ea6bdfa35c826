import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { entriesOf, errorsOf, type FormErrors, type FormFailure, type FormValues, valuesOf } from './form.ts'

export type ParsedForm<T> = { ok: true; value: T } | ({ ok: false } & FormFailure)

/**
 * Reads a posted form by a schema.
 *
 * @returns the value, or one message a field and what was typed (never a password) to be shown again
 */
export function parseForm<S extends $ZodType>(schema: S, form: FormData): ParsedForm<output<S>> {
  const parsed = safeParse(schema, entriesOf(form))
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, errors: errorsOf(parsed.error.issues), values: valuesOf(form) }
}

/** A refusal decided after the schema was satisfied (an e-mail already in use, a wrong password). */
export function refuseForm(
  form: FormData,
  errors: FormErrors,
  values: FormValues = valuesOf(form),
): FormFailure {
  return { errors, values }
}
