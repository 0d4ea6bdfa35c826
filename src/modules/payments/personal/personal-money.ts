import { eq, sql } from 'drizzle-orm'
import type { PersonalSource } from '../../../platform/personal/personal-data.ts'
import { rowsSource } from '../../../platform/personal/rows-source.ts'
import { charges } from '../charges/tables.server.ts'
import { credits } from '../credits/tables.server.ts'
import { instalments } from '../instalments/tables.server.ts'
import { manualPayments } from '../manual/tables.server.ts'
import { refundAttributions, refundInstalments, refunds } from '../refunds/tables.server.ts'

/**
 * Money of a person that was received outside their charges, credited to them or returned. Kept as long as the law requires for
 * accounting records.
 */
export const moneyPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'order',
    table: manualPayments,
    id: manualPayments.id,
    where: ({ userId }) => (userId ? eq(manualPayments.userId, userId) : undefined),
    fields: {
      amount: manualPayments.amount,
      paidAt: manualPayments.receivedOn,
      protocol: manualPayments.protocol,
      reason: manualPayments.reason,
      undoneReason: manualPayments.undoneReason,
      createdAt: manualPayments.requestedAt,
      endedAt: manualPayments.undoneAt,
    },
  }),
  rowsSource({
    kind: 'order',
    table: credits,
    id: credits.id,
    where: ({ userId }) => (userId ? eq(credits.userId, userId) : undefined),
    fields: {
      credited: credits.amount,
      reason: credits.resolution,
      createdAt: credits.createdAt,
    },
  }),
  rowsSource({
    kind: 'order',
    table: refunds,
    id: refunds.id,
    where: ({ userId }) =>
      userId
        ? sql`(${refunds.chargeId} in (select ${charges.id} from ${charges} where ${charges.userId} = ${userId})
            or ${refunds.creditId} in (select ${credits.id} from ${credits} where ${credits.userId} = ${userId})
            or ${refunds.id} in (select refund_id from (
              select refund_id, payment_id from ${refundInstalments} union all select refund_id, payment_id from ${refundAttributions})
              as returned join ${instalments} on ${instalments.id} = returned.payment_id where ${instalments.userId} = ${userId}))`
        : undefined,
    fields: {
      refunded: refunds.amount,
      reason: refunds.reason,
      createdAt: refunds.createdAt,
      completedAt: refunds.completedAt,
    },
  }),
]
