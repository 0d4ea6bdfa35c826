import type { Payment } from './payments.ts'
import { type State, versionsOf } from './state.ts'

/**
 * What a reader of the API sees of a payment where it is served by a replica that lags behind: `staleReads` holds for
 * both readers, `searchLag` for searching only. Undefined: the payment has not arrived there yet.
 */
export function seenBy(
  reader: 'get' | 'search',
  payment: Payment,
  state: State,
  now: Date,
): Payment | undefined {
  const { staleReads, searchLag } = state.faults
  if (staleReads === undefined && searchLag === undefined) return payment
  const lagMs = Math.max(
    typeof staleReads === 'number' ? staleReads : 0,
    reader === 'search' ? (searchLag ?? 0) : 0,
  )
  const arrived = versionsOf(state, payment).filter(
    ({ updatedAt }) => lagMs === 0 || Date.parse(updatedAt) + lagMs <= now.getTime(),
  )
  return (staleReads === true ? arrived.at(-2) : undefined) ?? arrived.at(-1)
}
