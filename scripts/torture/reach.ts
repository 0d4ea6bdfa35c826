/** How a customer can be written to. */
export interface Reach {
  /** Whether nobody has their mailbox any more. */
  isGone: boolean
  /** Whether they agreed to WhatsApp. */
  hasWhatsapp: boolean
  /** Whether they want what can be chosen there. */
  prefersWhatsapp: boolean
  /** Whether their number is not on WhatsApp. */
  isAbsent: boolean
}

/** Each customer's by their place in the list, so that every combination is in a short run. */
export function reachOf(index: number): Reach {
  return {
    isGone: index % 2 === 1 || index % 8 === 4,
    hasWhatsapp: index % 4 !== 0,
    prefersWhatsapp: index % 4 === 2,
    isAbsent: index % 8 === 6 || index % 8 === 7,
  }
}

export const emailOf = (index: number) => `pessoa${index}@exemplo.com.br`

/** E.164, of nobody: area code 48, a ninth digit and a number of its own. */
export const phoneOf = (index: number) => `+55489${String(90_000_000 + index)}`

/** Whether an address is one of those mailboxes. */
export function isGone(address: string): boolean {
  const [, index] = /^pessoa(\d+)@/.exec(address) ?? []
  return index !== undefined && reachOf(Number(index)).isGone
}
