import { createHash } from 'node:crypto'
import { afterOneUse, type Chance, type FailureName } from './faults.ts'
import { type Answer, providerError } from './http.ts'
import type { Journal } from './journal.ts'

/** Does the work, unless the fault of this name is on: then it fails instead, or is done and its answer is lost. */
export function underFault<T>(journal: Journal, name: FailureName, work: () => T): T | Answer {
  const failure = journal.state.faults[name]
  if (failure === undefined) return work()
  use(journal, name)
  if (failure.afterCreating || failure.afterRefunding || failure.afterCancelling) work()
  return failed(failure.status, failure.code ?? failure.status)
}

/** Does the work, unless `failProbability` hits: then half of what changes something is done all the same. */
export function underChance<T>(
  journal: Journal,
  { isReading }: { isReading: boolean },
  work: () => T,
): T | Answer {
  if (!hits(journal, 'fail')) return work()
  if (!isReading && draw(journal, 'fail') < 0.5) work()
  return failed(500, 500)
}

/** Whether this call is one that is never answered. */
export function hangs(journal: Journal): boolean {
  if (journal.state.faults.hang === undefined) return false
  use(journal, 'hang')
  return true
}

/** Whether a fault with a probability happens this time. */
export function hits(journal: Journal, chance: Chance): boolean {
  const probability = journal.state.faults[`${chance}Probability`]
  return probability !== undefined && draw(journal, chance) < probability
}

/** The next number from 0 to 1 of this chance: the seed and how often it was drawn say which, so that a run replays. */
function draw(journal: Journal, chance: Chance): number {
  const { faults, draws } = journal.state
  const turn = draws[chance]
  journal.record({ kind: 'draws', row: { ...draws, [chance]: turn + 1 } })
  const digest = createHash('sha256')
    .update(`${faults.seed ?? 0} ${chance} ${turn}`)
    .digest()
  return digest.readUInt32BE(0) / 2 ** 32
}

function use(journal: Journal, name: FailureName | 'hang'): void {
  journal.record({ kind: 'faults', row: afterOneUse(journal.state.faults, name) })
}

function failed(status: number, code: number): Answer {
  const cause = { code, description: 'failure asked for at the simulator' }
  return providerError(status, [cause], status === 429 ? { 'retry-after': '1' } : {})
}
