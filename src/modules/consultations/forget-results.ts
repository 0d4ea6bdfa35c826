import { before, DAY } from '../../core/durations.ts'
import { ACCESS_DAYS, CONTRACT_DAYS, retention } from '../../core/retention.ts'
import type { ConsultationsDeps } from './deps.ts'
import { forgetSubjects, isPast } from './personal.ts'
import { discardResult } from './prepare-result.ts'
import { abandoned, deleteCodes, deleteViews, keptSince, updateResult } from './results-store.server.ts'

const pageSize = 200

/** Milliseconds after which a prepared result counts as abandoned. */
const ABANDONED_AFTER = DAY

/**
 * Erases results whose time is over: first the bytes of the file, then the words; that there was one stays. Deletes what was
 * prepared and never delivered, used codes, and the record of looks after the time of access logs. Forgets who asked about whom when
 * its time is over.
 */
export async function forgetResults(deps: ConsultationsDeps): Promise<void> {
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
  while ((await forgetSubjects(database, { where: past, now }, deps)) > 0);
  await deleteCodes(database, { before: now })
  await deleteViews(database, { before: before(now, ACCESS_DAYS * DAY) })
}
