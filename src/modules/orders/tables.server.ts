import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type DeadlineKind, deadlineKinds } from '../../core/payment-terms.ts'
import { centavos, instant, oneOf } from '../../platform/database/columns.ts'
import { type OrderStatus, orderMachine } from './domain/order.ts'

/** A service hired by a customer. Columns have the specification's names (section 3). */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    /** What people call it: 'RC-7K4P2'. A trigger assigns it (docs/decisions/0031). */
    number: text().notNull().default('').unique('orders_number'),
    userId: uuid('user_id').notNull(),
    serviceId: text('service_id').notNull(),
    planId: text('plan_id').notNull(),
    serviceTitle: text('service_title').notNull(),
    /** The plan's total, in centavos. */
    servicePrice: centavos('service_price').notNull(),
    paymentType: text('payment_type').notNull(),
    status: text().$type<OrderStatus>().notNull(),
    progress: integer().notNull(),
    /** The contracted deadline: `delivery_date` is counted from it. */
    deliveryDays: integer('delivery_days').notNull(),
    deliveryKind: text('delivery_kind').$type<DeadlineKind>().notNull(),
    startDate: date('start_date', { mode: 'string' }),
    deliveryDate: date('delivery_date', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // Ascending, scanned backwards for newest first: Drizzle's descending indexes order nulls unlike the queries.
    index('orders_of_user').on(table.userId, table.createdAt, table.id),
    index('orders_by_status').on(table.status, table.deliveryDate),
    check('orders_number_written', sql`${table.number} ~ '^RC-[2-9B-DF-HJKMNP-TV-Z]{5,}$'`),
    check('orders_status', oneOf(table.status, orderMachine.states)),
    check('orders_price', sql`${table.servicePrice} > 0`),
    check('orders_progress', sql`${table.progress} between 0 and 100`),
    check('orders_deadline', sql`${table.deliveryDays} >= 0 and ${oneOf(table.deliveryKind, deadlineKinds)}`),
  ],
)

export const orderSteps = pgTable(
  'order_steps',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** From 1. */
    stepNumber: integer('step_number').notNull(),
    stepName: text('step_name').notNull(),
    stepDescription: text('step_description').notNull(),
    completed: boolean().notNull(),
    completedDate: instant('completed_date'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.stepNumber] }),
    check('order_steps_number', sql`${table.stepNumber} >= 1`),
    check('order_steps_completed', sql`${table.completed} = (${table.completedDate} is not null)`),
  ],
)
