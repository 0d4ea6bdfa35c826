import type { IsoDate } from '../../../core/calendar.ts'
import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

export type OfferStatus = StateOf<typeof offerMachine>

export const offerMachine = defineMachine({
  initial: 'sent',
  transitions: { sent: ['accepted', 'withdrawn'], accepted: [], withdrawn: [] },
})

/** The status of an offer on a day. `expired` is never stored: it follows from the date. */
export type CurrentOfferStatus = OfferStatus | 'expired'

/** Maximum validity of an offer, in days. */
export const MAX_VALIDITY_DAYS = 60

/** Maximum length of the title of an offer. */
export const MAX_TITLE_LENGTH = 80

/** Maximum number of card instalments. */
export const MAX_CARD_INSTALMENTS = 12

export function currentStatusOf(
  { status, validUntil }: { status: OfferStatus; validUntil: IsoDate },
  today: IsoDate,
): CurrentOfferStatus {
  return status === 'sent' && today > validUntil ? 'expired' : status
}
