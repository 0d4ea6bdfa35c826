import { and, eq, isNull, sql } from 'drizzle-orm'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { ErasureBlock, Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { openStatuses } from './domain/order.ts'
import { orders, stepCompletions } from './tables.server.ts'

/** Orders and what was written about their steps: the record of the service. */
export const ordersPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'order',
    table: orders,
    ...{ id: orders.id, at: orders.createdAt },
    where: ({ userId }) => (userId ? eq(orders.userId, userId) : undefined),
    fields: {
      number: orders.number,
      service: orders.serviceTitle,
      total: orders.servicePrice,
      paymentType: orders.paymentType,
      status: orders.status,
      createdAt: orders.createdAt,
      deliveryDate: orders.deliveryDate,
    },
  }),
  rowsSource({
    kind: 'order',
    table: stepCompletions,
    ...{ id: stepCompletions.id, at: stepCompletions.completedAt },
    where: ({ userId }) =>
      userId
        ? and(
            isNull(stepCompletions.endedAt),
            sql`${stepCompletions.orderId} in (select ${orders.id} from ${orders} where ${orders.userId} = ${userId})`,
          )
        : undefined,
    fields: {
      step: stepCompletions.stepNumber,
      words: stepCompletions.words,
      protocol: stepCompletions.protocol,
      completedAt: stepCompletions.completedAt,
    },
  }),
]

/** A service that is not done. */
export async function orderBlocks(executor: Executor, { userId }: Person): Promise<ErasureBlock[]> {
  if (!userId) return []
  const open = await executor
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), oneOf(orders.status, openStatuses)))
    .limit(1)
  return open.length > 0 ? ['order'] : []
}
