import { DAY } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import { may } from '../team/public.ts'
import type { ObligationKind } from './obligation-kinds.ts'
import { obligationRights } from './obligation-kinds.ts'
import { openObligations } from './open-obligations.ts'
import type { PerformDeps } from './perform.ts'
import type { QueueDeps } from './queue.ts'
import { lockState, type ObligationKey, updateState } from './queue-store.server.ts'

export type ObligationRefusal =
  /** A colleague changed it since the page was read. */
  | 'changed_meanwhile'
  /** The member's role neither sees nor snoozes obligations of this kind. */
  | 'not_staff'

interface Named {
  kind: ObligationKind
  id: string
  /** Version of the state that the member saw. */
  version: number
  by: string
}

type Deps = Pick<QueueDeps, 'clock'> &
  Pick<PerformDeps, 'recordEvent'> & { identity: Pick<Identity, 'teamAccounts' | 'roleOf'> }

/**
 * The obligation, if it is open. Read before the transaction: an obligation that is met in between is no longer shown.
 */
export async function openObligation(
  { obligations }: Pick<QueueDeps, 'obligations'>,
  { kind, id }: ObligationKey,
) {
  const [open] = await openObligations(obligations, [{ kind, id }])
  return open
}

/** Assigns an obligation to a member, even when a colleague has claimed it. */
export function claimObligation(tx: Transaction, input: Named, deps: Deps) {
  return change(tx, input, deps, async () => ok({ claimedBy: input.by, claimedAt: deps.clock.now() }))
}

/** Removes the claim on an obligation. */
export function releaseObligation(tx: Transaction, input: Named, deps: Deps) {
  return change(tx, input, deps, async () => ok({ claimedBy: null, claimedAt: null }))
}

/** Assigns an obligation to a colleague who may meet it. */
export function reassignObligation(tx: Transaction, input: Named & { to: string }, deps: Deps) {
  return change(tx, input, deps, async () => {
    const colleague = (await deps.identity.teamAccounts(tx)).find(({ id }) => id === input.to)
    if (!may(colleague?.role, obligationRights[input.kind])) return refuse('not_theirs')
    return ok({ claimedBy: input.to, claimedAt: deps.clock.now() })
  })
}

/** One year: an obligation that is snoozed for longer would never be met. */
const maxSnooze = 366 * DAY

interface Snooze extends Named {
  until: Date
  reason: string
  /** The obligation's revision: the only one that is snoozed. */
  revision: string
  /** The revision on the member's page; refused when it is another one. */
  seenRevision?: string | undefined
}

/** Removes an obligation from the queue until an instant, or until its subject owes something else. Its due time does not change. */
export function snoozeObligation(
  tx: Transaction,
  { revision, seenRevision = revision, ...input }: Snooze,
  deps: Deps,
) {
  return change(tx, input, deps, async () => {
    if (seenRevision !== revision) return refuse('changed_meanwhile')
    const left = input.until.getTime() - deps.clock.now().getTime()
    if (!(left > 0 && left <= maxSnooze)) return refuse('bad_time')
    const snoozeReason = input.reason.trim().slice(0, 500)
    return ok({ snoozedUntil: input.until, snoozeReason, snoozedRevision: revision })
  })
}

/** Ends the snooze of an obligation. */
export function wakeObligation(tx: Transaction, input: Named, deps: Deps) {
  return change(tx, input, deps, async () =>
    ok({ snoozedUntil: null, snoozeReason: null, snoozedRevision: null }),
  )
}

type Change = Parameters<typeof updateState>[2]

async function change<C extends string = never>(
  tx: Transaction,
  { kind, id, version, by }: Named,
  { clock, identity, recordEvent }: Deps,
  decide: () => Promise<Outcome<Change, C>>,
): Promise<Outcome<null, ObligationRefusal | C>> {
  if (!may(await identity.roleOf(tx, by), obligationRights[kind])) {
    recordEvent('rights-refused', { account: by, about: obligationRights[kind] })
    return refuse('not_staff')
  }
  const now = clock.now()
  const state = await lockState(tx, { kind, id }, now)
  if (state.version !== version) return refuse('changed_meanwhile')
  const decided = await decide()
  if (!decided.ok) return decided
  await updateState(tx, state, decided.value, now)
  return ok(null)
}
