import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { HOUR } from '../../core/durations.ts'
import { raiseAlert, raisedAt } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { dailyReport } from './domain/daily-report.ts'
import { dayMessage } from './messages.ts'

/** A row among the alerts that is not an alert: the time of the last back-up (written by scripts/backup/make.ts). */
const backupMark = 'backup:made'

/** E-mails the owners once a day: the shop's figures of the day before and the problems that need a person. */
export async function reportDay(deps: OperationsDeps): Promise<void> {
  const { database, clock, send, dayFigures, ownersOf, teamEmail } = deps
  const now = clock.now()
  const day = addDays(todayInSaoPaulo(now), -1)
  const span = { from: startOfDayInSaoPaulo(day), to: startOfDayInSaoPaulo(addDays(day, 1)) }
  const figures = await dayFigures(span)
  const hours = await backupHours(deps)
  const owners = await ownersOf()
  const report = dailyReport({ day, ...figures, backupHours: hours })
  const message = dayMessage(report, deps.links.deskOperation())
  await database.transaction(async (tx) => {
    if (!(await raiseAlert(tx, `day:${day}`, now))) return
    for (const to of owners.length > 0 ? owners : [teamEmail()]) {
      await send(tx, { to, channel: 'email', kind: 'operations.day', ...message })
    }
  })
}

/** Hours since the last back-up; undefined before the first. */
export async function backupHours({ database, clock }: OperationsDeps): Promise<number | undefined> {
  const made = await raisedAt(database, backupMark)
  return made && (clock.now().getTime() - made.getTime()) / HOUR
}
