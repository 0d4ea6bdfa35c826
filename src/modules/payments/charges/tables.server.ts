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

/** The one status that is stored under the name it had first. */
const storedNames: { readonly [status in ChargeStatus]?: string } = { amount_mismatch: 'divergent' }
const chargeStatus = textStoredAs<ChargeStatus>(storedNames)

/** One PIX or card charge at the provider, written before the provider hears of it. */
export const charges = pgTable(
  'charges',
  {
    id: uuid().primaryKey(),
    /** Absent for a guest's consultation. */
    userId: uuid('user_id'),
    purpose: text().$type<ChargePurpose['kind']>().notNull(),
    purposeId: uuid('purpose_id'),
    method: text().$type<ChargeMethod>().notNull(),
    amount: centavos('amount').notNull(),
    description: text().notNull(),
    status: chargeStatus('status').notNull(),
    /** Where it was made, and is settled, whatever provider new charges go to. */
    provider: text().notNull(),
    reference: text().notNull().unique(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** The same selection has at most one charge that may still be paid. */
    selectionKey: text('selection_key').notNull(),
    maxInstalments: integer('most_instalments').notNull(),
    /** Kept only until the provider has answered. */
    payer: jsonb().$type<Payer>(),
    /** What the provider knows a Pix by; of a card, the payment that paid it. */
    providerId: text('provider_id'),
    preferenceId: text('preference_id'),
    qrCode: text('qr_code'),
    ticketUrl: text('ticket_url'),
    initPoint: text('init_point'),
    /** First what was asked for, then what the provider granted. */
    expiresAt: instant('expires_at'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    issuedAt: instant('issued_at'),
    settledAt: instant('settled_at'),
    /** Failed, when a person has looked at it. */
    reviewedAt: instant('reviewed_at'),
    checkedAt: instant('checked_at'),
    /** When reconciliation asks about it again; absent once no more news is expected. */
    nextCheckAt: instant('next_check_at'),
  },
  (table) => [
    uniqueIndex('charges_open_selection').on(table.selectionKey).where(oneOf(table.status, openStatuses)),
    uniqueIndex('charges_at_provider').on(table.provider, table.providerId),
    uniqueIndex('charges_preference').on(table.provider, table.preferenceId),
    index('charges_of_user').on(table.userId, table.createdAt),
    index('charges_of_purpose').on(table.purposeId),
    index('charges_to_check').on(table.nextCheckAt),
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

/** Every move of every charge, and who or what caused it. */
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
