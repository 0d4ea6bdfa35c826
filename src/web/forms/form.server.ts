import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { entriesOf, errorsOf, type FormErrors, type FormFailure, type FormValues, valuesOf } from './form.ts'

export type ParsedForm<T> = { ok: true; value: T } | ({ ok: false } & FormFailure)

/**
 * Parses a submitted form with a schema.
 *
 * @returns the value, or one message per field and the submitted values (never a password) to show again
 */
export function parseForm<S extends $ZodType>(schema: S, form: FormData): ParsedForm<output<S>> {
  const parsed = safeParse(schema, entriesOf(form))
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, errors: errorsOf(parsed.error.issues), values: valuesOf(form) }
}

/** Returns a failure of a form that its schema accepted (such as an e-mail address already in use, or a wrong password). */
export function refuseForm(
  form: FormData,
  errors: FormErrors,
  values: FormValues = valuesOf(form),
): FormFailure {
  return { errors, values }
}
