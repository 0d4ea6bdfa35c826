import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import type { NotificationsDeps } from './deps.ts'
import { eraseBodies } from './store.server.ts'

const batch = 1_000

/**
 * Deletes the texts of messages `retention.messageDays` whole days after they were written; their facts remain: kind,
 * recipient, time, channel and outcome. A message that still needs an action keeps its text.
 */
export async function eraseOldBodies({
  database,
  clock,
}: Pick<NotificationsDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = startOfDayInSaoPaulo(addDays(todayInSaoPaulo(now), -retention.messageDays))
  while (true) {
    if ((await eraseBodies(database, { before, now, limit: batch })) < batch) return
  }
}
