import { foldAccents } from '../../../core/folding.ts'
import { nationalDigits } from '../../../core/phone.ts'
import { digitsOf } from '../../../core/text.ts'

/** A search for a person, by the kind of text that a team member typed. */
export interface PeopleSearch {
  /** Prefix of an e-mail address. */
  email?: string
  /** A complete CPF or CNPJ, as normalized by `normalizeDocument`. */
  document?: string
  /** Prefixes of a telephone number without the country code. */
  phones?: readonly string[]
  /** A complete telephone number without its area code. */
  localPhone?: string
  /** Prefixes of words of a name, folded; 'd’avila' is one word. */
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
    const digits = digitsOf(text)
    if (digits.length < minDigits) return undefined
    const isWhole = digits.length === 11 || digits.length === 14
    return { ...(isWhole && { document: digits }), ...readPhone(text) }
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
  if (!words.some((word) => word.length >= minLetters)) return undefined
  // A single word may also be the prefix of an e-mail address.
  return /^[a-z0-9._+-]+$/i.test(text) ? { words, email: text.toLowerCase() } : { words }
}

/**
 * The telephone numbers that a text may mean: the country code and a zero for long distance are removed, even if little of
 * the number is entered, and a number of before 2016 is tried with the 9 that mobile numbers begin with now.
 */
function readPhone(text: string): Pick<PeopleSearch, 'phones' | 'localPhone'> {
  const dialled = text.replace(/[^\d+]/g, '')
  const national = nationalDigits(dialled.replace(/^(?:\+|00)55/, ''))
  const [, area, old] = /^(\d\d)([6-9]\d{7})$/.exec(national) ?? []
  const [local] = /^(?:9\d{8}|[2-9]\d{7})$/.exec(national) ?? []
  return {
    phones: old === undefined ? [national] : [national, `${area}9${old}`],
    ...(local !== undefined && { localPhone: /^[6-9]\d{7}$/.test(local) ? `9${local}` : local }),
  }
}
