import { DAY } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import { may } from '../team/public.ts'
import type { ObligationKind } from './obligation-kinds.ts'
import { obligationRights } from './obligation-kinds.ts'
import type { PerformDeps } from './perform.ts'
import type { QueueDeps } from './queue.ts'
import { lockState, type ObligationKey, updateState } from './queue-store.server.ts'

export type ObligationRefusal =
  /** A colleague changed it since the page was read. */
  | 'changed_meanwhile'
  /** The member's role does not see obligations of this kind, and does not put them off either. */
  | 'not_staff'

interface Named {
  kind: ObligationKind
  id: string
  /** Of the state that the member saw. */
  version: number
  by: string
}

type Deps = Pick<QueueDeps, 'clock'> &
  Pick<PerformDeps, 'recordEvent'> & { identity: Pick<Identity, 'teamAccounts' | 'roleOf'> }

/** Whether an obligation is open. Checked before the transaction: one that is met in between is not shown any more. */
export async function isOpen({ obligations }: Pick<QueueDeps, 'obligations'>, { kind, id }: ObligationKey) {
  const source = obligations.find((other) => other.kind === kind)
  return source !== undefined && (await source.among({ ids: [id] })).length > 0
}

/** A member takes an obligation, from a colleague too. */
export function claimObligation(tx: Transaction, input: Named, deps: Deps) {
  return change(tx, input, deps, async () => ok({ claimedBy: input.by, claimedAt: deps.clock.now() }))
}

/** Gives an obligation back to everybody. */
export function releaseObligation(tx: Transaction, input: Named, deps: Deps) {
  return change(tx, input, deps, async () => ok({ claimedBy: null, claimedAt: null }))
}

/** Hands an obligation to a colleague who may meet it. */
export function handOverObligation(tx: Transaction, input: Named & { to: string }, deps: Deps) {
  return change(tx, input, deps, async () => {
    const colleague = (await deps.identity.teamAccounts(tx)).find(({ id }) => id === input.to)
    if (!may(colleague?.role, obligationRights[input.kind])) return refuse('not_theirs')
    return ok({ claimedBy: input.to, claimedAt: deps.clock.now() })
  })
}

/** A year: what is put off for longer is not going to be done. */
const maxSnooze = 366 * DAY

/** Takes an obligation out of the queue until an instant. Its promise stays what it is. */
export function snoozeObligation(
  tx: Transaction,
  input: Named & { until: Date; reason: string },
  deps: Deps,
) {
  return change(tx, input, deps, async () => {
    const left = input.until.getTime() - deps.clock.now().getTime()
    if (!(left > 0 && left <= maxSnooze)) return refuse('bad_time')
    return ok({ snoozedUntil: input.until, snoozeReason: input.reason.trim().slice(0, 500) })
  })
}

/** Brings a snoozed obligation back. */
export function wakeObligation(tx: Transaction, input: Named, deps: Deps) {
  return change(tx, input, deps, async () => ok({ snoozedUntil: null, snoozeReason: null }))
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
