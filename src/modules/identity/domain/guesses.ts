import { withoutAccents } from '../../../core/folding.ts'
import { MAX_PASSWORD_LENGTH } from './credentials.ts'

/**
 * Estimates the guesses that a password withstands, as a power of ten: the cheapest way to write it as a sequence of
 * common password pieces. At each position the work is bounded by `MAX_PIECE` and the length of the password, whatever it
 * contains.
 */
export interface KnownWords {
  /** Rank of a word among guesses, from 0; undefined for an unknown one. Lower case, without accents. */
  rankOf(word: string): number | undefined
  /** Words that an acquaintance of the person would try first, folded. */
  personal: ReadonlySet<string>
}

/** Passwords that withstand fewer guesses are refused: with our limits, a million guesses take years. */
export const MIN_GUESSES_LOG10 = 6

/** Maximum length of a piece in characters. Longer words are two pieces. */
const MAX_PIECE = 24

/** Guesses for each kind of piece, as a power of ten. */
const cost = {
  character: 1,
  separator: 0.5,
  personal: 1,
  capitals: 0.3,
  /** 'p@ss' for 'pass'. */
  disguise: 0.5,
  copy: 0.5,
  sequence: 1.5,
  keys: 1.7,
  turn: 0.35,
  year: 2,
  date: 4,
} as const

/** Lower case, without accents and typographic variants: 'ÉPOCA' and 'epoca' are the same guess. */
export function fold(text: string): string {
  return withoutAccents(text.normalize('NFKC'))
}

export function guessesLog10(password: string, known: KnownWords): number {
  // Some letters fold to eighteen. What follows the longest password can only add guesses.
  const text = fold(password).slice(0, MAX_PASSWORD_LENGTH)
  const spellings = [text, undisguised(text, 'i'), undisguised(text, 'l')]
  // cheapest[n]: the guesses for the first n characters.
  const cheapest = new Float64Array(text.length + 1).fill(Number.POSITIVE_INFINITY)
  cheapest[0] = /\p{Lu}/u.test(password) ? cost.capitals : 0
  for (let start = 0; start < text.length; start++) {
    const before = cheapest[start] ?? 0
    for (const piece of piecesAt(text, start, spellings, known)) {
      const end = start + piece.length
      cheapest[end] = Math.min(cheapest[end] ?? 0, before + piece.guesses)
    }
  }
  return cheapest[text.length] ?? 0
}

interface Piece {
  length: number
  guesses: number
}

function* piecesAt(
  text: string,
  start: number,
  spellings: readonly string[],
  known: KnownWords,
): Generator<Piece> {
  yield { length: 1, guesses: ' -_.'.includes(text.charAt(start)) ? cost.separator : cost.character }
  const longest = Math.min(MAX_PIECE, text.length - start)
  for (let length = 3; length <= longest; length++) {
    const guesses = guessesForWord(spellings, start, length, known)
    if (guesses !== undefined) yield { length, guesses }
  }
  yield* copiesAt(text, start, longest)
  yield* sequencesAt(text, start, longest)
  yield* keysAt(text, start, longest)
  yield* datesAt(text, start)
}

function guessesForWord(
  spellings: readonly string[],
  start: number,
  length: number,
  { rankOf, personal }: KnownWords,
): number | undefined {
  let best: number | undefined
  const tried = new Set<string>()
  for (const [index, spelling] of spellings.entries()) {
    const word = spelling.slice(start, start + length)
    if (tried.has(word)) continue
    tried.add(word)
    const rank = personal.has(word) ? 0 : rankOf(word)
    if (rank === undefined) continue
    const plain = personal.has(word) ? cost.personal : Math.log10(rank + 2)
    const guesses = plain + (index === 0 ? 0 : cost.disguise)
    if (best === undefined || guesses < best) best = guesses
  }
  return best
}

/** Repeats of the text right before it, once or to the end: 'aaaa', 'senhasenha', 'sol sol sol'; the last may lack what separates them. */
function* copiesAt(text: string, start: number, longest: number): Generator<Piece> {
  for (let period = 1; period <= Math.min(longest + 1, start); period++) {
    let length = 0
    while (start + length < text.length && text[start + length] === text[start + length - period]) length++
    const isWhole = length >= period
    if (isWhole) yield { length: period, guesses: cost.copy }
    if (isWhole || (length > 2 && length === period - 1 && start + length === text.length))
      yield { length, guesses: cost.copy }
  }
}

/** '12345', 'abcd', '987', and '890'. */
function* sequencesAt(text: string, start: number, longest: number): Generator<Piece> {
  const step = stepBetween(text, start)
  if (Math.abs(step) !== 1) return
  for (let length = 2; length <= longest && stepBetween(text, start + length - 2) === step; length++) {
    if (length >= 3) yield { length, guesses: cost.sequence }
  }
}

function stepBetween(text: string, at: number): number {
  const [from, to] = [text.charAt(at), text.charAt(at + 1)]
  if (from === '9' && to === '0') return 1
  if (from === '0' && to === '9') return -1
  return to === '' ? 0 : to.charCodeAt(0) - from.charCodeAt(0)
}

/** Neighbouring keys: 'qwert', '1qaz', 'asdfg'. */
function* keysAt(text: string, start: number, longest: number): Generator<Piece> {
  let turns = 0
  let direction = ''
  for (let length = 2; length <= longest; length++) {
    const [from, to] = [keys.get(text.charAt(start + length - 2)), keys.get(text.charAt(start + length - 1))]
    if (!from || !to) return
    const [right, down] = [to.column - from.column, to.row - from.row]
    if (Math.abs(right) > 1 || Math.abs(down) > 1 || (right === 0 && down === 0)) return
    const next = `${right},${down}`
    if (next !== direction && length > 2) turns++
    direction = next
    if (length >= 4) yield { length, guesses: cost.keys + turns * cost.turn }
  }
}

/** Position of each key, with its shifted sign (ABNT2 and US keyboards agree on these). */
const keys: ReadonlyMap<string, { row: number; column: number }> = new Map(
  ['1234567890', '!@#$%¨&*()', 'qwertyuiop', 'asdfghjklç', 'zxcvbnm,.;'].flatMap((signs, line) =>
    [...signs].map((sign, column) => [sign, { row: Math.max(0, line - 1), column }] as const),
  ),
)

/** A year, or a date of six or eight digits. */
function* datesAt(text: string, start: number): Generator<Piece> {
  // The oldest clubs are known by the year of their foundation, in the 1890s.
  if (/^(?:189|19\d|20\d)\d/.test(text.slice(start, start + 4))) yield { length: 4, guesses: cost.year }
  const date = /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:(?:19|20)\d\d|\d\d)/.exec(
    text.slice(start, start + 8),
  )
  if (date) yield { length: date[0].length, guesses: cost.date }
}

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
}

/** 'p@55w0rd' → 'password'; a 1 or ! is replaced by `one`. The length does not change. */
function undisguised(text: string, one: 'i' | 'l'): string {
  return text.replace(/[0134578@$!]/g, (sign) => disguises[sign] ?? one)
}
