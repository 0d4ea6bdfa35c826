import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'

/** What the team was alerted to, so that it is notified once. An alert is deleted when its cause is over. */
export const alerts = pgTable(
  'operation_alerts',
  {
    /** The kind and the thing, such as `dead-letter:<job id>`. */
    key: text().primaryKey(),
    raisedAt: instant('raised_at').notNull(),
    /** Of a forgotten message: its kind, which shows what happened. */
    about: text(),
  },
  (table) => [
    index('operation_alerts_forgotten')
      .on(table.raisedAt, table.key)
      .where(sql`${table.key} like 'forgotten:%'`),
  ],
)
