/**
 * Allowed dependencies between modules, enforced by scripts/check-architecture.ts. A module that is not listed depends
 * on no other. Dependencies go through the other module's entry points (`public.ts`, `index.server.ts`) and have no
 * cycles; a lower module notifies a higher one by a stored event.
 */
export const uses: Record<string, readonly string[]> = {
  catalogue: [],
  notifications: [],
  documents: ['identity', 'notifications'],
  identity: ['notifications'],
  operations: ['notifications', 'payments'],
  team: ['identity', 'notifications'],
  registrations: ['identity'],
  payments: ['identity', 'notifications'],
  /** Payments only for its events. */
  orders: ['catalogue', 'documents', 'identity', 'notifications', 'payments'],
  contracting: ['catalogue', 'identity', 'orders', 'payments', 'proposals', 'notifications'],
  consultations: ['catalogue', 'documents', 'payments', 'notifications'],
  backoffice: [
    'catalogue',
    'consultations',
    'contracting',
    'documents',
    'identity',
    'inbox',
    'notifications',
    'operations',
    'orders',
    'payments',
    'privacy',
    'proposals',
    'receipts',
    'team',
  ],
  inbox: ['identity', 'notifications', 'orders'],
  proposals: ['catalogue', 'identity', 'notifications'],
  receipts: ['contracting', 'identity', 'notifications', 'orders', 'payments'],
  privacy: ['documents', 'identity', 'notifications', 'orders'],
  authenticity: ['payments'],
  numbers: [],
}

/**
 * The submodules ("rooms") of a module that is too large for one folder, from the lowest to the highest: a room may
 * depend on those listed, on the module's own domain/ and on top-level files, which then depend on no room. Enforced
 * like the list above.
 */
export const rooms: Record<string, Record<string, readonly string[]>> = {
  payments: {
    /** Double-entry bookkeeping: posting and balances. */
    ledger: [],
    /** Charges that we request from a provider. */
    charges: [],
    /** Payments at a provider, as it reports them. */
    payments: ['charges'],
    /** Customers' debts, the charges for them, and what their payers are notified of. */
    instalments: ['charges', 'ledger', 'payments'],
    /** Unapplied money. */
    credits: ['charges', 'instalments', 'ledger', 'payments', 'set-aside'],
    /** Money returned to payers. */
    refunds: ['charges', 'credits', 'instalments', 'ledger', 'payments'],
    /** Disputes and chargebacks, and what staff decide about them. */
    disputes: ['charges', 'credits', 'instalments', 'ledger', 'payments', 'refunds'],
    /** Providers' payment reports in their raw form, and the payments that cannot be booked. */
    'set-aside': ['charges'],
    /** Webhook notices, payment reports and reconciliation; the daily close. */
    settlement: [
      'charges',
      'credits',
      'disputes',
      'instalments',
      'ledger',
      'payments',
      'refunds',
      'set-aside',
    ],
    /** A new schedule for the open amount of an order. */
    renegotiation: ['credits', 'instalments', 'ledger'],
    /** Money received and returned outside the providers, as the team records it. */
    manual: ['charges', 'credits', 'disputes', 'instalments', 'payments', 'refunds', 'settlement'],
    /** The actions and views of a payer. */
    checkout: ['charges', 'credits', 'instalments', 'manual', 'payments', 'refunds', 'settlement'],
    /** Arrangements of a payer: a later due date, a link for another person to pay, a reminder. */
    arrangements: ['charges', 'checkout', 'credits', 'instalments'],
    /** Checks of the ledger against the rows of the other rooms. */
    books: ['instalments', 'ledger'],
    /** What the desk shows of money: open items with their evidence, obligations, open instalments, totals. */
    desk: [
      'charges',
      'credits',
      'instalments',
      'ledger',
      'manual',
      'payments',
      'refunds',
      'set-aside',
      'settlement',
    ],
    /** Personal data in the rows of money: its export and its erasure. */
    personal: [
      'arrangements',
      'charges',
      'credits',
      'instalments',
      'manual',
      'payments',
      'refunds',
      'set-aside',
    ],
  },
}
