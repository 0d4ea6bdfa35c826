import { type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '../../core/durations.ts'
import { deadLettersExcept } from '../../platform/jobs/dead-letters.ts'
import { isRaised, raiseAlertAgain, raiseAlerts } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { deadLettersMessage } from './messages.ts'

/** A provider outage stops a job every minute, so notifications are batched. */
const pause = 15 * MINUTE

/** Maximum number of jobs in one e-mail. Jobs beyond it are counted there, and are in the next one. */
const maxReported = 200

/** E-mails the team about the jobs that failed every attempt since the last notification, newest first. */
export async function reportDeadLetters({
  database,
  clock,
  log,
  send,
  teamEmail,
  links,
}: OperationsDeps): Promise<void> {
  const except = (id: SQL) => isRaised(sql`'dead-letter:' || ${id}`)
  const waiting = await deadLettersExcept(database, { except, limit: maxReported })
  if (waiting.length === 0) return
  await database.transaction(async (tx) => {
    const keyOf = ({ id }: { id: string }) => `dead-letter:${id}`
    const now = clock.now()
    if (!(await raiseAlertAgain(tx, { key: 'dead-letters:told', at: now, pause }))) return
    const raised = await raiseAlerts(tx, waiting.map(keyOf), now)
    const fresh = waiting.filter((letter) => raised.has(keyOf(letter)))
    if (fresh.length === 0) return
    log.error({ jobs: fresh.map(({ id, job }) => ({ id, job })) }, 'jobs failed every attempt')
    const message = deadLettersMessage({ jobs: fresh, deskUrl: links.deskOperation() })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.dead-letters', ...message })
  })
}
