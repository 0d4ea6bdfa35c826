import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { FIRST_CONTACT_HOURS } from '../../core/commitments.ts'
import { type DeadlineKind, deadlineKinds } from '../../core/payment-terms.ts'
import { centavos, instant, oneOf } from '../../platform/database/columns.ts'
import { type MediaType, mediaTypes } from '../documents/public.ts'
import { endedStatuses, type OrderStatus, openStatuses, orderMachine, workStatuses } from './domain/order.ts'
import { type OrderEventDetail, type OrderEventKind, orderEventKinds } from './domain/order-event.ts'

/** A service hired by a customer. Columns have the specification's names (section 3). */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    /** Order number used by people: 'RC-7K4P2'. A trigger assigns it (docs/decisions/0031). */
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
    /** The contracted deadline, from which `delivery_date` is calculated. */
    deliveryDays: integer('delivery_days').notNull(),
    deliveryKind: text('delivery_kind').$type<DeadlineKind>().notNull(),
    startDate: date('start_date', { mode: 'string' }),
    deliveryDate: date('delivery_date', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Changes with every update except a note: the version on which an edit of the team was decided. */
    version: integer().notNull().default(1),
    /** Due day of the next task: the current step, or the decision about an order on hold. */
    dueOn: date('due_on', { mode: 'string' }),
    /** Deadline of the promised first contact; null for orders from before it was recorded. */
    contactDueAt: instant('contact_due_at').default(
      sql`now() + interval '${sql.raw(String(FIRST_CONTACT_HOURS))} hours'`,
    ),
    contactedAt: instant('contacted_at'),
    /** When the texts about it were erased at the end of the retention period. */
    forgottenAt: instant('forgotten_at'),
  },
  (table) => [
    // Ascending, scanned backwards for newest first: Drizzle's descending indexes order nulls differently from the
    // queries.
    index('orders_of_user').on(table.userId, table.createdAt, table.id),
    index('orders_by_status').on(table.status, table.deliveryDate),
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_of_status').on(table.status, table.createdAt, table.id),
    // Open obligations, by due day. Orders of an earlier version have no due day: the promised delivery date is used.
    index('orders_to_work_on')
      .on(sql`coalesce(${table.dueOn}, ${table.deliveryDate})`, table.id)
      .where(oneOf(table.status, workStatuses)),
    index('orders_to_decide')
      .on(sql`coalesce(${table.dueOn}, ${table.deliveryDate})`, table.id)
      .where(sql`${table.status} = 'on_hold'`),
    index('orders_to_contact')
      .on(table.contactDueAt, table.id)
      .where(
        sql`${table.contactedAt} is null and ${table.contactDueAt} is not null and ${oneOf(table.status, openStatuses)}`,
      ),
    index('orders_to_forget')
      .on(table.updatedAt, table.id)
      .where(sql`${table.forgottenAt} is null and ${oneOf(table.status, endedStatuses)}`),
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
    /** Due day; null before the work starts, and for orders of an earlier version. */
    dueOn: date('due_on', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.stepNumber] }),
    index('order_steps_by_day').on(table.dueOn).where(sql`${table.dueOn} is not null`),
    check('order_steps_number', sql`${table.stepNumber} >= 1`),
    check('order_steps_completed', sql`${table.completed} = (${table.completedDate} is not null)`),
  ],
)

/**
 * A file as evidence of a step, encrypted in the file store. Stored before the step is completed; a sweep deletes files
 * that no completion refers to.
 */
export const stepFiles = pgTable(
  'step_files',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    mediaType: text('media_type').$type<MediaType>().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** SHA-256 of the content, hexadecimal. */
    sha256: text().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    addedBy: uuid('added_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a completion first referred to it. */
    usedAt: instant('used_at'),
  },
  (table) => [
    index('step_files_unused').on(table.createdAt).where(sql`${table.usedAt} is null`),
    index('step_files_of_order').on(table.orderId),
    check('step_files_media_type', oneOf(table.mediaType, mediaTypes)),
    check('step_files_size', sql`${table.size} > 0`),
    check('step_files_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/**
 * Record of a completed step: by whom, when, its evidence, and the text for the customer. A reopened step keeps the row, and
 * gets another one when it is completed again.
 */
export const stepCompletions = pgTable(
  'step_completions',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id').notNull(),
    stepNumber: integer('step_number').notNull(),
    /** What the customer reads. */
    words: text().notNull(),
    /** Its protocol number at a third party, such as a bureau. */
    protocol: text(),
    fileId: uuid('file_id').references(() => stepFiles.id),
    /** True when the customer also sees the evidence. */
    isShared: boolean('is_shared').notNull(),
    completedBy: uuid('completed_by').notNull(),
    completedAt: instant('completed_at').notNull(),
    /** When the customer was notified; null while it can still be undone without notice. */
    announcedAt: instant('announced_at'),
    /** When it was undone or reopened. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('step_completions_current')
      .on(table.orderId, table.stepNumber)
      .where(sql`${table.endedAt} is null`),
    index('step_completions_of_order').on(table.orderId, table.stepNumber),
    uniqueIndex('step_completions_file').on(table.fileId),
    foreignKey({
      name: 'step_completions_step',
      columns: [table.orderId, table.stepNumber],
      foreignColumns: [orderSteps.orderId, orderSteps.stepNumber],
    }).onDelete('cascade'),
    check('step_completions_evidence', sql`${table.protocol} is not null or ${table.fileId} is not null`),
  ],
)

/** Events of an order, for the team: every change, contact and note. Append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text().$type<OrderEventKind>().notNull(),
    at: instant('at').notNull(),
    /** The operator; null when the event was not caused by the team. */
    actorId: uuid('actor_id'),
    stepNumber: integer('step_number'),
    /** A reason, a note, or the words for the customer. */
    text: text(),
    detail: jsonb().$type<OrderEventDetail>().notNull(),
  },
  (table) => [
    index('order_events_of_order').on(table.orderId, table.at, table.id),
    check('order_events_kind', oneOf(table.kind, orderEventKinds)),
  ],
)
