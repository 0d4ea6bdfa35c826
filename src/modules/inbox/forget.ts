import { addDays, addMonths, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import type { InboxDeps } from './deps.ts'
import { deleteConversations, endInboundBodies } from './store.server.ts'

const batch = 1_000

/** Deletes what people wrote after as long as what we wrote, and that they wrote with the last contracts of its time. */
export async function forgetInbound({
  database,
  clock,
}: Pick<InboxDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const today = todayInSaoPaulo(now)
  const wordsEnd = startOfDayInSaoPaulo(addDays(today, -retention.messageDays))
  const allEnds = startOfDayInSaoPaulo(addMonths(today, -12 * retention.contractYears))
  while ((await endInboundBodies(database, { before: wordsEnd, now, limit: batch })) === batch);
  while ((await deleteConversations(database, { before: allEnds, limit: batch })) === batch);
}
