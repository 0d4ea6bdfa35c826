import type { ObligationKind } from '../../../modules/backoffice/public.ts'

/** The screen where an obligation is met; undefined for what the queue itself has no screen for yet. */
export function placeOf(_item: {
  kind: ObligationKind
  id: string
  orderId: string | null
}): string | undefined {
  return undefined
}
