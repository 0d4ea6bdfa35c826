export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Value inside a JSON document, with the names and indexes of the path to it. */
export interface Field {
  path: readonly string[]
  value: Json
}

/** Returns every value inside a document, including objects and lists but not the document itself. */
export function fieldsOf(document: Json, path: readonly string[] = []): Field[] {
  if (document === null || typeof document !== 'object') return []
  return Object.entries(document).flatMap(([name, value]) => {
    const field = { path: [...path, name], value }
    return [field, ...fieldsOf(value, field.path)]
  })
}

/** Checks whether a path matches the requested one: `results.*.id`, where `*` stands for one name or index. */
export function isField(path: readonly string[], asked: string): boolean {
  const names = asked.split('.')
  return names.length === path.length && names.every((name, at) => name === '*' || name === path[at])
}

/** Edit of one value: replaced by other JSON text, removed, renamed, or present twice under the same name. */
export type Edit =
  | { raw: string }
  | { absent: true }
  | { name: string }
  /** JSON text of another entry with the same name, inserted before or after it. */
  | { before: string }
  | { after: string }

/** Writes the document as JSON text with one value edited. The result need not be valid JSON. */
export function writeEdited(document: Json, path: readonly string[], edit: Edit): string {
  const [name, ...rest] = path
  if (name === undefined) return 'raw' in edit ? edit.raw : JSON.stringify(document)
  if (document === null || typeof document !== 'object') return JSON.stringify(document)
  const entries = Object.entries(document).flatMap(([key, value]): [key: string, text: string][] => {
    if (key !== name) return [[key, JSON.stringify(value)]]
    if (rest.length > 0) return [[key, writeEdited(value, rest, edit)]]
    const text = JSON.stringify(value)
    if ('raw' in edit) return [[key, edit.raw]]
    if ('absent' in edit) return []
    if ('name' in edit) return [[edit.name, text]]
    return 'before' in edit
      ? [
          [key, edit.before],
          [key, text],
        ]
      : [
          [key, text],
          [key, edit.after],
        ]
  })
  return Array.isArray(document)
    ? `[${entries.map(([, text]) => text).join(',')}]`
    : `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`
}
