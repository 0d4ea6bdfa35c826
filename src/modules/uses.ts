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
  orders: ['catalogue', 'identity', 'notifications'],
  contracting: ['catalogue', 'identity', 'orders', 'payments', 'proposals', 'notifications'],
  consultations: ['catalogue', 'payments', 'notifications'],
  backoffice: ['identity', 'orders', 'payments', 'proposals'],
  proposals: ['catalogue', 'identity', 'notifications'],
  receipts: ['contracting', 'identity', 'notifications', 'payments'],
  privacy: ['documents', 'orders'],
}
