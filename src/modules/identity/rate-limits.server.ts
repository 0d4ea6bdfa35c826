import type { Executor } from '../../platform/database/database.ts'
import { allow, isUsedUp, releaseAttempt, resetRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import type { Deps } from './deps.ts'
import { type Bucket, bucketsOf, type LimitName, type Subject } from './domain/limits.ts'
import {
  attackBuckets,
  knownDeviceBuckets,
  type SignInAttempt,
  unknownDeviceBuckets,
} from './domain/sign-in-limits.ts'
import type { TooMany } from './public.ts'

type LimitDeps = Pick<Deps, 'database' | 'clock'>

/**
 * Counts one attempt against each limit and refuses at the first exceeded one. Not transactional: the count remains
 * after a rollback.
 */
export async function checkLimits(
  deps: LimitDeps,
  attempts: { readonly [Name in LimitName]?: Subject<Name> },
): Promise<TooMany | undefined> {
  for (const [name, subject] of Object.entries(attempts) as [LimitName, Subject<LimitName>][]) {
    const tooMany = await count(deps.database, bucketsOf(name, subject), deps)
    if (tooMany) return tooMany
  }
  return undefined
}

/** Counts one attempt inside the caller's transaction: a rollback undoes the count. */
export async function countAttempt<Name extends LimitName>(
  tx: Executor,
  { name, subject }: { name: Name; subject: Subject<Name> },
  { clock }: Pick<Deps, 'clock'>,
): Promise<boolean> {
  return (await count(tx, bucketsOf(name, subject), { clock })) === undefined
}

/** Resets the attempts of a subject: after a correct password, earlier wrong ones no longer count. */
export async function resetLimit<Name extends LimitName>(
  executor: Executor,
  { name, subject }: { name: Name; subject: Subject<Name> },
): Promise<void> {
  for (const { key } of bucketsOf(name, subject).slice(0, 1)) await resetRateLimit(executor, { key })
}

/** The buckets in which an admitted sign-in was counted. */
export interface Admission {
  ok: true
  /** Whether it comes from a device of the account. */
  isKnown: boolean
  counted: readonly Bucket[]
}

/**
 * Whether a sign-in may be attempted now (domain/sign-in-limits.ts). It never blocks: a refusal states when to try again.
 */
export async function admitSignIn(
  deps: LimitDeps,
  attempt: SignInAttempt,
): Promise<(Admission | TooMany) & { underAttack: boolean }> {
  const own = knownDeviceBuckets(attempt)
  if (own.length > 0 && !(await count(deps.database, own, deps)))
    return { ok: true, isKnown: true, counted: own, underAttack: false }

  const attack = attackBuckets(attempt)
  const underAttack = await anyUsedUp(deps, attack)
  const buckets = unknownDeviceBuckets(attempt, underAttack)
  const tooMany = await count(deps.database, buckets, deps)
  if (tooMany) return { ...tooMany, underAttack }
  await count(deps.database, attack, deps)
  return { ok: true, isKnown: false, counted: [...buckets, ...attack], underAttack }
}

/** After a correct password, removes the attempt and the wrong ones before it from the same place. */
export async function clearAttempts(
  { database, clock }: LimitDeps,
  { counted }: Pick<Admission, 'counted'>,
): Promise<void> {
  const [nearest, ...others] = counted
  if (nearest) await resetRateLimit(database, nearest)
  for (const bucket of others) await releaseAttempt(database, { ...bucket, now: clock.now() })
}

async function count(
  executor: Executor,
  buckets: readonly Bucket[],
  { clock }: Pick<Deps, 'clock'>,
): Promise<TooMany | undefined> {
  for (const bucket of buckets) {
    const result = await allow(executor, { ...bucket, now: clock.now() })
    if (!result.allowed) return { ok: false, code: 'too_many_attempts', retryAt: result.retryAt }
  }
  return undefined
}

async function anyUsedUp({ database, clock }: LimitDeps, buckets: readonly Bucket[]): Promise<boolean> {
  for (const bucket of buckets) if (await isUsedUp(database, { ...bucket, now: clock.now() })) return true
  return false
}
