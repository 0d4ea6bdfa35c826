import { before, DAY } from '../../core/durations.ts'
import { ACCESS_DAYS, CONTRACT_DAYS, retention } from '../../core/retention.ts'
import type { ConsultationsDeps } from './deps.ts'
import { eraseSubjects, isPast } from './personal.ts'
import { discardResult } from './prepare-result.ts'
import { abandoned, deleteCodes, deleteViews, keptSince, updateResult } from './results-store.server.ts'

const pageSize = 200

/** Milliseconds after which a prepared result counts as abandoned. */
const ABANDONED_AFTER = DAY

/**
 * Erases results past their retention period: first the bytes of the file, then the text; the row is kept. Deletes prepared results
 * that were never delivered, used codes, and view records past the retention period of access logs. Erases the subject of look-ups
 * past their retention period.
 */
export async function eraseOldResults(deps: ConsultationsDeps): Promise<void> {
  const { database, storage, clock } = deps
  const now = clock.now()
  const ended = before(now, retention.documentDays * DAY)
  for (let page = await keptSince(database, { before: ended, limit: pageSize }); page.length > 0; ) {
    for (const { id, storageKey } of page) {
      if (storageKey) await storage.delete(storageKey)
      await updateResult(database, id, { content: null, erasedAt: now })
    }
    page = await keptSince(database, { before: ended, limit: pageSize })
  }
  const forgotten = before(now, ABANDONED_AFTER)
  for (let page = await abandoned(database, { before: forgotten, limit: pageSize }); page.length > 0; ) {
    for (const row of page) await discardResult(deps, row)
    page = await abandoned(database, { before: forgotten, limit: pageSize })
  }
  const past = isPast({
    unpaidBefore: before(now, retention.unpaidLookupDays * DAY),
    before: before(now, CONTRACT_DAYS * DAY),
  })
  while ((await eraseSubjects(database, { where: past, now }, deps)) > 0);
  await deleteCodes(database, { before: now })
  await deleteViews(database, { before: before(now, ACCESS_DAYS * DAY) })
}
