import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How often something was tried in the running window. The key is a digest: it names nobody. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_expires_at').on(table.expiresAt)],
)
