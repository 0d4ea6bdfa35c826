/** Channels by which a customer can be reached. */
export interface Reach {
  /** Whether their mailbox no longer exists. */
  isGone: boolean
  /** Whether they agreed to WhatsApp. */
  hasWhatsapp: boolean
  /** Whether they chose WhatsApp for the messages for which it can be chosen. */
  prefersWhatsapp: boolean
  /** Whether their number is not on WhatsApp. */
  isAbsent: boolean
}

/** Returns the channels of a customer, by their index in the list, so that even a short run has every combination. */
export function reachOf(index: number): Reach {
  return {
    isGone: index % 2 === 1 || index % 8 === 4,
    hasWhatsapp: index % 4 !== 0,
    prefersWhatsapp: index % 4 === 2,
    isAbsent: index % 8 === 6 || index % 8 === 7,
  }
}

export const emailOf = (index: number) => `pessoa${index}@exemplo.com.br`

/** Returns an unassigned phone number in E.164: area code 48, a ninth digit and a unique number. */
export const phoneOf = (index: number) => `+55489${String(90_000_000 + index)}`

/** Checks whether an address is one of the mailboxes that no longer exist. */
export function isGone(address: string): boolean {
  const [, index] = /^pessoa(\d+)@/.exec(address) ?? []
  return index !== undefined && reachOf(Number(index)).isGone
}
