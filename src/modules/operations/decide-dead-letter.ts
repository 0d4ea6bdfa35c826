import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { clearAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'

/** A member of the team runs a dead letter again, or gives it up. Refuses `not_found` when it no longer waits. */
export async function decideDeadLetter(
  tx: Transaction,
  { deadLetterId, retry }: { deadLetterId: string; retry: boolean },
  { jobs }: Pick<OperationsDeps, 'jobs'>,
): Promise<Outcome<null, 'not_found'>> {
  const decide = retry ? jobs.retryDeadLetter : jobs.discardDeadLetter
  if (!isUuid(deadLetterId) || !(await decide(tx, deadLetterId))) return refuse('not_found')
  await clearAlert(tx, `dead-letter:${deadLetterId}`)
  return ok(null)
}
