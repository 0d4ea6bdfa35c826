import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** Count of each security event by minute, over all processes, on which alarms are based. Contains no personal data. */
export const securityCounts = pgTable(
  'security_counts',
  {
    event: text().notNull(),
    minute: instant('minute').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.event, table.minute] }),
    index('security_counts_minute').on(table.minute),
  ],
)
