import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { oneOf } from '../../platform/database/columns.ts'
import { type VisitStep, visitSteps } from './domain/visit.ts'

/**
 * How often a step on the way to a contract was taken on a day, by all visitors together. Nothing in it distinguishes one
 * person from another: there is no identifier, no address, no page, no time.
 */
export const visitCounts = pgTable(
  'visit_counts',
  {
    /** DATE in America/Sao_Paulo. */
    day: date({ mode: 'string' }).notNull(),
    step: text().$type<VisitStep>().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.step] }),
    check('visit_counts_step', oneOf(table.step, visitSteps)),
  ],
)
