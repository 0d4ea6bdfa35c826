import { and, eq, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { ErasureBlock, Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { openStatuses } from './domain/order.ts'
import { orderEvents, orders, stepCompletions, stepFiles } from './tables.server.ts'

/** Events with the team's internal notes. */
const notes = ['contacted', 'noted'] as const

/** Condition for rows of orders that belong to a customer. */
const ofOrderOf = (orderId: AnyPgColumn, userId: string) =>
  sql`${orderId} in (select ${orders.id} from ${orders} where ${orders.userId} = ${userId})`

/**
 * Orders, the texts about their steps (including reopened ones), and the files that prove them: the record of the service. An erasure
 * deletes the team's notes about the customer in it, like its notes elsewhere: the fact that there was a contact is kept.
 */
export const ordersPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'order',
    table: orders,
    id: orders.id,
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
    id: stepCompletions.id,
    where: ({ userId }) => (userId ? ofOrderOf(stepCompletions.orderId, userId) : undefined),
    fields: {
      step: stepCompletions.stepNumber,
      words: stepCompletions.words,
      protocol: stepCompletions.protocol,
      completedAt: stepCompletions.completedAt,
      endedAt: stepCompletions.endedAt,
    },
  }),
  rowsSource({
    kind: 'order',
    table: stepFiles,
    id: stepFiles.id,
    where: ({ userId }) =>
      userId ? and(isNotNull(stepFiles.usedAt), ofOrderOf(stepFiles.orderId, userId)) : undefined,
    fields: { fileName: stepFiles.name, mediaType: stepFiles.mediaType, createdAt: stepFiles.createdAt },
  }),
  rowsSource({
    kind: 'order',
    table: orderEvents,
    id: orderEvents.id,
    // The texts of a step are part of its completions.
    where: wordsOf(notInArray(orderEvents.kind, [...notes, 'step_completed'])),
    fields: { words: orderEvents.text, createdAt: orderEvents.at },
  }),
  rowsSource({
    kind: 'note',
    table: orderEvents,
    id: orderEvents.id,
    where: wordsOf(inArray(orderEvents.kind, notes)),
    fields: { note: orderEvents.text, createdAt: orderEvents.at },
    erase: () => ({ text: null }),
  }),
]

function wordsOf(kinds: SQL) {
  return ({ userId }: Person) =>
    userId ? and(kinds, isNotNull(orderEvents.text), ofOrderOf(orderEvents.orderId, userId)) : undefined
}

/** A service that is not completed blocks the erasure. */
export async function orderBlocks(executor: Executor, { userId }: Person): Promise<ErasureBlock[]> {
  if (!userId) return []
  const open = await executor
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), oneOf(orders.status, openStatuses)))
    .limit(1)
  return open.length > 0 ? ['order'] : []
}
