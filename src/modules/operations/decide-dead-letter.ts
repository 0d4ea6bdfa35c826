import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { discardDeadLetter } from '../../platform/jobs/dead-letters.ts'
import { clearAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'

/**
 * Retries a dead letter or gives it up, by decision of a team member. Refuses `not_found` when it is no longer waiting.
 */
export async function decideDeadLetter(
  tx: Transaction,
  { deadLetterId, retry }: { deadLetterId: string; retry: boolean },
  { jobs }: Pick<OperationsDeps, 'jobs'>,
): Promise<Outcome<null, 'not_found'>> {
  const decide = retry ? jobs.retryDeadLetter : discardDeadLetter
  if (!isUuid(deadLetterId) || !(await decide(tx, deadLetterId))) return refuse('not_found')
  await clearAlert(tx, `dead-letter:${deadLetterId}`)
  return ok(null)
}
