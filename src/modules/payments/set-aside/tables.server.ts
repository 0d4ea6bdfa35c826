import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, centavos, instant, oneOf } from '../../../platform/database/columns.ts'
import { type SetAsideReason, setAsideReasons } from '../domain/set-aside.ts'

/**
 * What providers said of each payment, in their own words: one row for each text. Compressed and sealed, because it names
 * payers; erased by a job (core/retention.ts).
 */
export const rawPayments = pgTable(
  'raw_payments',
  {
    provider: text().notNull(),
    /** SHA-256 of the text, in hex. */
    digest: text().notNull(),
    providerId: text('provider_id').notNull(),
    sealed: bytea().notNull(),
    /** When it was first said, by the database's clock. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.digest] }),
    index('raw_payments_of_payment').on(table.provider, table.providerId),
    index('raw_payments_oldest').on(table.seenAt),
  ],
)

/** Payments that cannot be booked: each waits for the provider to say it better, for a mend of ours, or for a person. */
export const setAsidePayments = pgTable(
  'set_aside_payments',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    providerId: text('provider_id').notNull(),
    reason: text().$type<SetAsideReason>().notNull(),
    /** The fields in doubt, or the error without any data. */
    detail: text().notNull(),
    /** What a person would take the amount for, in hundredths of `currency`; null when nothing fits. */
    amount: centavos('amount'),
    currency: text(),
    /** SHA-256 of the provider's text: another text is tried at once. */
    digest: text().notNull(),
    /** The provider's time of the latest that cannot be booked; null where it says none that can be believed. */
    reportedAt: instant('reported_at'),
    since: instant('since').notNull(),
    tries: integer().notNull(),
    nextTryAt: instant('next_try_at').notNull(),
    /** After how many tries the team is told: later for what usually passes by itself. */
    notifyAfter: integer('tell_after').notNull(),
    /** Null until the team is told. */
    notifiedAt: instant('told_at'),
    /** When it was booked, or resolved by a person (`resolvedBy`). */
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by'),
    /** The person who said of one that is perhaps ours that it is: it is booked with the next try. */
    confirmedBy: uuid('confirmed_by'),
    resolution: text(),
  },
  (table) => [
    uniqueIndex('set_aside_payments_known').on(table.provider, table.providerId),
    index('set_aside_payments_due').on(table.nextTryAt).where(sql`${table.resolvedAt} is null`),
    index('set_aside_payments_open').on(table.since).where(sql`${table.resolvedAt} is null`),
    check('set_aside_payments_reason', oneOf(table.reason, setAsideReasons)),
  ],
)
