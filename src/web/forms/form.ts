/**
 * Types that a form's action and component share. The code runs in the browser and on the server, so that the messages are the
 * same with and without JavaScript.
 */

/** Messages by field name, one per field. A message about the whole form has the key `form`. */
export type FormErrors = Record<string, string>

/** Submitted values, to show again. Never a password, never a file. */
export type FormValues = Record<string, string>

/** Result that an action returns for an invalid form; the component shows it beside the fields. */
export interface FormFailure {
  errors: FormErrors
  values: FormValues
}

/** Common shape of an issue in `zod` and `zod/mini`. */
interface Issue {
  path: PropertyKey[]
  message: string
}

/** Returns the first message of each field. */
export function errorsOf(issues: readonly Issue[]): FormErrors {
  const errors: FormErrors = {}
  for (const { path, message } of issues) {
    const field = String(path[0] ?? 'form')
    errors[field] ??= message
  }
  return errors
}

/**
 * Returns a form's entries as an object, in one pass. A repeated name becomes an array, an empty file input is omitted. The
 * sender chooses the names: `fromEntries` makes even `__proto__` a plain key.
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

/** Returns the submitted values that may be shown again: no password, no file. */
export function valuesOf(form: FormData): FormValues {
  const values = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value === 'string' && !isSecret(name)) values.set(name, value)
  }
  return Object.fromEntries(values)
}

/** Checks by the name of a field whether its value must never be echoed. */
function isSecret(name: string): boolean {
  return /senha|password|token|secret/i.test(name)
}
