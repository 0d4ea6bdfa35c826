import { before, DAY } from '../../core/durations.ts'
import { retention } from '../../core/retention.ts'
import type { PrivacyDeps } from './deps.ts'

const pageSize = 500

/**
 * Deletes the documents of users all of whose services ended before the retention period. Documents sent since are kept,
 * because they may be for a new service.
 */
export async function deleteOldDocuments({
  database,
  clock,
  orders,
  documents,
}: Pick<PrivacyDeps, 'database' | 'clock' | 'orders' | 'documents'>): Promise<void> {
  const ended = before(clock.now(), retention.documentDays * DAY)
  let after: string | undefined
  do {
    const userIds = await orders.usersWithEndedOrders({ before: ended, after, limit: pageSize })
    for (const userId of userIds) {
      await database.transaction((tx) => documents.removeAll(tx, { userId, sentBefore: ended }))
    }
    after = userIds.at(-1)
  } while (after !== undefined)
}
