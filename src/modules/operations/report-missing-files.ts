import type { Executor } from '../../platform/database/database.ts'
import { clearAlert, findAlert, keepAlerts, raiseAlerts, replaceAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { missingFilesMessage } from './messages.ts'

/** Files beyond this number are only counted: a store that is not mounted lacks all of them. */
const maxNamed = 500

/** Row among the alerts with the number of missing files. */
const countMark = 'missing-files:count'

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

/** The number of files that were missing at the last check. */
export async function missingFilesCount({ database }: { database: Executor }): Promise<number> {
  return Number((await findAlert(database, countMark))?.about ?? 0)
}

const prefix = 'missing-file:'

function keyOf(file: string): string {
  return prefix + file
}
