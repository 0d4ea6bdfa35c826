import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, centavos, instant, oneOf } from '../../../platform/database/columns.ts'
import { charges } from '../charges/tables.server.ts'
import { type SetAsideReason, setAsideReasons } from '../domain/set-aside.ts'

/**
 * The provider's payloads of each payment: one row for each distinct payload. Compressed and sealed, because they contain
 * personal data of payers; erased by a job (core/retention.ts).
 */
export const rawPayments = pgTable(
  'raw_payments',
  {
    provider: text().notNull(),
    /** SHA-256 of the payload, in hex. */
    digest: text().notNull(),
    providerId: text('provider_id').notNull(),
    sealed: bytea().notNull(),
    /** When the payload was first received, by the database's clock. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.digest] }),
    index('raw_payments_of_payment').on(table.provider, table.providerId),
    index('raw_payments_oldest').on(table.seenAt),
  ],
)

/**
 * Payments that cannot be booked: each needs a readable report from the provider, a fix of ours, or a decision by a
 * person.
 */
export const setAsidePayments = pgTable(
  'set_aside_payments',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    providerId: text('provider_id').notNull(),
    reason: text().$type<SetAsideReason>().notNull(),
    /** The fields in doubt, or the error without any data. */
    detail: text().notNull(),
    /** Likely amount, for a person to judge, in hundredths of `currency`; null when there is none. */
    amount: centavos('amount'),
    currency: text(),
    /** The charge that it names, if its money has arrived: nobody is asked for that again while this waits. */
    chargeId: uuid('charge_id').references(() => charges.id),
    /** SHA-256 of the provider's payload: a different payload is tried at once. */
    digest: text().notNull(),
    /**
     * The provider's time of the latest report that cannot be booked; null when it states none or an implausible one.
     */
    reportedAt: instant('reported_at'),
    since: instant('since').notNull(),
    tries: integer().notNull(),
    nextTryAt: instant('next_try_at').notNull(),
    /** Number of tries after which the team is notified: higher for failures that are usually temporary. */
    notifyAfter: integer('tell_after').notNull(),
    /** Null until the team is notified. */
    notifiedAt: instant('told_at'),
    /** When it was booked, or resolved by a person (`resolvedBy`). */
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by'),
    /** Person who confirmed that a payment that is perhaps ours is ours: it is booked with the next try. */
    confirmedBy: uuid('confirmed_by'),
    resolution: text(),
  },
  (table) => [
    uniqueIndex('set_aside_payments_known').on(table.provider, table.providerId),
    index('set_aside_payments_due').on(table.nextTryAt).where(sql`${table.resolvedAt} is null`),
    index('set_aside_payments_open').on(table.since).where(sql`${table.resolvedAt} is null`),
    index('set_aside_payments_of_charge').on(table.chargeId).where(sql`${table.resolvedAt} is null`),
    check('set_aside_payments_reason', oneOf(table.reason, setAsideReasons)),
  ],
)
