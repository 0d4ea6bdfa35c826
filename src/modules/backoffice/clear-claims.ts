import type { Clock } from '../../core/clock.ts'
import type { ObligationSource } from '../../core/obligation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ObligationKind } from './obligation-kinds.ts'
import { openObligations } from './open-obligations.ts'
import { endState, type ObligationState, touchedStatesOf } from './queue-store.server.ts'

export interface ClearClaimsDeps {
  database: Database
  clock: Clock
  /** One source for each kind of obligation, from the module that owns it. */
  obligations: readonly ObligationSource<ObligationKind>[]
}

/**
 * Ends the claims and snoozes of the obligations of some subjects that are met, so that later ones start without them. Runs after an
 * action of the team, outside its transaction, because the sources read what is committed.
 */
export async function clearClaims(
  { database, clock, obligations }: ClearClaimsDeps,
  { subjects }: { subjects: readonly string[] },
): Promise<void> {
  const states = await touchedStatesOf(database, subjects)
  const open = await openObligations(
    obligations,
    states.map(({ kind, subjectId }) => ({ kind, id: subjectId })),
  )
  const isOpen = ({ kind, subjectId }: ObligationState) =>
    open.some((obligation) => obligation.kind === kind && obligation.id === subjectId)
  const met = states.filter((state) => !isOpen(state))
  for (const state of met) await endState(database, state, clock.now())
}
