import { ALARM_PAUSE, ALARM_WINDOW, alarmsFor } from '../../platform/security/events.ts'
import { countsSince, deleteCountsBefore } from '../../platform/security/store.server.ts'
import { raiseAlertAgain } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'

/** How long counts are stored after they can raise an alarm, in milliseconds. */
const KEPT = 24 * 60 * 60_000

/** E-mails the team when there were more security events in ten minutes than is normal: each event once an hour. */
export async function reportSecurity({
  database,
  clock,
  log,
  send,
  teamEmail,
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
      const text = [
        'Nos últimos dez minutos o site registrou mais do que o normal:',
        ...fresh.map(({ event, count, text: what }) => `${count} ${what} (${event})`),
        'O site se defende sozinho: nada foi aberto por isso. As linhas do log com "security event" dizem de que rede e em que conta.',
      ].join('\n')
      const subject = 'Atividade suspeita no site'
      await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.security', subject, text })
    })
  }
  await deleteCountsBefore(database, new Date(now.getTime() - KEPT))
}
