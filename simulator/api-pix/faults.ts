/** What goes wrong on demand. */
export interface Faults {
  /** The next calls of the API are answered with this status and do nothing. */
  fail?: { status: number; times: number }
  /** The next calls that change something do so, and nobody hears of it. */
  lose?: number
  /** Milliseconds an answer is held back. */
  slowMs?: number
  dropCallbacks?: boolean
  /** Extra copies of every callback. */
  duplicate?: number
  /** Money given back stays on its way until it is settled by hand. */
  slowReturns?: boolean
  /** A txid that was used is refused, as some banks do; the standard says that an active charge changes. */
  strict?: boolean
}

const names: readonly (keyof Faults)[] = [
  'fail',
  'lose',
  'slowMs',
  'dropCallbacks',
  'duplicate',
  'slowReturns',
  'strict',
]

export const unknownFaults = (input: object): string[] =>
  Object.keys(input).filter((name) => !(names as readonly string[]).includes(name))

/** Takes one of the failures that are still to come; undefined when there is none. */
export function consumeFailure(faults: Faults): number | undefined {
  if (!faults.fail || faults.fail.times < 1) return undefined
  faults.fail.times--
  return faults.fail.status
}

export function consumeLostResponse(faults: Faults, method: string): boolean {
  if (!faults.lose || method === 'GET') return false
  faults.lose--
  return true
}
