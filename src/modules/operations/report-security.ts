import { DAY } from '../../core/durations.ts'
import { ALARM_PAUSE, ALARM_WINDOW, alarmsFor } from '../../platform/security/events.ts'
import { countsSince, deleteCountsBefore } from '../../platform/security/store.server.ts'
import { raiseAlertAgain } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { securityMessage } from './messages.ts'

/** How long counts are stored, beyond the time in which they can raise an alarm, in milliseconds. */
const KEPT = DAY

/**
 * E-mails the team when there were more security events in ten minutes than normal: each event at most once an hour.
 */
export async function reportSecurity({
  database,
  clock,
  log,
  send,
  teamEmail,
  links,
}: OperationsDeps): Promise<void> {
  const now = clock.now()
  const counts = await countsSince(database, new Date(now.getTime() - ALARM_WINDOW))
  const alarms = alarmsFor(counts)
  if (alarms.length > 0) {
    await database.transaction(async (tx) => {
      const fresh: typeof alarms = []
      for (const alarm of alarms) {
        const key = `security:${alarm.event}`
        if (await raiseAlertAgain(tx, { key, at: now, pause: ALARM_PAUSE })) fresh.push(alarm)
      }
      if (fresh.length === 0) return
      log.error({ alarms: fresh.map(({ event, count }) => ({ event, count })) }, 'security alarm')
      const message = securityMessage({ alarms: fresh, deskUrl: links.deskOperation() })
      await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.security', ...message })
    })
  }
  await deleteCountsBefore(database, new Date(now.getTime() - KEPT))
}
