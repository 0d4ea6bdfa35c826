import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../database/columns.ts'

/** Daily figures: counts and amounts. Derived from the rows of the modules, and computed again whenever these change. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    /** For example 'due.open' or 'ledger.receipt'. */
    figure: text().notNull(),
    /** DATE in America/Sao_Paulo. */
    day: date({ mode: 'string' }).notNull(),
    /** A plan or an account; empty if the figure has one value per day. */
    subject: text().notNull().default(''),
    count: bigint({ mode: 'number' }).notNull(),
    amount: centavos('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.figure, table.day, table.subject] })],
)

/** Days whose rows have changed since their figures were computed. Triggers write them, one row for each statement. */
export const figureMarks = pgTable(
  'figure_marks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    days: date({ mode: 'string' }).array().notNull(),
  },
  (table) => [index('figure_marks_of_source').on(table.source, table.id)],
)

/** Time until which the figures of each source are complete. */
export const figureSources = pgTable('figure_sources', {
  source: text().primaryKey(),
  madeAt: instant('made_at').notNull(),
})
