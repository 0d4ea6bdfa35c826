/**
 * Reads a whole number that a page wrote in an address or a form: the number of a version, a place in a log. Undefined for anything else, and
 * from a thousand million on, which is more than a column of the database holds.
 */
export function readWholeNumber(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
}
