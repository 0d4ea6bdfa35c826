import type { IsoDate } from '../../../core/calendar.ts'
import { defineMachine } from '../../../core/state-machine.ts'

export type OfferStatus = 'sent' | 'accepted' | 'withdrawn'

export const offerMachine = defineMachine<OfferStatus>()({
  initial: 'sent',
  transitions: { sent: ['accepted', 'withdrawn'], accepted: [], withdrawn: [] },
})

/** What an offer is today: nobody marks it expired, its date does. */
export type OfferStanding = OfferStatus | 'expired'

/** Days an offer may wait for its customer. */
export const LONGEST_VALIDITY = 60

/** Into how many instalments a card may divide a price. */
export const MAX_CARD_INSTALMENTS = 12

export function standingOf(
  { status, validUntil }: { status: OfferStatus; validUntil: IsoDate },
  today: IsoDate,
): OfferStanding {
  return status === 'sent' && today > validUntil ? 'expired' : status
}
