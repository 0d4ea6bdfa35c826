import type { Clock } from '../../core/clock.ts'
import { retention } from '../../core/retention.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Documents } from '../documents/index.server.ts'
import type { Orders } from '../orders/index.server.ts'

export interface PrivacyDeps {
  database: Database
  clock: Clock
  orders: Pick<Orders, 'endedFor'>
  documents: Pick<Documents, 'removeAll'>
}

const peopleAtOnce = 500

/**
 * Removes the documents of people whose services all ended long enough ago. What they sent since is kept: they may be
 * preparing the next one.
 */
export async function forgetDocuments({ database, clock, orders, documents }: PrivacyDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - retention.documentDays * 24 * 60 * 60_000)
  let after: string | undefined
  do {
    const people = await orders.endedFor({ before, after, limit: peopleAtOnce })
    for (const userId of people) {
      await database.transaction((tx) => documents.removeAll(tx, { userId, sentBefore: before }))
    }
    after = people.at(-1)
  } while (after !== undefined)
}
