import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'

/** Alerts that the team was notified of, so that each is sent once. An alert is deleted when its cause has ended. */
export const alerts = pgTable(
  'operation_alerts',
  {
    /** The kind and its subject, such as `dead-letter:<job id>`. */
    key: text().primaryKey(),
    raisedAt: instant('raised_at').notNull(),
    /** Its subject: the kind of a forgotten message, which shows what happened; how many files are missing. */
    about: text(),
  },
  (table) => [
    index('operation_alerts_forgotten')
      .on(table.raisedAt, table.key)
      .where(sql`${table.key} like 'forgotten:%'`),
  ],
)
