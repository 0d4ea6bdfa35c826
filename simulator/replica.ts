import type { Payment } from './payments.ts'
import { type State, versionsOf } from './state.ts'

/**
 * Returns the payment as a lagging replica does: `staleReads` applies to reads and searches, `searchLag` to searches only.
 * Undefined: the payment is not replicated yet.
 */
export function readFromReplica(
  operation: 'get' | 'search',
  payment: Payment,
  state: State,
  now: Date,
): Payment | undefined {
  const { staleReads, searchLag } = state.faults
  if (staleReads === undefined && searchLag === undefined) return payment
  const lagMs = Math.max(
    typeof staleReads === 'number' ? staleReads : 0,
    operation === 'search' ? (searchLag ?? 0) : 0,
  )
  const replicated = versionsOf(state, payment).filter(
    ({ updatedAt }) => lagMs === 0 || Date.parse(updatedAt) + lagMs <= now.getTime(),
  )
  return (staleReads === true ? replicated.at(-2) : undefined) ?? replicated.at(-1)
}
