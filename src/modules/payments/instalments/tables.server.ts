import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instalmentKinds, paymentMethods } from '../../../core/payment-terms.ts'
import { centavos, instant, oneOf } from '../../../platform/database/columns.ts'
import { charges } from '../charges/tables.server.ts'
import type { ChargeMethod } from '../domain/charge.ts'
import {
  fundedStatuses,
  type InstalmentKind,
  type InstalmentStatus,
  instalmentMachine,
  type RatePeriod,
} from '../domain/instalment.ts'
import { payments } from '../payments/tables.server.ts'

/** Instalments: amounts that a customer owes on a date. In SQL `payments`, as in section 3 of the specification. */
export const instalments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Title of the order, copied when it is scheduled, because this module has no access to orders. */
    serviceTitle: text('service_title').notNull(),
    paymentType: text('payment_type').notNull(),
    /** 0 for the entry, if there is one. */
    number: integer().notNull(),
    kind: text().$type<InstalmentKind>().notNull(),
    amount: centavos('amount').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    /** Due date in the contract, for a postponed instalment. */
    postponedFrom: date('postponed_from', { mode: 'string' }),
    status: text().$type<InstalmentStatus>().notNull(),
    paymentDate: instant('payment_date'),
    /** The charge and the payment that paid it, and the amount that was taken from the payment. */
    paidBy: uuid('paid_by').references(() => charges.id),
    paidWith: uuid('paid_with').references(() => payments.id),
    paidAmount: centavos('paid_amount'),
    /** The plan's rate, in hundredths of a percent per week or month; null for a plan at cash price. */
    rate: integer(),
    ratePeriod: text('rate_period').$type<RatePeriod>(),
    paymentMethod: text('payment_method').$type<ChargeMethod>().notNull(),
    /**
     * The renegotiation whose new instalments replaced it: it is then closed as `cancelled`, and its debt continues in
     * those.
     */
    renegotiatedIn: uuid('renegotiated_in'),
    externalReference: text('external_reference').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_of_order').on(table.orderId, table.number),
    index('payments_by_due_date').on(table.userId, table.status, table.dueDate, table.number),
    index('payments_paid_by').on(table.paidBy).where(sql`${table.paidBy} is not null`),
    index('payments_paid_with').on(table.paidWith).where(sql`${table.paidWith} is not null`),
    /** Includes the amount, so that daily totals are read from the index alone. */
    index('payments_open_by_day')
      .on(table.dueDate, table.id, table.amount)
      .where(sql`${table.status} = 'pending'`),
    index('payments_by_day').on(table.dueDate),
    /** For the search for instalments that money without an owner may be for. */
    index('payments_open_by_amount').on(table.amount, table.dueDate).where(sql`${table.status} = 'pending'`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_status', oneOf(table.status, instalmentMachine.states)),
    check(
      'payments_paid_with_money',
      sql`(${oneOf(table.status, fundedStatuses)}) = (${table.paymentDate} is not null and ${table.paidWith} is not null and ${table.paidAmount} is not null)`,
    ),
    check('payments_renegotiated', sql`${table.renegotiatedIn} is null or ${table.status} = 'cancelled'`),
    check('payments_postponed', sql`${table.postponedFrom} < ${table.dueDate}`),
    check('payments_rate', sql`(${table.rate} is null) = (${table.ratePeriod} is null)`),
    check('payments_method', oneOf(table.paymentMethod, paymentMethods)),
    check('payments_kind', oneOf(table.kind, instalmentKinds)),
  ],
)

/** Charge lines: the instalments of a charge and the amounts it asks for them. */
export const chargeInstalments = pgTable(
  'charge_payments',
  {
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
    /** Amount of the instalment itself. The charge asks for it plus late charges minus the discount. */
    amount: centavos('amount').notNull(),
    lateFee: centavos('late_fee').notNull().default(0),
    interest: centavos('interest').notNull().default(0),
    discount: centavos('discount').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.instalmentId] }),
    index('charge_payments_of_payment').on(table.instalmentId),
    check(
      'charge_payments_parts',
      sql`${table.lateFee} >= 0 and ${table.interest} >= 0 and ${table.discount} between 0 and ${table.amount}`,
    ),
  ],
)
