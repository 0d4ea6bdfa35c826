import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import type { NotificationsDeps } from './deps.ts'
import { endBodies } from './store.server.ts'

const batch = 1_000

/**
 * Deletes what messages said, `retention.messageDays` whole days after they were written; their facts stay: of which kind, to
 * whom, when, by which channel, and what became of them. One that still waits for somebody keeps its words.
 */
export async function endOldBodies({
  database,
  clock,
}: Pick<NotificationsDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = startOfDayInSaoPaulo(addDays(todayInSaoPaulo(now), -retention.messageDays))
  while (true) {
    if ((await endBodies(database, { before, now, limit: batch })) < batch) return
  }
}
