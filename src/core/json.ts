/**
 * JSON with the keys of every object sorted, so that equal content produces equal text: `jsonb` does not keep the order
 * of keys.
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

/** Parses JSON; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
