import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { HOUR } from '../../core/durations.ts'
import { findAlert, raiseAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { type DayOfShop, dailyReport } from './domain/daily-report.ts'
import { dayMessage } from './messages.ts'
import { missingFilesCount } from './report-missing-files.ts'

/** Rows among the alerts that are not alerts: the last back-up and its last check (written by scripts/backup/record.ts). */
const backupMark = 'backup:made'
const checkMark = 'backup:checked'

/** E-mails the owners once a day: the shop's figures of the day before and the problems that need a person. */
export async function reportDay(deps: OperationsDeps): Promise<void> {
  const { database, clock, send, dayFigures, ownersOf, teamEmail } = deps
  const now = clock.now()
  const day = addDays(todayInSaoPaulo(now), -1)
  const span = { from: startOfDayInSaoPaulo(day), to: startOfDayInSaoPaulo(addDays(day, 1)) }
  const figures = await dayFigures(span)
  const backup = { backupHours: await backupHours(deps), backupCheck: await backupCheck(deps) }
  const missingFiles = await missingFilesCount(deps)
  const whatsappRefusingSince = (await deps.whatsappRefusals())?.since
  const owners = await ownersOf()
  const report = dailyReport({ day, ...figures, ...backup, missingFiles, whatsappRefusingSince })
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
  const made = await findAlert(database, backupMark)
  return made && hoursBetween(made.raisedAt, clock.now())
}

/** The last check of a back-up; undefined before the first. */
export async function backupCheck({ database, clock }: OperationsDeps): Promise<DayOfShop['backupCheck']> {
  const checked = await findAlert(database, checkMark)
  return checked && { passed: checked.about === 'passed', hours: hoursBetween(checked.raisedAt, clock.now()) }
}

function hoursBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / HOUR
}
