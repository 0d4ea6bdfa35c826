import type { Clock } from '../../core/clock.ts'
import { retention } from '../../core/retention.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Documents } from '../documents/index.server.ts'
import type { Orders } from '../orders/index.server.ts'

export interface PrivacyDeps {
  database: Database
  clock: Clock
  orders: Pick<Orders, 'usersWithEndedOrders'>
  documents: Pick<Documents, 'removeAll'>
}

const pageSize = 500

/**
 * Deletes the documents of users all of whose services ended before the retention period. Documents sent since are kept,
 * because they may be for a new service.
 */
export async function purgeDocuments({ database, clock, orders, documents }: PrivacyDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - retention.documentDays * 24 * 60 * 60_000)
  let after: string | undefined
  do {
    const userIds = await orders.usersWithEndedOrders({ before, after, limit: pageSize })
    for (const userId of userIds) {
      await database.transaction((tx) => documents.removeAll(tx, { userId, sentBefore: before }))
    }
    after = userIds.at(-1)
  } while (after !== undefined)
}
