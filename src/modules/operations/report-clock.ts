import { clearAlert, raiseAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { clockMessage } from './messages.ts'

/**
 * Reports that the clock of this machine is wrong, or right again: an error in the log each time, and one e-mail to the team
 * until it is right, however many of its processes report it.
 *
 * @param skewSeconds ahead of the database's clock; negative is behind
 */
export async function reportClock(
  { database, clock, log, send, teamEmail, host, links }: OperationsDeps,
  { isRight, skewSeconds }: { isRight: boolean; skewSeconds: number },
): Promise<void> {
  const key = `clock:${host}`
  if (isRight) {
    log.info({ host, skewSeconds }, 'the clock is right again: the schedule of this process goes on')
    return clearAlert(database, key)
  }
  log.error({ host, skewSeconds }, 'the clock is wrong: the schedule of this process is stopped')
  await database.transaction(async (tx) => {
    if (!(await raiseAlert(tx, key, clock.now()))) return
    const message = clockMessage({ host, skewSeconds, deskUrl: links.deskOperation() })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.clock', ...message })
  })
}
