import { addDays } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import type { JournalEntry } from './ports.ts'
import { knownMessages } from './store.server.ts'

/**
 * Delivered messages that are missing from the database, because it was restored to an earlier time or lost its last
 * commits. Each reports an event that the database no longer has. Oldest first.
 *
 * @param all false stops at the first whole day without missing messages: enough to detect a restored back-up
 */
export async function forgottenMessages(
  { database, clock, journal }: Pick<NotificationsDeps, 'database' | 'clock' | 'journal'>,
  { all, executor = database }: { all: boolean; executor?: Executor },
): Promise<JournalEntry[]> {
  const today = clock.now().toISOString().slice(0, 10)
  const forgotten: JournalEntry[] = []
  for (let ago = 0; ago <= retention.journalDays; ago++) {
    const day = addDays(today, -ago)
    const ids = await journal.idsOf(day)
    const known = await knownMessages(executor, ids)
    const unknown = ids.filter((id) => !known.has(id))
    for (const id of unknown) {
      const entry = await journal.read({ id, createdAt: new Date(`${day}T00:00:00Z`) })
      if (entry) forgotten.push(entry)
    }
    if (!all && ago > 1 && ids.length > 0 && unknown.length === 0) break
  }
  return forgotten.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Deletes the days of the journal that are older than its retention, including those of two missed months. */
export async function deleteOldJournal({
  clock,
  journal,
}: Pick<NotificationsDeps, 'clock' | 'journal'>): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10)
  for (let ago = retention.journalDays + 1; ago <= retention.journalDays + 62; ago++) {
    await journal.deleteDay(addDays(today, -ago))
  }
}
