import { and, isNotNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { before, DAY } from '../../../core/durations.ts'
import { CONTRACT_DAYS } from '../../../core/retention.ts'
import { credits } from '../credits/tables.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { openRefundStatuses } from '../domain/refund.ts'
import { manualPayments, manualRefunds } from '../manual/tables.server.ts'
import { refundApprovals, refunds } from '../refunds/tables.server.ts'

/**
 * Erases the texts that the team wrote about money: reasons, and reference numbers given by banks. Each is erased five years after
 * its subject was closed, when claims about it are barred (CDC, article 27); amounts and dates stay in the books. Open items keep
 * their texts.
 */
export async function eraseMoneyWords({
  database,
  clock,
}: Pick<PaymentsDeps, 'database' | 'clock'>): Promise<void> {
  const ended = before(clock.now(), CONTRACT_DAYS * DAY)
  await database.transaction(async (tx) => {
    await tx
      .update(refunds)
      .set({ reason: '' })
      .where(
        and(
          ne(refunds.reason, ''),
          notInArray(refunds.status, [...openRefundStatuses]),
          lt(sql`coalesce(${refunds.completedAt}, ${refunds.createdAt})`, ended),
        ),
      )
    await tx
      .update(refundApprovals)
      .set({ reason: '' })
      .where(and(ne(refundApprovals.reason, ''), lt(refundApprovals.decidedAt, ended)))
    await tx
      .update(credits)
      .set({ resolution: null })
      .where(and(isNotNull(credits.resolution), ne(credits.status, 'open'), lt(credits.resolvedAt, ended)))
    await tx
      .update(manualPayments)
      .set({
        reason: '',
        undoneReason: null,
        // Evidence is a number or a file; the fact that a number existed is kept.
        protocol: sql`case when ${manualPayments.protocol} is not null then '' end`,
      })
      .where(
        and(
          or(ne(manualPayments.reason, ''), ne(manualPayments.protocol, '')),
          ne(manualPayments.status, 'waiting'),
          lt(sql`coalesce(${manualPayments.undoneAt}, ${manualPayments.decidedAt})`, ended),
        ),
      )
    await tx
      .update(manualRefunds)
      .set({ protocol: '' })
      .where(and(ne(manualRefunds.protocol, ''), lt(manualRefunds.recordedAt, ended)))
  })
}
