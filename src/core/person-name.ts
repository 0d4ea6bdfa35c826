/** Limits for a person's name in forms, characters; a registration accepts longer ones. */
export const NAME_MIN = 2
/** For the contracting party and the requester of a look-up. */
export const NAME_MAX = 120

/** 'Joana Pereira' → 'J••• P•••': enough to tell two rows apart. */
export function concealName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words.map(([first = '']) => `${first}•••`).join(' ')
}
