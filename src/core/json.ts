/**
 * JSON with the keys of every object in order, so that the same content is the same text: a database keeps an object's
 * content, not how it was written.
 *
 * @param value plain JSON; a Date becomes its ISO text and `undefined` is left out, as in JSON.stringify
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** What a text says as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
