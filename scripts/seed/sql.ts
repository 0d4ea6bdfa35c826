/**
 * SQL expressions that compute rows from their number. Everything depends only on the number: two runs with the same options give
 * the same rows, and a row knows the id of another one without a query.
 */

/** Numbers of the kinds of rows, so that no two rows have the same id. */
export const kinds = {
  user: 1,
  order: 2,
  instalment: 3,
  charge: 4,
  payment: 5,
  sale: 6,
  receipt: 7,
  fee: 8,
  returned: 9,
  refund: 10,
  cancellation: 11,
  lookup: 12,
  document: 13,
  message: 14,
  event: 15,
  history: 16,
  completion: 17,
  credit: 18,
  proposal: 19,
  notice: 20,
  lookupCharge: 21,
  lookupPayment: 22,
  lookupReceipt: 23,
  version: 24,
  conversation: 25,
  heard: 26,
} as const

/** Returns a time-ordered UUID (version 7) for the row `number` of a kind, created at the time `at`. */
export function idOf(kind: keyof typeof kinds, number: string, at: string): string {
  const time = `lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`
  const tag = kinds[kind].toString(16).padStart(3, '0')
  return `(${time} || '7${tag}8' || lpad(to_hex((${number})::bigint), 15, '0'))::uuid`
}

/** Returns a pseudo-random number from 0 to `below` - 1; another `salt` gives another number. */
export function chosen(number: string, salt: number, below: number): string {
  return `(((${number})::bigint * 2654435761 + ${salt} * 40503 + (${number})::bigint / 7) % 4294967291 % ${below})`
}

/** Returns one of several texts, chosen by a number from 0. */
export function oneOf(number: string, texts: readonly string[]): string {
  return `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + (${number}) % ${texts.length}]`
}
