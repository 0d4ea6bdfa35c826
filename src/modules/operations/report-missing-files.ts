import { HOUR } from '../../core/durations.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  clearAlert,
  findAlert,
  keepAlerts,
  raiseAlert,
  raiseAlertAgain,
  raiseAlerts,
  raisedAlertsAmong,
  replaceAlert,
} from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { missingFilesMessage } from './messages.ts'

/** Files beyond this number are only counted: a store that is not mounted lacks all of them. */
const maxNamed = 500

/** Row among the alerts with the number of missing files. */
const countMark = 'missing-files:count'

/** Row among the alerts with the time of the last e-mail about a file that somebody wanted to open. */
const openedMark = 'missing-files:opened'

/**
 * E-mails the team about files that rows refer to and that the store lacks, once for each until it is back. Nothing is put in their
 * place: evidence comes back from a back-up or not at all. Only receipts are rendered again, when they are opened.
 */
export async function reportMissingFiles({
  database,
  clock,
  log,
  missingFiles,
  send,
  teamEmail,
  links,
}: OperationsDeps): Promise<void> {
  const missing = await missingFiles()
  const named = missing.slice(0, maxNamed)
  await database.transaction(async (tx) => {
    await keepAlerts(tx, { prefix, keys: named.map(keyOf) })
    if (missing.length === 0) return clearAlert(tx, countMark)
    const now = clock.now()
    await replaceAlert(tx, { key: countMark, at: now, about: String(missing.length) })
    const raised = await raiseAlerts(tx, named.map(keyOf), now)
    const fresh = named.filter((file) => raised.has(keyOf(file)))
    if (fresh.length === 0) return
    log.error({ count: missing.length, files: fresh }, 'files are missing from the file store')
    const message = missingFilesMessage({ files: missing, deskUrl: links.deskOperation() })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.files', ...message })
  })
}

/**
 * E-mails the team about a file that somebody wanted to open and that is missing, instead of with the next check: at most one in an hour,
 * because a store that is not mounted lacks all of them. The rest waits for the check.
 *
 * @returns whether the team was notified of this file, now or before
 */
export async function reportMissingFile(
  { database, clock, log, isFileKey, send, teamEmail, links }: OperationsDeps,
  { file }: { file: string },
): Promise<boolean> {
  const isKnown = async (executor: Executor) => (await raisedAlertsAmong(executor, [keyOf(file)])).size > 0
  if (await isKnown(database)) return true
  // A file that was deleted together with its row while it was opened is not missing.
  if (!(await isFileKey(file))) return false
  return database.transaction(async (tx) => {
    const now = clock.now()
    // Another request may have reported it meanwhile.
    if (!(await raiseAlertAgain(tx, { key: openedMark, at: now, pause: HOUR }))) return isKnown(tx)
    if (!(await raiseAlert(tx, keyOf(file), now))) return true
    log.error({ count: 1, files: [file] }, 'files are missing from the file store')
    const message = missingFilesMessage({ files: [file], deskUrl: links.deskOperation() })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.files', ...message })
    return true
  })
}

/** The number of files that were missing at the last check. */
export async function missingFilesCount({ database }: { database: Executor }): Promise<number> {
  return Number((await findAlert(database, countMark))?.about ?? 0)
}

const prefix = 'missing-file:'

function keyOf(file: string): string {
  return prefix + file
}
