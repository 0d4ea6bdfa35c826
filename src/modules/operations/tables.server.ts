import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'

/** What the team was alerted to, so that it is told once. An alert is deleted when its cause is over. */
export const alerts = pgTable('operation_alerts', {
  /** The kind and the thing, such as `dead-letter:<job id>`. */
  key: text().primaryKey(),
  raisedAt: instant('raised_at').notNull(),
})
