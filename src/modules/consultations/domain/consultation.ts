import { defineMachine } from '../../../core/state-machine.ts'

/**
 * - `awaiting_payment`: asked for; nothing is looked up before it is paid.
 * - `paid`: the promised time runs.
 * - `delivered`: its report can be opened with the link and a proof.
 * - `cancelled`: given up unpaid, or refunded.
 */
export type ConsultationStatus = 'awaiting_payment' | 'paid' | 'delivered' | 'cancelled'

export const consultationMachine = defineMachine<ConsultationStatus>()({
  initial: 'awaiting_payment',
  transitions: {
    awaiting_payment: ['paid', 'cancelled'],
    paid: ['delivered', 'cancelled'],
    delivered: [],
    cancelled: ['paid'],
  },
})

/** Whose record is asked for, and who asks. */
export interface Subject {
  /** 11 digits. */
  cpf: string
  name: string
  /** E.164. */
  phone: string
  /** Where the private link is sent; a guest may give none and keep the page's address instead. */
  email: string | undefined
}

/** When the result is promised: counted from the payment (specification, section 9). */
export function promisedAt({ paidAt, minutes }: { paidAt: Date; minutes: number }): Date {
  return new Date(paidAt.getTime() + minutes * 60_000)
}
