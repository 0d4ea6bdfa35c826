import type { MutantResult } from './run.ts'

/**
 * A mutant that is known to survive. Because lines move and are edited, it is identified by its text, and no longer applies when
 * the text changes.
 */
export interface Survivor {
  readonly file: string
  readonly operator: string
  /** The line of the source, trimmed. */
  readonly text: string
  /** Replacement text, in one line. */
  readonly replacement: string
  /** Reason why no test can distinguish it from the code, or why none needs to. */
  readonly reason: string
}

/** A kind of mutants that needs no test, wherever it occurs. */
export interface Rule {
  readonly operator: string
  /** Regular expression for the whole line, trimmed. */
  readonly line: string
  readonly reason: string
}

/** Contents of survivors.json. */
export interface Figures {
  /** Minimum percentage of all mutants that a full run has to catch. */
  readonly minCaught: number
  readonly rules?: readonly Rule[]
  readonly survivors: readonly Survivor[]
}

type Change = Pick<MutantResult, 'file' | 'operator' | 'text' | 'replacement'>

/** Checks whether the list contains this mutant, with the reason why it survives. */
export function isListed(mutant: Change, list: readonly Survivor[]): boolean {
  return list.some((known) => isSame(known, mutant))
}

/** Returns the survivors among the results that one of the rules explains, as entries of the list. */
export function explainedBy(rules: readonly Rule[], results: readonly MutantResult[]): Survivor[] {
  return results.flatMap(({ file, operator, text, replacement, status }) => {
    const rule = rules.find((one) => one.operator === operator && new RegExp(`^(?:${one.line})$`).test(text))
    if (!rule || status !== 'survived') return []
    return [{ file, operator, text, replacement: oneLine(replacement), reason: rule.reason }]
  })
}

/** Returns entries of the list whose mutants are all caught or no longer exist; they are to be removed. */
export function outdated(results: readonly MutantResult[], list: readonly Survivor[]): Survivor[] {
  const alive = results.filter(({ status }) => status === 'survived')
  return list.filter((known) => !alive.some((mutant) => isSame(known, mutant)))
}

/** Returns a replacement in one line; empty where something is removed. */
export function oneLine(replacement: string): string {
  return replacement.replace(/\s+/g, ' ')
}

function isSame(known: Survivor, { file, operator, text, replacement }: Change): boolean {
  const isThere = known.file === file && known.operator === operator && known.text === text
  return isThere && known.replacement === oneLine(replacement)
}
