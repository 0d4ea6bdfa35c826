/** What goes wrong. A count holds for the next so many requests, `true` for all. */
export interface Faults {
  /** Answers 429 with code 130429. */
  rateLimit?: boolean | number
  /** Answers this status, or 500, without a code. */
  fail?: boolean | number
  failStatus?: number
  /** No answer ever comes. */
  hang?: boolean | number
  /** The message is taken before a failed or missing answer. */
  afterTaking?: boolean
  /** What is refused later by a notice is refused at once. */
  refuseAtOnce?: boolean
  /** Every answer is delayed, after its work is done. */
  slowMs?: number
  /** No notice is sent. */
  dropNotices?: boolean
  /** Notices are delayed. */
  delayMs?: number
  /** Extra copies of every notice. */
  duplicate?: number
  /** The notices of a message are sent in the opposite order, in one batch. */
  reorder?: boolean
  /** Notices carry an invalid signature. */
  forgeSignature?: boolean
  /** Share of requests that fail with 500, half of them after the message was taken. */
  failProbability?: number
}

const flags = ['afterTaking', 'refuseAtOnce', 'dropNotices', 'reorder', 'forgeSignature'] as const
const counts = ['rateLimit', 'fail', 'hang'] as const
const numbers = ['failStatus', 'slowMs', 'delayMs', 'duplicate', 'failProbability'] as const

/** Reads a fault set of JSON or a form. Returns an error message for one that it does not know. */
export function readFaults(fields: Record<string, unknown>): Faults | string {
  const faults: Faults = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === false || value === 'false' || value === null) continue
    const isTrue = value === true || value === 'true' || value === 'on'
    const number = typeof value === 'number' ? value : Number(value)
    const isNumber = !isTrue && Number.isFinite(number) && number >= 0 && number <= 3_600_000
    if (isOneOf(flags, name) && isTrue) faults[name] = true
    else if (isOneOf(counts, name) && (isTrue || isNumber)) faults[name] = isTrue ? true : number
    else if (isOneOf(numbers, name) && isNumber) faults[name] = number
    else return `unknown fault or value: ${name}`
  }
  return faults
}

/** Whether a counted fault occurs now; counts it down. */
export function occurs(faults: Faults, name: (typeof counts)[number]): boolean {
  const left = faults[name]
  if (left === true) return true
  if (!left) return false
  faults[name] = left - 1
  return true
}

function isOneOf<const Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}
