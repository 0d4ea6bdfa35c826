import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../platform/database/columns.ts'
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
    income: centavos('income').notNull(),
    vehicleBrand: text('vehicle_brand').notNull(),
    vehicleModel: text('vehicle_model').notNull(),
    vehicleYear: text('vehicle_year').notNull(),
    /** Centavos. */
    vehicleValue: centavos('vehicle_value').notNull(),
    status: text().$type<ProposalStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('proposals_digest').on(table.digest),
    index('proposals_by_status').on(table.status, table.createdAt),
    check('proposals_status', sql`${table.status} in ('received', 'suspected', 'answered')`),
    check('proposals_amounts', sql`${table.income} > 0 and ${table.vehicleValue} > 0`),
  ],
)
