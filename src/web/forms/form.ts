/**
 * The types that a form's action and component share. Runs in the browser and on the server, so that the messages are
 * the same with and without JavaScript.
 */

/** One message per field, by field name. A message about the whole form has the key `form`. */
export type FormErrors = Record<string, string>

/** The submitted values, to show again. Never a password, never a file. */
export type FormValues = Record<string, string>

/** What an action returns for an invalid form; the component shows it beside the fields. */
export interface FormFailure {
  errors: FormErrors
  values: FormValues
}

/** The shape of an issue in `zod` and `zod/mini`. */
interface Issue {
  path: PropertyKey[]
  message: string
}

/** The first message of each field. */
export function errorsOf(issues: readonly Issue[]): FormErrors {
  const errors: FormErrors = {}
  for (const { path, message } of issues) {
    const field = String(path[0] ?? 'form')
    errors[field] ??= message
  }
  return errors
}

/** A form's entries as an object. A repeated name becomes an array, an empty file input is omitted. */
export function entriesOf(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const entries: Record<string, FormDataEntryValue | FormDataEntryValue[]> = {}
  for (const name of new Set(form.keys())) {
    const given = form.getAll(name).filter((value) => typeof value === 'string' || value.size > 0)
    const [first] = given
    if (first !== undefined) entries[name] = given.length > 1 ? given : first
  }
  return entries
}

/** The submitted values that may be shown again: no password, no file. */
export function valuesOf(form: FormData): FormValues {
  const values: FormValues = {}
  for (const [name, value] of form) {
    if (typeof value === 'string' && !isSecret(name)) values[name] = value
  }
  return values
}

/** Whether a field's value must never be echoed, judging by its name. */
function isSecret(name: string): boolean {
  return /senha|password|token|secret/i.test(name)
}
