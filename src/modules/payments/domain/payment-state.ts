/** Where a payment at a provider stands, in our words. Adapters translate the provider's. */
export type PaymentState =
  | 'pending'
  | 'in_process'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'expired'
  | 'in_mediation'
  | 'refunded'
  | 'charged_back'

/** States of a payment whose money arrived, whatever became of it since. */
const moneyArrived: ReadonlySet<PaymentState | undefined> = new Set([
  'approved',
  'in_mediation',
  'refunded',
  'charged_back',
] as const)

export function hasMoneyArrived(state: PaymentState | undefined): boolean {
  return moneyArrived.has(state)
}
