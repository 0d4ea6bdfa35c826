import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ProposalStatus } from './domain/suspicion.ts'

/** A request for a vehicle financing proposal (specification, section 3), waiting for a consultant. */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey(),
    /** Digest of what was asked, so that a second click is the same proposal. */
    digest: text().notNull(),
    userId: uuid('user_id'),
    name: text().notNull(),
    birthDate: date('birth_date', { mode: 'string' }).notNull(),
    /** E.164. */
    phone: text().notNull(),
    email: text().notNull(),
    /** Monthly, centavos. */
    income: bigint({ mode: 'number' }).notNull(),
    vehicleBrand: text('vehicle_brand').notNull(),
    vehicleModel: text('vehicle_model').notNull(),
    vehicleYear: text('vehicle_year').notNull(),
    /** Centavos. */
    vehicleValue: bigint('vehicle_value', { mode: 'number' }).notNull(),
    status: text().$type<ProposalStatus>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('proposals_digest').on(table.digest),
    index('proposals_by_status').on(table.status, table.createdAt),
    check('proposals_status', sql`${table.status} in ('received', 'suspected', 'answered')`),
    check('proposals_amounts', sql`${table.income} > 0 and ${table.vehicleValue} > 0`),
  ],
)
