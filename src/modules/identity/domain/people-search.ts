import { foldAccents } from '../../../core/folding.ts'

/** A search for a person, by the kind of text that a team member typed. */
export interface PeopleSearch {
  /** Prefix of an e-mail address. */
  email?: string
  /** A complete CPF or CNPJ, as normalized by `normalizeDocument`. */
  document?: string
  /** Prefix of a telephone number without the country code. */
  phone?: string
  /** Prefixes of words of a name, folded. */
  words?: readonly string[]
}

/** Minimum lengths: shorter texts match too many people. */
const minLetters = 2
const minDigits = 4

/** Classifies a search text; undefined while it is too short. */
export function readPeopleSearch(typed: string): PeopleSearch | undefined {
  const text = typed.trim().slice(0, 100)
  if (text.includes('@')) {
    const email = text.toLowerCase()
    return email.length >= 3 ? { email } : undefined
  }
  if (/^[\d\s.\-/()+]+$/.test(text)) {
    const digits = text.replace(/\D/g, '')
    if (digits.length < minDigits) return undefined
    const national = text.startsWith('+55') || digits.length > 11 ? digits.replace(/^55/, '') : digits
    const isWhole = digits.length === 11 || digits.length === 14
    return { ...(isWhole && { document: digits }), phone: national }
  }
  // A CNPJ may have letters since 2026.
  const compact = text.toUpperCase().replace(/[\s.\-/]/g, '')
  if (/^[0-9A-Z]{12}\d{2}$/.test(compact) && /\d/.test(compact.slice(0, 12))) return { document: compact }
  const words = foldAccents(text)
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .slice(0, 6)
  if (!words.some((word) => word.length >= minLetters)) return undefined
  // A single word may also be the prefix of an e-mail address.
  return /^[a-z0-9._+-]+$/i.test(text) ? { words, email: text.toLowerCase() } : { words }
}
