import { MINUTE } from '../../core/durations.ts'
import { raiseAlertAgain, raiseAlerts, raisedAmong } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { deadLettersMessage } from './messages.ts'

/** A provider outage stops a job every minute, so notifications are batched. */
const pause = 15 * MINUTE

/** E-mails the team about the jobs that failed every attempt since the last notification. */
export async function reportDeadLetters({
  database,
  clock,
  log,
  jobs,
  send,
  teamEmail,
  links,
}: OperationsDeps): Promise<void> {
  const waiting = await jobs.deadLetters(database)
  if (waiting.length === 0) return
  await database.transaction(async (tx) => {
    const keyOf = ({ id }: { id: string }) => `dead-letter:${id}`
    const now = clock.now()
    const known = await raisedAmong(tx, waiting.map(keyOf))
    if (waiting.every((letter) => known.has(keyOf(letter)))) return
    if (!(await raiseAlertAgain(tx, { key: 'dead-letters:told', at: now, pause }))) return
    const raised = await raiseAlerts(tx, waiting.map(keyOf), now)
    const fresh = waiting.filter((letter) => raised.has(keyOf(letter)))
    if (fresh.length === 0) return
    log.error({ jobs: fresh.map(({ id, job }) => ({ id, job })) }, 'jobs failed every attempt')
    const message = deadLettersMessage({ jobs: fresh, deskUrl: links.deskOperation() })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.dead-letters', ...message })
  })
}
