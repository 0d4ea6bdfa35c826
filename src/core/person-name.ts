/** Limits for a person's name in forms, in characters; a registration accepts longer names. */
export const NAME_MIN = 2
/** Maximum for the contracting party and the requester of a look-up. */
export const NAME_MAX = 120

/** 'Joana Pereira' → 'J••• P•••': enough to distinguish two rows. */
export function concealName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words.map(([first = '']) => `${first}•••`).join(' ')
}
