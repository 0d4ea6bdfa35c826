import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type BreachRow, latestCheck, markReviewed, openBreaches, storeCheck } from './checks-store.server.ts'
import type { ContractingDeps } from './deps.ts'
import { countAcceptances, type VerifiedAcceptances, verifyAcceptances } from './verify-acceptances.ts'

type Deps = Pick<
  ContractingDeps,
  'database' | 'sealing' | 'clock' | 'newId' | 'log' | 'recordEvent' | 'enqueue'
>

/** About ten seconds of reading; a worker handles more than that. */
const readAtOnce = 20_000

/**
 * Verifies every acceptance and stores the result. A new breach is recorded as a security event, which is mailed to the
 * team within minutes, and remains in the queue until an operator has resolved it.
 */
export async function checkAcceptances(deps: Omit<Deps, 'enqueue'>): Promise<VerifiedAcceptances> {
  const { database, clock, newId, log, recordEvent } = deps
  const verified = await verifyAcceptances(deps)
  const rows = verified.breaches.map((breach) => ({ ...breach, id: newId() }))
  const fresh = await database.transaction((tx) =>
    storeCheck(tx, { records: verified.records, breaches: rows, now: clock.now() }),
  )
  for (const { chain, position, reason } of fresh) {
    log.error({ chain, position, reason }, 'the evidence of contracts was changed')
    recordEvent('contract-evidence-broken', { about: `chain ${chain}` })
  }
  return verified
}

/**
 * Same as `checkAcceptances`, for a caller that waits for the result. Returns undefined when there are so many acceptances that a
 * worker verifies them and the result arrives later.
 */
export async function checkAcceptancesNow(deps: Deps): Promise<VerifiedAcceptances | undefined> {
  if ((await countAcceptances(deps)) <= readAtOnce) return checkAcceptances(deps)
  await deps.enqueue(deps.database, 'contracting.verify-now', {})
  return undefined
}

/** Result of the last verification of the contracts' evidence; undefined before the first one. */
export async function evidenceCheck({ database }: Pick<Deps, 'database'>) {
  return latestCheck(database)
}

/** Unresolved findings of verifications, oldest first. */
export function openEvidenceBreaches({ database }: Pick<Deps, 'database'>): Promise<BreachRow[]> {
  return openBreaches(database)
}

/** Marks a breach as resolved by an operator. Refuses `not_found` for one that is unknown or already resolved. */
export async function reviewBreach(
  tx: Transaction,
  { breachId }: { breachId: string },
  { clock }: Pick<Deps, 'clock'>,
): Promise<Outcome<null, 'not_found'>> {
  return (await markReviewed(tx, { breachId, now: clock.now() })) ? ok(null) : refuse('not_found')
}
