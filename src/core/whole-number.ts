/**
 * Reads a whole number that a page wrote in an address or a form: the number of a version, a place in a log, a price in centavos.
 * Undefined for anything else, and above `max`, by default what nine digits hold: a column of the database holds no more digits.
 */
export function readWholeNumber(text: string, max = 999_999_999): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const number = Number(text)
  return number <= max ? number : undefined
}
