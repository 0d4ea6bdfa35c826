import { hasLetter } from './text.ts'

/** Limits for a person's name in forms, in characters; a registration accepts longer names. */
export const NAME_MIN = 2
/** Maximum for the contracting party and the requester of a look-up. */
export const NAME_MAX = 120

/** Whether a text can be a person's name: long enough, and with a letter that is seen. */
export function isPersonName(name: string): boolean {
  return name.trim().length >= NAME_MIN && hasLetter(name)
}

/** 'Joana Pereira' → 'J••• P•••': enough to distinguish two rows. */
export function concealName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words.map(([first = '']) => `${first}•••`).join(' ')
}
