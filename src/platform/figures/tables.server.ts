import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../database/columns.ts'

/** What a day came to: how many, and how much. Derived from the rows of the modules, and made again whenever they change. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    /** 'due.open', 'ledger.receipt'. */
    figure: text().notNull(),
    /** DATE in America/Sao_Paulo. */
    day: date({ mode: 'string' }).notNull(),
    /** A plan, an account; empty where the figure is one number a day. */
    subject: text().notNull().default(''),
    count: bigint({ mode: 'number' }).notNull(),
    amount: centavos('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.figure, table.day, table.subject] })],
)

/** Days whose rows have changed since their figures were made. Triggers write them, one row for each statement. */
export const figureMarks = pgTable(
  'figure_marks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    days: date({ mode: 'string' }).array().notNull(),
  },
  (table) => [index('figure_marks_of_source').on(table.source, table.id)],
)

/** Until when the figures of a source are complete. */
export const figureSources = pgTable('figure_sources', {
  source: text().primaryKey(),
  madeAt: instant('made_at').notNull(),
})
