/** Faults to inject. A count applies to that number of next requests, `true` to all. */
export interface Faults {
  /** Responds with 429 and code 130429. */
  rateLimit?: boolean | number
  /** Responds with `failStatus`, or 500, without a code. */
  fail?: boolean | number
  failStatus?: number
  /** No response is ever sent. */
  hang?: boolean | number
  /** The message is accepted before a failed or missing response. */
  afterTaking?: boolean
  /** A message whose failure a notice would report later is refused at once. */
  refuseAtOnce?: boolean
  /** Every response is delayed, after its work is done. */
  slowMs?: number
  /** No notice is sent. */
  dropNotices?: boolean
  /** Notices are delayed. */
  delayMs?: number
  /** Extra copies of every notice. */
  duplicate?: number
  /** The notices of a message are sent in the opposite order, in one batch. */
  reorder?: boolean
  /** Notices have an invalid signature. */
  forgeSignature?: boolean
  /** Share of requests that fail with 500, half of them after the message was accepted. */
  failProbability?: number
}

const flags = ['afterTaking', 'refuseAtOnce', 'dropNotices', 'reorder', 'forgeSignature'] as const
const counts = ['rateLimit', 'fail', 'hang'] as const
const numbers = ['failStatus', 'slowMs', 'delayMs', 'duplicate', 'failProbability'] as const

/** Reads a set of faults from JSON or a form. Returns an error message for an unknown fault or value. */
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

/** Checks whether a counted fault occurs now, and decreases its count. */
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
