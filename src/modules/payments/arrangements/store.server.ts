import { and, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import type { IsoDate } from '../../../core/calendar.ts'
import type { Milestone } from '../../../core/milestones.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { insertIfNew } from '../../../platform/database/insert-rows.ts'
import { instalments } from '../instalments/tables.server.ts'
import { dueReminders, otherReminders, payerLinks, postponements } from './tables.server.ts'

export type PostponementRow = typeof postponements.$inferSelect
export type PayerLinkRow = typeof payerLinks.$inferSelect

/** @returns false when the order's postponement is used, including by a concurrent request */
export function insertPostponement(
  tx: Transaction,
  row: Omit<PostponementRow, 'erasedAt'>,
): Promise<boolean> {
  return insertIfNew(tx, postponements, row)
}

export async function findPostponement(
  executor: Executor,
  orderId: string,
): Promise<PostponementRow | undefined> {
  const [row] = await executor.select().from(postponements).where(eq(postponements.orderId, orderId))
  return row
}

/** @returns false when the instalment has a link that is not revoked */
export function insertPayerLink(executor: Executor, row: PayerLinkRow): Promise<boolean> {
  return insertIfNew(executor, payerLinks, row)
}

/** The unrevoked link of an instalment; it may be expired. */
export async function currentPayerLink(
  executor: Executor,
  instalmentId: string,
): Promise<PayerLinkRow | undefined> {
  const [row] = await executor
    .select()
    .from(payerLinks)
    .where(and(eq(payerLinks.instalmentId, instalmentId), isNull(payerLinks.revokedAt)))
  return row
}

/** The valid link with this digest of its token. */
export async function findPayerLink(
  executor: Executor,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<PayerLinkRow | undefined> {
  const [row] = await executor
    .select()
    .from(payerLinks)
    .where(
      and(eq(payerLinks.tokenHash, tokenHash), isNull(payerLinks.revokedAt), gt(payerLinks.expiresAt, now)),
    )
  return row
}

/** Revokes a customer's own link of an instalment. @returns whether there was one */
export async function revokeCurrentLink(
  executor: Executor,
  { instalmentId, userId, now }: { instalmentId: string; userId: string; now: Date },
): Promise<boolean> {
  const revoked = await executor
    .update(payerLinks)
    .set({ revokedAt: now })
    .where(
      and(
        eq(payerLinks.instalmentId, instalmentId),
        eq(payerLinks.userId, userId),
        isNull(payerLinks.revokedAt),
      ),
    )
    .returning({ id: payerLinks.id })
  return revoked.length > 0
}

/** A reminder that applies to an instalment today. */
export interface ReachedReminder {
  instalmentId: string
  dueDate: IsoDate
  milestone: Milestone
}

/** Records reminders. @returns the ids of the instalments whose reminder was not recorded before */
export async function insertReminders(
  tx: Transaction,
  { reminders, sentAt }: { reminders: readonly ReachedReminder[]; sentAt: Date },
): Promise<Set<string>> {
  const rows = reminders.map((reminder) => ({ ...reminder, sentAt }))
  const onTheDay = rows.filter(({ milestone }) => milestone === 'due')
  const others = rows.filter(({ milestone }) => milestone !== 'due')
  const first = [
    ...(onTheDay.length === 0
      ? []
      : await tx
          .insert(dueReminders)
          .values(onTheDay)
          .onConflictDoNothing()
          .returning({ id: dueReminders.instalmentId })),
    ...(others.length === 0
      ? []
      : await tx
          .insert(otherReminders)
          .values(others)
          .onConflictDoNothing()
          .returning({ id: otherReminders.instalmentId })),
  ]
  return new Set(first.map(({ id }) => id))
}

/** When each of these orders was last reminded of an instalment; without those that never were. */
export async function lastRemindersOf(
  executor: Executor,
  orderIds: readonly string[],
): Promise<Map<string, Date>> {
  if (orderIds.length === 0) return new Map()
  const rows = await executor
    .select({
      orderId: instalments.orderId,
      dueAt: max(dueReminders.sentAt),
      otherAt: max(otherReminders.sentAt),
    })
    .from(instalments)
    .leftJoin(dueReminders, eq(dueReminders.instalmentId, instalments.id))
    .leftJoin(otherReminders, eq(otherReminders.instalmentId, instalments.id))
    .where(inArray(instalments.orderId, [...orderIds]))
    .groupBy(instalments.orderId)
  return new Map(
    rows.flatMap(({ orderId, dueAt, otherAt }) => {
      const times = [dueAt, otherAt].flatMap((at) => at?.getTime() ?? [])
      return times.length === 0 ? [] : [[orderId, new Date(Math.max(...times))] as const]
    }),
  )
}

/** The customers with an unsent reminder, ordered by id. */
export async function usersToRemind(
  executor: Executor,
  {
    reached,
    after,
    limit,
  }: {
    reached: readonly { dueDate: IsoDate; milestone: Milestone }[]
    after: string | undefined
    limit: number
  },
): Promise<string[]> {
  const dates = sql`array[${sql.join(
    reached.map(({ dueDate }) => sql`${dueDate}::date`),
    sql`, `,
  )}]`
  const names = sql.param(reached.map(({ milestone }) => milestone))
  const { rows } = await executor.execute<{ user_id: string }>(sql`
    select distinct p.user_id from payments p
    join unnest(${dates}, ${names}::text[]) as reached (due_date, milestone) on reached.due_date = p.due_date
    where p.status = 'pending' ${after === undefined ? sql`` : sql`and p.user_id > ${after}::uuid`}
      and case when reached.milestone = 'due'
        then not exists (select from due_reminders r where r.payment_id = p.id and r.due_date = p.due_date)
        else not exists (select from other_reminders r
          where r.payment_id = p.id and r.due_date = p.due_date and r.milestone = reached.milestone) end
    order by p.user_id limit ${limit}`)
  return rows.map(({ user_id }) => user_id)
}
