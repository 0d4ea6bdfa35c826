/**
 * What a form carries between the browser, an action and its screen. Safe in both: the same functions make the
 * same messages with and without JavaScript.
 */

/** One message a field, by the field's name. A message about the form as a whole stands under `form`. */
export type FormErrors = Record<string, string>

/** What was typed, to be shown again. Never a password, never a file. */
export type FormValues = Record<string, string>

/** What an action returns when it refuses: the screen shows it beside the fields. */
export interface FormFailure {
  errors: FormErrors
  values: FormValues
}

/** The shape of an issue shared by every Zod flavour. */
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

/** A form's entries as an object: a name given more than once becomes a list, an empty file input disappears. */
export function entriesOf(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const entries: Record<string, FormDataEntryValue | FormDataEntryValue[]> = {}
  for (const name of new Set(form.keys())) {
    const given = form.getAll(name).filter((value) => typeof value === 'string' || value.size > 0)
    const [first] = given
    if (first !== undefined) entries[name] = given.length > 1 ? given : first
  }
  return entries
}

/** The texts of a form that may be shown again: no password, no file. */
export function valuesOf(form: FormData): FormValues {
  const values: FormValues = {}
  for (const [name, value] of form) {
    if (typeof value === 'string' && !isSecret(name)) values[name] = value
  }
  return values
}

/** Whether a field's name says that its content must never be echoed. */
function isSecret(name: string): boolean {
  return /senha|password|token|secret/i.test(name)
}
