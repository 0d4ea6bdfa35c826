import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type BreachRow, latestCheck, markReviewed, openBreaches, storeCheck } from './checks-store.server.ts'
import type { ContractingDeps } from './deps.ts'
import { countAcceptances, type VerifiedAcceptances, verifyAcceptances } from './verify-acceptances.ts'

type Deps = Pick<
  ContractingDeps,
  'database' | 'sealing' | 'clock' | 'newId' | 'log' | 'recordEvent' | 'enqueue'
>

/** About ten seconds of reading; more than that a worker does. */
const readAtOnce = 20_000

/**
 * Verifies every acceptance and stores the result. A breach that was not known is a security event, which is mailed to the
 * team within minutes, and waits in the queue until a person has dealt with it.
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

/** The same for a person who waits for it. Undefined where there are so many that a worker does it, and its result comes later. */
export async function checkAcceptancesNow(deps: Deps): Promise<VerifiedAcceptances | undefined> {
  if ((await countAcceptances(deps)) <= readAtOnce) return checkAcceptances(deps)
  await deps.enqueue(deps.database, 'contracting.verify-now', {})
  return undefined
}

/** How the evidence of contracts stood when it was last verified; undefined before the first time. */
export async function evidenceCheck({ database }: Pick<Deps, 'database'>) {
  return latestCheck(database)
}

/** Unresolved findings of verifications, oldest first. */
export function openEvidenceBreaches({ database }: Pick<Deps, 'database'>): Promise<BreachRow[]> {
  return openBreaches(database)
}

/** A member of the team has dealt with a breach. Refuses `not_found` for one that is unknown or dealt with. */
export async function reviewBreach(
  tx: Transaction,
  { breachId }: { breachId: string },
  { clock }: Pick<Deps, 'clock'>,
): Promise<Outcome<null, 'not_found'>> {
  return (await markReviewed(tx, { breachId, now: clock.now() })) ? ok(null) : refuse('not_found')
}
