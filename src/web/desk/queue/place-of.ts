import type { ObligationKind } from '../../../modules/backoffice/public.ts'
import { paths } from '../../paths.ts'

/** The screen where an obligation is met; undefined for what the queue itself has no screen for yet. */
export function placeOf({
  kind,
  id,
  orderId,
}: {
  kind: ObligationKind
  id: string
  orderId: string | null
}): string | undefined {
  switch (kind) {
    case 'lookup.deliver':
    case 'lookup.refund':
      return paths.deskLookup(id)
    case 'document.review':
      return paths.deskDocument(id)
    case 'order.contact':
    case 'order.step':
    case 'order.decide':
      return orderId ? paths.deskOrder(orderId) : undefined
    default:
      return undefined
  }
}
