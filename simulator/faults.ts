/** What goes wrong on demand. An absent key is a fault that is off. */
export interface Faults {
  /** Extra deliveries of every notice. */
  duplicate?: number
  dropWebhooks?: true
  /** Milliseconds before a notice leaves. */
  delayMs?: number
  /** Later notices leave before earlier ones. */
  reorder?: true
  /** true: approved one centavo short; a number: approved with that many reais. */
  wrongAmount?: true | number
  forgeSignature?: true
  failCreate?: CreateFailure
  /** Milliseconds an API answer is held back, after its work is done. */
  slowMs?: number
}

export interface CreateFailure {
  status: number
  /** How many more creates fail; null means until switched off. */
  times: number | null
  /** The cause's code, say 13253: the seller has no Pix key. */
  code: number | null
  /** true: the charge exists all the same, only the answer is lost. */
  afterCreating: boolean
}

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

/** The same set from the page's form, where everything is text and an empty field is off. */
export function faultsFromForm(form: URLSearchParams): FaultsRead {
  const input: Record<string, unknown> = {}
  for (const [name, raw] of form) {
    const text = raw.trim().replace(',', '.')
    if (text === '') continue
    if (text === 'on') input[name] = true
    else input[name] = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  const { failCreate, failTimes, wrongReais, ...rest } = input
  if (wrongReais !== undefined) rest.wrongAmount = wrongReais
  if (failCreate === undefined) return readFaults(rest)
  const times = failTimes === undefined ? {} : { times: failTimes }
  return readFaults({ ...rest, failCreate: { status: Number(failCreate), ...times } })
}

/** The set after one create has failed: a counted failure wears off. */
export function afterOneFailure({ failCreate, ...rest }: Faults): Faults {
  if (failCreate === undefined || failCreate.times === null)
    return failCreate ? { ...rest, failCreate } : rest
  if (failCreate.times <= 1) return rest
  return { ...rest, failCreate: { ...failCreate, times: failCreate.times - 1 } }
}

/** What an approval of `amount` really brings, in centavos. */
export function paidUnder({ wrongAmount }: Faults, amount: number): number {
  if (wrongAmount === undefined) return amount
  return wrongAmount === true ? Math.max(0, amount - 1) : Math.round(wrongAmount * 100)
}

const longestMs = 10 * 60 * 1000
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
const onlyTrue = (value: unknown) => (value === true ? true : undefined)
const milliseconds = (value: unknown) => (isCount(value, longestMs) ? value : undefined)

const readers: Record<keyof Faults, (value: unknown) => unknown> = {
  duplicate: (value) => (value === true ? 1 : isCount(value, 20) ? value : undefined),
  dropWebhooks: onlyTrue,
  delayMs: milliseconds,
  reorder: onlyTrue,
  wrongAmount: (value) =>
    value === true || (typeof value === 'number' && value >= 0.01 && value <= 1e9) ? value : undefined,
  forgeSignature: onlyTrue,
  failCreate: readCreateFailure,
  slowMs: milliseconds,
}

/** true · a count of creates · a status as text ("429") · `{status, times?, code?, afterCreating?}`. */
function readCreateFailure(value: unknown): CreateFailure | undefined {
  const always: CreateFailure = { status: 500, times: null, code: null, afterCreating: false }
  if (value === true) return always
  if (isCount(value, 1_000_000)) return { ...always, times: value }
  if (typeof value === 'string') {
    return isErrorStatus(Number(value)) ? { ...always, status: Number(value) } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { status = 500, times = null, code = null, afterCreating = false } = value as Record<string, unknown>
  if (!isErrorStatus(status) || typeof afterCreating !== 'boolean') return undefined
  if (times !== null && !isCount(times, 1_000_000)) return undefined
  if (code !== null && !isCount(code, 999_999)) return undefined
  return { status, times, code, afterCreating }
}

const isErrorStatus = (value: unknown): value is number => isCount(value, 599) && value >= 400
