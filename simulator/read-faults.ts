import { type Counted, type Failure, type Faults, failureNames } from './faults.ts'
import { isObject } from './http.ts'

export type FaultsRead = { ok: true; faults: Faults } | { ok: false; message: string }

/** Reads the whole set from JSON; false, 0 and null switch off. Refuses unknown names and values out of range. */
export function readFaults(input: Record<string, unknown>): FaultsRead {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(readers, name))
  if (unknown.length > 0) return { ok: false, message: `unknown fault: ${unknown.join(', ')}` }
  const faults: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === false || value === 0 || value === null || value === undefined) continue
    const read = readers[name as keyof Faults](value)
    if (read === undefined) return { ok: false, message: `invalid value for ${name}` }
    faults[name] = read
  }
  return { ok: true, faults: faults as Faults }
}

/** The same set from the page's form, where everything is text, an empty field is off and a failure is its status. */
export function faultsFromForm(form: URLSearchParams): FaultsRead {
  const input: Record<string, unknown> = {}
  for (const [name, raw] of form) {
    const text = raw.trim().replace(',', '.')
    if (text === '') continue
    if (text === 'on') input[name] = true
    else input[name] = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  const { failTimes, wrongReais, ...rest } = input
  if (wrongReais !== undefined) rest.wrongAmount = wrongReais
  for (const name of failureNames) if (rest[name] !== undefined) rest[name] = { status: Number(rest[name]) }
  if (rest.failCreate !== undefined && failTimes !== undefined) {
    rest.failCreate = { ...(rest.failCreate as object), times: failTimes }
  }
  return readFaults(rest)
}

const longestMs = 10 * 60 * 1000
const mostCalls = 1_000_000
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
const onlyTrue = (value: unknown) => (value === true ? true : undefined)
const milliseconds = (value: unknown) => (isCount(value, longestMs) ? value : undefined)
const probability = (value: unknown) =>
  typeof value === 'number' && value > 0 && value <= 1 ? value : undefined

const readers: Record<keyof Faults, (value: unknown) => unknown> = {
  duplicate: (value) => (value === true ? 1 : isCount(value, 20) ? value : undefined),
  dropWebhooks: onlyTrue,
  delayMs: milliseconds,
  reorder: onlyTrue,
  wrongAmount: (value) =>
    value === true || (typeof value === 'number' && value >= 0.01 && value <= 1e9) ? value : undefined,
  feePercent: (value) =>
    typeof value === 'number' && /^\d+(\.\d{1,4})?$/.test(String(value)) && value <= 100 ? value : undefined,
  forgeSignature: onlyTrue,
  failCreate: (value) => readFailure(value, 'afterCreating'),
  failRead: (value) => readFailure(value),
  failRefund: (value) => readFailure(value, 'afterRefunding'),
  failCancel: (value) => readFailure(value, 'afterCancelling'),
  hang: readCounted,
  slowMs: milliseconds,
  staleReads: (value) => (value === true ? true : milliseconds(value)),
  searchLag: milliseconds,
  loseProbability: probability,
  duplicateProbability: probability,
  failProbability: probability,
  seed: (value) => (isCount(value, 2 ** 32) ? value : undefined),
}

/** true · a count of calls. */
function readCounted(value: unknown): Counted | undefined {
  if (value === true) return { times: null }
  return isCount(value, mostCalls) ? { times: value } : undefined
}

/** true · a count of calls · a status as text ("429") · `{status, times?, code?}` with the flag for a lost answer. */
function readFailure(
  value: unknown,
  lostAnswer?: 'afterCreating' | 'afterRefunding' | 'afterCancelling',
): Failure | undefined {
  const given = spelledOut(value)
  if (given === undefined) return undefined
  const { status = 500, times = null, code = null } = given
  const isLost = lostAnswer === undefined ? undefined : (given[lostAnswer] ?? false)
  if (!isErrorStatus(status) || (isLost !== undefined && typeof isLost !== 'boolean')) return undefined
  if (times !== null && !isCount(times, mostCalls)) return undefined
  if (code !== null && !isCount(code, 999_999)) return undefined
  return { status, times, code, ...(lostAnswer === undefined ? {} : { [lostAnswer]: isLost }) }
}

function spelledOut(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === 'string') return { status: Number(value) }
  if (isObject(value)) return value
  const counted = readCounted(value)
  return counted && { times: counted.times }
}

const isErrorStatus = (value: unknown): value is number => isCount(value, 599) && value >= 400
