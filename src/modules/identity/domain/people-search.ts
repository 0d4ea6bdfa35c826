import { foldAccents } from '../../../core/folding.ts'
import { normalizeName } from '../../../core/person-name.ts'
import { nationalDigits } from '../../../core/phone.ts'
import { digitsOf } from '../../../core/text.ts'

/**
 * A search for a person, by the kind of text that a team member typed. What the desk masks is found by all of it alone: found by its
 * beginning, it could be guessed letter by letter (docs/decisions/0080).
 */
export interface PeopleSearch {
  /** A complete e-mail address. */
  email?: string
  /** A complete CPF or CNPJ, as normalized by `normalizeDocument`. */
  document?: string
  /** Possible forms of a complete telephone number, without the country code. */
  phones?: readonly string[]
  /** A complete telephone number without its area code. */
  localPhone?: string
  /** Prefixes of words of a name, folded; 'd’avila' is one word. */
  words?: readonly string[]
}

/** Minimum length of a word of a name: shorter ones match too many people. */
const minLetters = 2

/** Whether a text searches for somebody by data that the desk masks. */
export function isContactSearch(typed: string): boolean {
  const { email, document, phones, localPhone } = readPeopleSearch(typed) ?? {}
  return [email, document, phones, localPhone].some((part) => part !== undefined)
}

/** Classifies a search text; undefined while it is too short. */
export function readPeopleSearch(typed: string): PeopleSearch | undefined {
  const text = normalizeName(typed).slice(0, 100)
  if (text.includes('@')) return /^\S+@\S+\.\S+$/.test(text) ? { email: text.toLowerCase() } : undefined
  if (/^[\d\s.\-/()+]+$/.test(text)) {
    const digits = digitsOf(text)
    const isDocument = digits.length === 11 || digits.length === 14
    const search = { ...(isDocument && { document: digits }), ...readPhone(text) }
    return Object.keys(search).length > 0 ? search : undefined
  }
  // A CNPJ may have letters since 2026.
  const compact = text.toUpperCase().replace(/[\s.\-/]/g, '')
  if (/^[0-9A-Z]{12}\d{2}$/.test(compact) && /\d/.test(compact.slice(0, 12))) return { document: compact }
  const words = foldAccents(text)
    .replace(/['‘ʼ´`]/g, '’')
    .split(/[^a-z0-9’]/)
    .map((word) => word.replace(/^’+|’+$/g, ''))
    .filter(Boolean)
    .slice(0, 6)
  return words.some((word) => word.length >= minLetters) ? { words } : undefined
}

/**
 * The telephone numbers that a text may mean: the country code and a zero for long distance are removed, and a number in the format used
 * until 2016 is also tried with the 9 that mobile numbers begin with now. Empty for an incomplete number.
 */
function readPhone(text: string): Pick<PeopleSearch, 'phones' | 'localPhone'> {
  const dialled = text.replace(/[^\d+]/g, '')
  const national = nationalDigits(dialled.replace(/^(?:\+|00)55/, ''))
  if (/^(?:9\d{8}|[2-9]\d{7})$/.test(national)) {
    return { localPhone: /^[6-9]\d{7}$/.test(national) ? `9${national}` : national }
  }
  if (!/^\d{10,11}$/.test(national)) return {}
  const [, area, old] = /^(\d\d)([6-9]\d{7})$/.exec(national) ?? []
  return { phones: old === undefined ? [national] : [national, `${area}9${old}`] }
}
