import { createHash } from 'node:crypto'
import { countDown, type FailureName, type RandomFault } from './faults.ts'
import { type HttpResponse, providerError } from './http.ts'
import type { Journal } from './journal.ts'

/** Runs the work, unless the named fault is active: then the work fails instead, or it runs and its response is lost. */
export function withFault<T>(journal: Journal, name: FailureName, work: () => T): T | HttpResponse {
  const failure = journal.state.faults[name]
  if (failure === undefined) return work()
  recordUse(journal, name)
  if (failure.afterCreating || failure.afterRefunding || failure.afterCancelling) work()
  return failureResponse(failure.status, failure.code ?? failure.status)
}

/** Runs the work, unless `failProbability` makes it fail: about half of the failed writes are executed nevertheless. */
export function withRandomFailure<T>(
  journal: Journal,
  { isReading }: { isReading: boolean },
  work: () => T,
): T | HttpResponse {
  if (!faultOccurs(journal, 'fail')) return work()
  if (!isReading && draw(journal, 'fail') < 0.5) work()
  return failureResponse(500, 500)
}

/** Checks whether this request gets no response; uses up one of a counted `hang`. */
export function shouldHang(journal: Journal): boolean {
  if (journal.state.faults.hang === undefined) return false
  recordUse(journal, 'hang')
  return true
}

/** Draws a random number to decide whether a random fault occurs this time. */
export function faultOccurs(journal: Journal, fault: RandomFault): boolean {
  const probability = journal.state.faults[`${fault}Probability`]
  return probability !== undefined && draw(journal, fault) < probability
}

/**
 * Returns the next number from 0 to 1 in the sequence of this fault: a function of seed and draw count, so that a run can be
 * replayed.
 */
function draw(journal: Journal, fault: RandomFault): number {
  const { faults, draws } = journal.state
  const index = draws[fault]
  journal.record({ kind: 'draws', row: { ...draws, [fault]: index + 1 } })
  const digest = createHash('sha256')
    .update(`${faults.seed ?? 0} ${fault} ${index}`)
    .digest()
  return digest.readUInt32BE(0) / 2 ** 32
}

function recordUse(journal: Journal, name: FailureName | 'hang'): void {
  journal.record({ kind: 'faults', row: countDown(journal.state.faults, name) })
}

function failureResponse(status: number, code: number): HttpResponse {
  const cause = { code, description: 'failure asked for at the simulator' }
  return providerError(status, [cause], status === 429 ? { 'retry-after': '1' } : {})
}
