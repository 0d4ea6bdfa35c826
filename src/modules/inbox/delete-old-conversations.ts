import { addDays, addMonths, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import type { InboxDeps } from './deps.ts'
import { deleteConversations, eraseInboundBodies } from './store.server.ts'

const batch = 1_000

/**
 * Deletes the texts of inbound messages after the same time as those of our own messages, and whole conversations after
 * the retention period of contracts.
 */
export async function deleteOldConversations({
  database,
  clock,
}: Pick<InboxDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const today = todayInSaoPaulo(now)
  const wordsEnd = startOfDayInSaoPaulo(addDays(today, -retention.messageDays))
  const allEnds = startOfDayInSaoPaulo(addMonths(today, -12 * retention.contractYears))
  while ((await eraseInboundBodies(database, { before: wordsEnd, now, limit: batch })) === batch);
  while ((await deleteConversations(database, { before: allEnds, limit: batch })) === batch);
}
