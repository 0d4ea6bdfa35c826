import { and, asc, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { DAY } from '../../core/durations.ts'
import { CONTRACT_DAYS, retention } from '../../core/retention.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Person } from '../../platform/personal/personal-data.ts'
import { deleteOldAddresses } from './addresses-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { erasedContent, isMessageOf } from './personal.ts'
import { messages } from './tables.server.ts'

const rowsAtOnce = 1_000

/**
 * Erases the words and recipients of messages past their retention period, and the data about addresses that are no
 * longer needed.
 */
export async function eraseOldMessages({
  database,
  clock,
}: Pick<NotificationsDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteOldAddresses(database, now)
  const before = new Date(now.getTime() - CONTRACT_DAYS * DAY)
  for (;;) {
    const old = database
      .select({ id: messages.id })
      .from(messages)
      .where(and(lt(messages.createdAt, before), isNull(messages.erasedAt)))
      .orderBy(asc(messages.createdAt))
      .limit(rowsAtOnce)
    const erased = await database
      .update(messages)
      .set({ ...erasedContent, erasedAt: now })
      .where(sql`${messages.id} in ${old}`)
      .returning({ id: messages.id })
    if (erased.length < rowsAtOnce) return
  }
}

/** Deletes the journal's entries of messages that were erased. Repeated, it deletes nothing more. */
export async function eraseJournals({
  database,
  clock,
  journal,
}: Pick<NotificationsDeps, 'database' | 'clock' | 'journal'>): Promise<void> {
  const since = new Date(clock.now().getTime() - (retention.journalDays + 1) * DAY)
  const erased = await database
    .select({ id: messages.id, createdAt: messages.createdAt })
    .from(messages)
    .where(and(isNotNull(messages.erasedAt), gt(messages.createdAt, since)))
  for (const message of erased) await journal.remove(message)
}

/** Whether a message to a person is still waiting to be sent. */
export async function hasWaiting(
  { database }: Pick<NotificationsDeps, 'database'>,
  { person }: { person: Person },
): Promise<boolean> {
  const whose = isMessageOf(person)
  if (!whose) return false
  const waiting = await database
    .select({ id: messages.id })
    .from(messages)
    .where(and(whose, sql`${messages.status} = 'queued'`))
    .limit(1)
  return waiting.length > 0
}

/** Every address that messages were sent to, once each. */
export async function* addressesIn(database: Database): AsyncIterable<string> {
  let after = ''
  for (;;) {
    const rows = await database
      .selectDistinct({ to: messages.to })
      .from(messages)
      .where(and(ne(messages.to, ''), gt(messages.to, after)))
      .orderBy(asc(messages.to))
      .limit(rowsAtOnce)
    for (const { to } of rows) yield to
    after = rows.at(-1)?.to ?? ''
    if (rows.length < rowsAtOnce) return
  }
}
