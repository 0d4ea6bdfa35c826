import { digitsOf } from '../../../core/text.ts'
import { fold } from './guesses.ts'

/** Known data of the person who chooses a password; strings may be empty. */
export interface KnownPerson {
  email: string
  nome?: string
  documento?: string
  telefone?: string
}

/**
 * The words that an acquaintance of the person would try first: parts of name and e-mail, of document and telephone,
 * and of the texts of the site (the company's name).
 */
export function personalWords(
  { email, nome = '', documento = '', telefone = '' }: KnownPerson,
  siteTexts: readonly string[] = [],
): Set<string> {
  const parts = [email, nome, ...siteTexts].flatMap(partsOf)
  const words = [email.split('@', 1).join(''), ...parts, ...parts.map(withoutNumber)]
  const numbers = [documento, telefone].flatMap((number) => runsOf(digitsOf(number)))
  return new Set([...words.map(fold).filter((word) => word.length >= 3), ...numbers])
}

function partsOf(text: string): string[] {
  return text.slice(0, 254).split(/[^\p{L}\p{M}\d]+/u)
}

/** 'joana2' is 'joana' too. */
function withoutNumber(part: string): string {
  return part.replace(/\d+$/, '')
}

/** Every run of four or more digits, because people remember the end of a telephone number. */
function runsOf(digits: string): string[] {
  const runs: string[] = []
  for (let start = 0; start < digits.length; start++) {
    for (let end = start + 4; end <= Math.min(digits.length, start + 14); end++)
      runs.push(digits.slice(start, end))
  }
  return runs
}
