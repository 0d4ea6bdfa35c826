/**
 * Which module may use which: the whole list, read by scripts/check-architecture.ts. A module absent here uses no
 * other. A use goes through the other's doors (`public.ts`, `index.server.ts`) and never makes a circle; what a
 * module below has to tell one above travels as a stored event.
 */
export const uses: Record<string, readonly string[]> = {
  catalogue: [],
  notifications: [],
  documents: [],
  identity: ['notifications'],
  registrations: ['identity'],
  payments: ['identity', 'notifications'],
  /** Payments for its events alone. */
  orders: ['catalogue', 'identity', 'notifications', 'payments'],
  contracting: ['catalogue', 'identity', 'orders', 'payments', 'proposals', 'notifications'],
  consultations: ['catalogue', 'payments', 'notifications'],
  backoffice: ['identity', 'orders', 'payments', 'proposals'],
  proposals: ['catalogue', 'identity', 'notifications'],
  receipts: ['contracting', 'identity', 'notifications', 'payments'],
  privacy: ['documents', 'orders'],
}

/**
 * The rooms of a module that is too large for one folder, from the lowest to the highest: a room uses those listed, and
 * the module's own domain/, ports and files beside its doors. Checked like the list above.
 */
export const rooms: Record<string, Record<string, readonly string[]>> = {
  payments: {
    /** Double entries: posting them, their balances, what must always hold. */
    ledger: [],
    /** What we ask of a provider. */
    charges: [],
    /** Money at a provider, as it reports it. */
    payments: ['charges'],
    /** What customers owe, and which charges ask for it. */
    instalments: ['charges', 'ledger', 'payments'],
    /** Money that pays for nothing yet. */
    credits: ['charges', 'instalments', 'ledger', 'payments'],
    /** Money that goes back. */
    refunds: ['charges', 'credits', 'instalments', 'ledger', 'payments'],
    /** Money that banks took back, and what a person decides about it. */
    disputes: ['charges', 'credits', 'instalments', 'ledger', 'payments', 'refunds'],
    /** Notices, reports and sweeps that become records; the close of the day. */
    settlement: ['charges', 'credits', 'disputes', 'instalments', 'ledger', 'payments', 'refunds'],
    /** What a person who pays does and sees. */
    checkout: ['charges', 'credits', 'instalments', 'payments', 'settlement'],
  },
}
