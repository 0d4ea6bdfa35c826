import type { JsonNode } from '../../../core/lossless-json.ts'
import { type Centavos, parseBRL } from '../../../core/money.ts'
import { sha256 } from '../../../platform/digest.ts'
import { textIdPrefix } from '../ports.ts'

/**
 * The forms in which a provider's value is unambiguous. Every other form needs a decision by the team: these tables are
 * complete, and test/modules/payments/read-fields.test.ts has a line for each form.
 */

/** A read value; `absent` for a missing member or `null`; else `doubtful`. */
export type Field<T> = { kind: 'read'; value: T } | { kind: 'absent' } | { kind: 'doubtful' }

const absent = { kind: 'absent' } as const
const doubtful = { kind: 'doubtful' } as const
const read = <T>(value: T): Field<T> => ({ kind: 'read', value })
const readOr = <T>(value: T | undefined): Field<T> => (value === undefined ? doubtful : read(value))

/** R$ 9.999.999.999,99: a larger amount is an error, and sums of such amounts exceed exact numbers. */
const maxReaisDigits = 10

/** A JSON number is unambiguous, whatever its zeros and exponent: 400, 400.0, 400.000, 4e2. */
const numberForm = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/
/**
 * A text is unambiguous with a dot and two decimal places, or none: '400', '400.00'. '1.000' and '400,00' are
 * ambiguous.
 */
const textForm = /^(\d+)(?:\.(\d{2}))?$/

/** An unambiguous amount in reais: in whole centavos, not negative, with at most ten digits before the dot. */
export function readAmount(node: JsonNode | undefined): Field<Centavos> {
  const decimal = readDecimal(node)
  return decimal.kind === 'read' ? readOr(wholeCentavos(decimal.value)) : decimal
}

/** A fee in reais. Providers charge fractions of a centavo: the fraction is rounded half up. */
export function readFee(node: JsonNode | undefined): Field<Centavos> {
  const decimal = readDecimal(node)
  return decimal.kind === 'read' ? readOr(roundedCentavos(decimal.value)) : decimal
}

/** The likely value of an ambiguous amount: rounded, or read in the Brazilian notation; null when neither applies. */
export function guessAmount(node: JsonNode | undefined): Centavos | null {
  const fee = readFee(node)
  if (fee.kind === 'read') return fee.value
  if (node?.kind !== 'string') return null
  const text = node.value.trim()
  const [, reais = '', fraction = ''] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (reais !== '') return roundedCentavos({ reais, fraction }) ?? null
  const amount = parseBRL(text)
  return amount !== undefined && amount >= 0 && amount < 10 ** (maxReaisDigits + 2) ? amount : null
}

/** A decimal number by its digits, without an exponent. */
interface Decimal {
  reais: string
  fraction: string
}

function readDecimal(node: JsonNode | undefined): Field<Decimal> {
  if (node === undefined || node.kind === 'null') return absent
  const match =
    node.kind === 'number'
      ? numberForm.exec(node.source.replace(/^-(?=[0.]+$)/, ''))
      : node.kind === 'string'
        ? textForm.exec(node.value)
        : null
  if (!match) return doubtful
  const [, reais = '', fraction = '', exponent = '0'] = match
  return readOr(shifted({ reais, fraction }, Number(exponent)))
}

/** Moves the decimal point by an exponent; undefined beyond the largest amount. */
function shifted({ reais, fraction }: Decimal, places: number): Decimal | undefined {
  if (Math.abs(places) > 20) return undefined
  const digits = places < 0 ? '0'.repeat(-places) + reais + fraction : reais + fraction.padEnd(places, '0')
  const dot = places < 0 ? reais.length : reais.length + places
  const whole = digits.slice(0, dot).replace(/^0+(?=\d)/, '')
  return whole.length > maxReaisDigits ? undefined : { reais: whole, fraction: digits.slice(dot) }
}

function wholeCentavos({ reais, fraction }: Decimal): Centavos | undefined {
  return /^\d{0,2}0*$/.test(fraction) ? Number(reais + fraction.slice(0, 2).padEnd(2, '0')) : undefined
}

function roundedCentavos({ reais, fraction }: Decimal): Centavos | undefined {
  const amount = Number(reais + fraction.slice(0, 2).padEnd(2, '0')) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** An id of digits, as a number or a text; exact beyond 2^53. */
export function readId(node: JsonNode | undefined): Field<string> {
  if (node === undefined || node.kind === 'null') return absent
  const text = node.kind === 'number' ? node.source : node.kind === 'string' ? node.value : ''
  return /^[1-9]\d{0,19}$/.test(text) ? read(text) : doubtful
}

/** A text that a database and a log can store: not empty, without control characters, at most `max` characters. */
export function readText(node: JsonNode | undefined, max = 200): Field<string> {
  if (node === undefined || node.kind === 'null') return absent
  if (node.kind !== 'string') return doubtful
  return /^[^\p{Cc}\p{Cs}]+$/u.test(node.value) && node.value.length <= max ? read(node.value) : doubtful
}

/** ISO 8601 with seconds and an offset, with or without its colon: '…T10:31:00.000-04:00', '-0400', '-04', 'Z'. */
const instantForm =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/

/** An instant. Doubtful without an offset (unknown time zone), as a number, and outside of 2000 to 2199. */
export function readInstant(node: JsonNode | undefined): Field<Date> {
  if (node === undefined || node.kind === 'null') return absent
  const match = node.kind === 'string' ? instantForm.exec(node.value) : null
  if (!match) return doubtful
  const [, year, month, day, hour, minute, second] = match.map(Number)
  const [fraction = '', sign = '+', offsetHours = '0', offsetMinutes = '0'] = match.slice(7)
  const fields = [year, (month ?? 0) - 1, day, hour, minute, second] as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const local = new Date(Date.UTC(...fields, Number(fraction.slice(0, 3).padEnd(3, '0'))))
  const isOfCalendar =
    local.getUTCDate() === day && local.getUTCMinutes() === minute && local.getUTCHours() === hour
  if (!isOfCalendar || local.getUTCSeconds() !== second || local.getUTCMonth() + 1 !== month) return doubtful
  if (Number(offsetHours) > 14 || Number(offsetMinutes) > 59) return doubtful
  if (fields[0] < 2000 || fields[0] > 2199) return doubtful
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  return read(new Date(local.getTime() - offset * 60_000))
}

/** Substitute id for a payment without a readable id (`hasOwnId` of ports.ts): the digest of its text. */
export function idOfText({ source }: JsonNode): string {
  return `${textIdPrefix}${sha256(source)}`
}

/** A member of an object; undefined when it is missing or the node is not an object. */
export function memberOf(node: JsonNode | undefined, ...path: readonly string[]): JsonNode | undefined {
  return path.reduce(
    (found: JsonNode | undefined, name) => (found?.kind === 'object' ? found.members.get(name) : undefined),
    node,
  )
}

/** The value of a field other than money: undefined when it is missing or doubtful. */
export function valueIn<T>(field: Field<T>): T | undefined {
  return field.kind === 'read' ? field.value : undefined
}
