import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { paymentMethods } from '../../../core/payment-terms.ts'
import { centavos, instant, oneOf, textStoredAs } from '../../../platform/database/columns.ts'
import {
  type ChargeMethod,
  type ChargePurpose,
  type ChargeStatus,
  chargeMachine,
  openStatuses,
} from '../domain/charge.ts'
import type { Payer } from '../ports.ts'

/** Statuses stored under their original name. */
const storedNames: { readonly [status in ChargeStatus]?: string } = { amount_mismatch: 'divergent' }
const chargeStatus = textStoredAs<ChargeStatus>(storedNames)

/** Pix and card charges. A row is committed before the provider is called. */
export const charges = pgTable(
  'charges',
  {
    id: uuid().primaryKey(),
    /** Null for a guest's consultation. */
    userId: uuid('user_id'),
    purpose: text().$type<ChargePurpose['kind']>().notNull(),
    purposeId: uuid('purpose_id'),
    method: text().$type<ChargeMethod>().notNull(),
    amount: centavos('amount').notNull(),
    description: text().notNull(),
    status: chargeStatus('status').notNull(),
    /** Provider that issued the charge and settles it, even when another provider is current. */
    provider: text().notNull(),
    reference: text().notNull().unique(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** A selection has at most one open charge. */
    selectionKey: text('selection_key').notNull(),
    maxInstalments: integer('most_instalments').notNull(),
    /** Personal data: stored only until the provider has answered. */
    payer: jsonb().$type<Payer>(),
    /** The provider's id of a Pix; for a card, of the payment that paid it. */
    providerId: text('provider_id'),
    preferenceId: text('preference_id'),
    qrCode: text('qr_code'),
    ticketUrl: text('ticket_url'),
    initPoint: text('init_point'),
    /** First the requested expiry, then the one the provider granted. */
    expiresAt: instant('expires_at'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    issuedAt: instant('issued_at'),
    settledAt: instant('settled_at'),
    /** When the team reviewed a failed charge. */
    reviewedAt: instant('reviewed_at'),
    checkedAt: instant('checked_at'),
    /** When reconciliation checks it again; null when it is no longer checked. */
    nextCheckAt: instant('next_check_at'),
  },
  (table) => [
    uniqueIndex('charges_open_selection').on(table.selectionKey).where(oneOf(table.status, openStatuses)),
    // Only of charges with the id: before the table has statistics, it would be searched by the provider alone.
    uniqueIndex('charges_at_provider')
      .on(table.provider, table.providerId)
      .where(sql`${table.providerId} is not null`),
    uniqueIndex('charges_preference')
      .on(table.provider, table.preferenceId)
      .where(sql`${table.preferenceId} is not null`),
    index('charges_of_user').on(table.userId, table.createdAt),
    index('charges_of_purpose').on(table.purposeId),
    index('charges_to_check').on(table.nextCheckAt),
    /** Hash index: a code is long and only ever compared for equality. */
    index('charges_by_code').using('hash', table.qrCode),
    index('charges_failed')
      .on(table.createdAt)
      .where(sql`${table.status} = 'failed' and ${table.reviewedAt} is null`),
    check('charges_amount', sql`${table.amount} > 0`),
    check('charges_reference', sql`${table.reference} ~ '^[A-Za-z0-9_-]{1,64}$'`),
    check('charges_method', oneOf(table.method, paymentMethods)),
    check('charges_purpose', sql`${table.purpose} = 'instalments' or ${table.purposeId} is not null`),
    check(
      'charges_status',
      oneOf(
        table.status,
        chargeMachine.states.map((status) => storedNames[status] ?? status),
      ),
    ),
  ],
)

/** Every status change of every charge, with its cause. */
export const chargeHistory = pgTable(
  'charge_history',
  {
    id: uuid().primaryKey(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    from: chargeStatus('from').notNull(),
    to: chargeStatus('to').notNull(),
    cause: text().notNull(),
    providerId: text('provider_id'),
    providerStatus: text('provider_status'),
    providerDetail: text('provider_detail'),
    at: instant('at').notNull(),
  },
  (table) => [index('charge_history_of_charge').on(table.chargeId, table.at)],
)
