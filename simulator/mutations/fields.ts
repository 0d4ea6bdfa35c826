export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A value inside a JSON document, with the names and indexes that lead to it. */
export interface Field {
  path: readonly string[]
  value: Json
}

/** Every value inside a document, objects and lists included, without the document itself. */
export function fieldsOf(document: Json, path: readonly string[] = []): Field[] {
  if (document === null || typeof document !== 'object') return []
  return Object.entries(document).flatMap(([name, value]) => {
    const field = { path: [...path, name], value }
    return [field, ...fieldsOf(value, field.path)]
  })
}

/** Whether a path is the one asked for: `results.*.id`, where `*` stands for one name or index. */
export function isField(path: readonly string[], asked: string): boolean {
  const names = asked.split('.')
  return names.length === path.length && names.every((name, at) => name === '*' || name === path[at])
}

/** What becomes of one value: other JSON text in its place, nothing, another name, or its name twice. */
export type Edit =
  | { raw: string }
  | { absent: true }
  | { name: string }
  /** The JSON text of an entry of the same name, before or after it. */
  | { before: string }
  | { after: string }

/** The document as JSON text with one value edited. The text need not be valid JSON any more. */
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
