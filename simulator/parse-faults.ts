import { type Countdown, type Failure, type Faults, failureNames } from './faults.ts'
import { isObject } from './http.ts'

export type ParsedFaults = { ok: true; faults: Faults } | { ok: false; message: string }

/** Parses the whole set from JSON; false, 0 and null switch a fault off. Refuses unknown names and values out of range. */
export function parseFaults(input: Record<string, unknown>): ParsedFaults {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(parsers, name))
  if (unknown.length > 0) return { ok: false, message: `unknown fault: ${unknown.join(', ')}` }
  const faults: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === false || value === 0 || value === null || value === undefined) continue
    const parsed = parsers[name as keyof Faults](value)
    if (parsed === undefined) return { ok: false, message: `invalid value for ${name}` }
    faults[name] = parsed
  }
  return { ok: true, faults: faults as Faults }
}

/**
 * Parses the same set from the form of the page, where every value is text, an empty field means off and a failure is given by
 * its status.
 */
export function faultsFromForm(form: URLSearchParams): ParsedFaults {
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
  return parseFaults(rest)
}

const maxDelayMs = 10 * 60 * 1000
const maxCalls = 1_000_000
const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
const onlyTrue = (value: unknown) => (value === true ? true : undefined)
const milliseconds = (value: unknown) => (isCount(value, maxDelayMs) ? value : undefined)
const probability = (value: unknown) =>
  typeof value === 'number' && value > 0 && value <= 1 ? value : undefined

const parsers: Record<keyof Faults, (value: unknown) => unknown> = {
  duplicate: (value) => (value === true ? 1 : isCount(value, 20) ? value : undefined),
  dropWebhooks: onlyTrue,
  delayMs: milliseconds,
  reorder: onlyTrue,
  wrongAmount: (value) =>
    value === true || (typeof value === 'number' && value >= 0.01 && value <= 1e9) ? value : undefined,
  feePercent: (value) =>
    typeof value === 'number' && /^\d+(\.\d{1,4})?$/.test(String(value)) && value <= 100 ? value : undefined,
  forgeSignature: onlyTrue,
  failCreate: (value) => parseFailure(value, 'afterCreating'),
  failRead: (value) => parseFailure(value),
  failRefund: (value) => parseFailure(value, 'afterRefunding'),
  failCancel: (value) => parseFailure(value, 'afterCancelling'),
  slowRefunds: (value) => (value === true ? true : milliseconds(value)),
  rejectRefunds: onlyTrue,
  hang: parseCountdown,
  slowMs: milliseconds,
  staleReads: (value) => (value === true ? true : milliseconds(value)),
  searchLag: milliseconds,
  loseProbability: probability,
  duplicateProbability: probability,
  failProbability: probability,
  seed: (value) => (isCount(value, 2 ** 32) ? value : undefined),
}

/** Parses true or a number of requests. */
function parseCountdown(value: unknown): Countdown | undefined {
  if (value === true) return { times: null }
  return isCount(value, maxCalls) ? { times: value } : undefined
}

/**
 * Parses true, a number of requests, a status as text ("429"), or `{status, times?, code?}` with the flag for a lost response.
 */
function parseFailure(
  value: unknown,
  lostResponseFlag?: 'afterCreating' | 'afterRefunding' | 'afterCancelling',
): Failure | undefined {
  const fields = failureFields(value)
  if (fields === undefined) return undefined
  const { status = 500, times = null, code = null } = fields
  const isLost = lostResponseFlag === undefined ? undefined : (fields[lostResponseFlag] ?? false)
  if (!isErrorStatus(status) || (isLost !== undefined && typeof isLost !== 'boolean')) return undefined
  if (times !== null && !isCount(times, maxCalls)) return undefined
  if (code !== null && !isCount(code, 999_999)) return undefined
  return { status, times, code, ...(lostResponseFlag === undefined ? {} : { [lostResponseFlag]: isLost }) }
}

function failureFields(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === 'string') return { status: Number(value) }
  if (isObject(value)) return value
  const countdown = parseCountdown(value)
  return countdown && { times: countdown.times }
}

const isErrorStatus = (value: unknown): value is number => isCount(value, 599) && value >= 400
