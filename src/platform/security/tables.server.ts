import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** How often each security event happened, by minute, over all processes: what alarms are decided by. Contains no personal data. */
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
