import type { MutantResult } from './run.ts'

/** A mutant that is known to survive. Lines move and are edited: it is found by its text, and goes when that does. */
export interface Survivor {
  readonly file: string
  readonly operator: string
  /** The line of the source, trimmed. */
  readonly text: string
  /** What stands there instead, in one line. */
  readonly replacement: string
  /** Why no test can tell it from the code, or why none needs to. */
  readonly reason: string
}

/** A kind of mutants of which no test is wanted, wherever they stand. */
export interface Rule {
  readonly operator: string
  /** A regular expression of the whole line, trimmed. */
  readonly line: string
  readonly reason: string
}

/** What survivors.json holds. */
export interface Figures {
  /** Percent of all mutants that a full run has to catch. */
  readonly minCaught: number
  readonly rules?: readonly Rule[]
  readonly survivors: readonly Survivor[]
}

type Change = Pick<MutantResult, 'file' | 'operator' | 'text' | 'replacement'>

/** Whether somebody has looked at this mutant and has said why it survives. */
export function isListed(mutant: Change, list: readonly Survivor[]): boolean {
  return list.some((known) => isSame(known, mutant))
}

/** The survivors among these that one of the rules explains, as entries of the list. */
export function explainedBy(rules: readonly Rule[], results: readonly MutantResult[]): Survivor[] {
  return results.flatMap(({ file, operator, text, replacement, status }) => {
    const rule = rules.find((one) => one.operator === operator && new RegExp(`^(?:${one.line})$`).test(text))
    if (!rule || status !== 'survived') return []
    return [{ file, operator, text, replacement: oneLine(replacement), reason: rule.reason }]
  })
}

/** Entries of the list whose mutants are all caught, or gone: they are to be removed. */
export function outdated(results: readonly MutantResult[], list: readonly Survivor[]): Survivor[] {
  const alive = results.filter(({ status }) => status === 'survived')
  return list.filter((known) => !alive.some((mutant) => isSame(known, mutant)))
}

/** A replacement in one line; empty where something is removed. */
export function oneLine(replacement: string): string {
  return replacement.replace(/\s+/g, ' ')
}

function isSame(known: Survivor, { file, operator, text, replacement }: Change): boolean {
  const isThere = known.file === file && known.operator === operator && known.text === text
  return isThere && known.replacement === oneLine(replacement)
}
