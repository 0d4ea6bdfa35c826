import { type Obligation, revisionOf } from '../../core/obligation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import { may } from '../team/public.ts'
import { type ObligationKind, obligationRights } from './obligation-kinds.ts'
import { type ObligationState, statesOf } from './queue-store.server.ts'

/** An obligation with its claim and its snooze. */
export interface QueueEntry extends Obligation<ObligationKind> {
  /** The colleague who claimed it; null once they may no longer meet it, or left the team. */
  claimedBy: string | null
  snoozedUntil: Date | null
  snoozeReason: string | null
  /** Version of the team's state: a change based on another version is refused. */
  version: number
}

interface Deps {
  database: Database
  identity: Pick<Identity, 'teamAccounts'>
}

/** Adds what the team decided about each obligation. */
export async function withStates(
  deps: Deps,
  found: readonly Obligation<ObligationKind>[],
): Promise<QueueEntry[]> {
  const stored = await statesOf(deps.database, found)
  const states = new Map(stored.map((state) => [`${state.kind} ${state.subjectId}`, state]))
  const roles = await rolesOfClaimers(deps, stored)
  return found.map((obligation) => {
    const state: ObligationState | undefined = states.get(`${obligation.kind} ${obligation.id}`)
    return {
      ...obligation,
      claimedBy: claimerOf(obligation, state, roles),
      ...snoozeOf(obligation, state),
      version: state?.version ?? 0,
    }
  })
}

/** The roles of the team by id; not read when nothing is claimed. */
async function rolesOfClaimers(
  { database, identity }: Deps,
  states: readonly ObligationState[],
): Promise<ReadonlyMap<string, string>> {
  const isClaimed = states.some(({ claimedBy }) => claimedBy !== null)
  const team = isClaimed ? await identity.teamAccounts(database) : []
  return new Map(team.map(({ id, role }) => [id, role]))
}

/** Returns who claimed an obligation. The claim of a member who left the team, or may no longer meet it, does not count. */
function claimerOf(
  { kind }: Obligation<ObligationKind>,
  state: ObligationState | undefined,
  roles: ReadonlyMap<string, string>,
): string | null {
  const claimedBy = state?.claimedBy ?? null
  return claimedBy !== null && may(roles.get(claimedBy), obligationRights[kind]) ? claimedBy : null
}

/** The snooze of an obligation. One of what its subject owed before is over. */
function snoozeOf(obligation: Obligation<ObligationKind>, state: ObligationState | undefined) {
  const snoozed = state?.snoozedRevision ?? revisionOf(obligation)
  if (!state || snoozed !== revisionOf(obligation)) return { snoozedUntil: null, snoozeReason: null }
  return { snoozedUntil: state.snoozedUntil, snoozeReason: state.snoozeReason }
}
