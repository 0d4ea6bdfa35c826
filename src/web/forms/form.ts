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

/**
 * A form's entries as an object, in one pass. A repeated name becomes an array, an empty file input is omitted. Names are
 * of the sender's choice: `fromEntries` makes even `__proto__` a plain key.
 */
export function entriesOf(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const entries = new Map<string, FormDataEntryValue | FormDataEntryValue[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' && value.size === 0) continue
    const earlier = entries.get(name)
    if (Array.isArray(earlier)) earlier.push(value)
    else entries.set(name, earlier === undefined ? value : [earlier, value])
  }
  return Object.fromEntries(entries)
}

/** The submitted values that may be shown again: no password, no file. */
export function valuesOf(form: FormData): FormValues {
  const values = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value === 'string' && !isSecret(name)) values.set(name, value)
  }
  return Object.fromEntries(values)
}

/** Whether a field's value must never be echoed, judging by its name. */
function isSecret(name: string): boolean {
  return /senha|password|token|secret/i.test(name)
}
