/** Faults to inject. */
export interface Faults {
  /** The next API requests get this status and have no effect. */
  fail?: { status: number; times: number }
  /** The next writes succeed, but their responses are lost. */
  lose?: number
  /** Milliseconds of delay before a response. */
  slowMs?: number
  dropCallbacks?: boolean
  /** Extra copies of every callback. */
  duplicate?: number
  /** Returns stay pending until the control settles them. */
  slowReturns?: boolean
  /** Refuses a txid that is already used, as some banks do; under the standard the `PUT` changes an active charge. */
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

/** Uses up one remaining failure and returns its status; undefined if there is none. */
export function consumeFailure(faults: Faults): number | undefined {
  if (!faults.fail || faults.fail.times < 1) return undefined
  faults.fail.times--
  return faults.fail.status
}

/** Uses up one lost response if any remain and the request is a write. */
export function consumeLostResponse(faults: Faults, method: string): boolean {
  if (!faults.lose || method === 'GET') return false
  faults.lose--
  return true
}
