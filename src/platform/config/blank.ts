/** Returns undefined for a variable that is set to nothing, or to spaces, which would be read as the number 0 or as a name. */
export function blankIsUnset(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? undefined : value
}
