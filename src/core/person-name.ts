import { hasLetter } from './text.ts'

/** Limits for a person's name in forms, in characters. */
export const NAME_MIN = 2
/** Maximum for the contracting party and the requester of a look-up. */
export const NAME_MAX = 120
/** Maximum for the name of an account and of a registration, which may be a company's. */
export const LONG_NAME_MAX = 200

/**
 * A person's name as it is stored, searched and printed: in one encoding of its accents, without invisible characters, with
 * single spaces, and with at most three accents a letter, so that none covers the lines around it.
 */
export function normalizeName(name: string): string {
  return (
    name
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      // Before the letters are composed: a long run of accents would be sorted slowly.
      .replace(/(\p{M}{3})\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Whether a text can be a person's name: long enough, and with a letter that is seen. */
export function isPersonName(name: string): boolean {
  return name.trim().length >= NAME_MIN && hasLetter(name)
}

/** 'Joana Pereira' → 'J••• P•••': enough to distinguish two rows. */
export function concealName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words.map(([first = '']) => `${first}•••`).join(' ')
}
