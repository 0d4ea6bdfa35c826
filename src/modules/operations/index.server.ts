import { before, DAY } from '../../core/durations.ts'
import { retention } from '../../core/retention.ts'
import { bind } from '../../core/use-case.ts'
import { deleteOldEvents } from '../../platform/events/delete-old-events.ts'
import { listDeadLetters } from '../../platform/jobs/dead-letters.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { decideDeadLetter } from './decide-dead-letter.ts'
import type { OperationsDeps } from './deps.ts'
import { forgotten, reportForgotten, settleForgotten } from './forgotten.ts'
import { operationsJobs } from './jobs.ts'
import { operationObligations } from './obligations.ts'
import { reportCertificates } from './report-certificates.ts'
import { reportChannels } from './report-channels.ts'
import { reportClock } from './report-clock.ts'
import { backupCheck, backupHours, reportDay } from './report-day.ts'
import { reportDeadLetters } from './report-dead-letters.ts'
import { reportDisk } from './report-disk.ts'
import { reportFailedMessages } from './report-failed-messages.ts'
import { reportMissingFile, reportMissingFiles } from './report-missing-files.ts'
import { reportSecurity } from './report-security.ts'

export type { Certificate } from './domain/certificate.ts'
export { traceOf } from './domain/forgotten.ts'
export { skewText } from './domain/skew.ts'
export type { OperationsMessageKind } from './message-kinds.ts'
export { operationsMessageKinds } from './message-kinds.ts'

const reports = [
  reportDeadLetters,
  reportFailedMessages,
  reportChannels,
  reportCertificates,
  reportDisk,
  reportSecurity,
]

export type Operations = ReturnType<typeof createOperations>

/** Self-monitoring of the running system, with reports to the team: its clocks, its failed jobs, its certificates, its disk. */
export function createOperations(deps: OperationsDeps) {
  const { bound, within } = bind(deps)
  return {
    reportClock: bound(reportClock),
    reportMissingFile: bound(reportMissingFile),
    /** Jobs that failed every attempt, oldest first. */
    deadLetters: (limit?: number) => listDeadLetters(deps.database, limit),
    decideDeadLetter: within(decideDeadLetter),
    /** Events that are missing from a restored database. */
    forgotten: () => forgotten(deps),
    settleForgotten: within(settleForgotten),
    obligations: operationObligations(deps),
    /** Hours since the last back-up; undefined before the first. */
    backupHours: () => backupHours(deps),
    /** The last check of a back-up by npm run restore -- --check; undefined before the first. */
    backupCheck: () => backupCheck(deps),

    jobs: handleJobs(operationsJobs, {
      'operations.watch': {
        retryLimit: 0,
        every: { seconds: 60 },
        async run() {
          // One that fails keeps none of the others from the team.
          const errors: unknown[] = []
          for (const report of reports) await report(deps).catch((error: unknown) => errors.push(error))
          if (errors.length > 0) throw errors[0]
        },
      },
      // If missed while nothing was running, it runs once afterwards; each day's report is sent once.
      'operations.day': { every: { cron: '0 8 * * *' }, run: () => reportDay(deps) },
      'operations.check-files': {
        every: { cron: '30 5 * * *' },
        async run() {
          await reportMissingFiles(deps)
          const deleted = await deps.deleteUnfinishedFiles(before(deps.clock.now(), DAY))
          if (deleted > 0) deps.log.info({ deleted }, 'deleted unfinished files of killed processes')
        },
      },
      'operations.forget-events': {
        every: { cron: '15 4 * * *' },
        async run() {
          await deleteOldEvents(deps.database, before(deps.clock.now(), retention.eventDays * DAY))
        },
      },
      'operations.compare-journal': {
        retryLimit: 0,
        every: { seconds: 600 },
        run: () => reportForgotten(deps),
      },
    }),
  }
}
