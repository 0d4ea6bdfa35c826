import type { Judged } from './run.ts'

/** A mutant that is known to survive. Lines move and are edited: it is found by its text, and goes when that does. */
export interface Survivor {
  readonly file: string
  readonly operator: string
  /** The line of the source, trimmed. */
  readonly text: string
  /** Why no test can tell it from the code, or why none needs to. */
  readonly reason: string
}

/** What survivors.json holds. */
export interface Figures {
  /** Percent of all mutants that a full run has to catch. */
  readonly minCaught: number
  readonly survivors: readonly Survivor[]
}

/** Whether somebody has looked at a mutant of this kind on this line, and has said why it survives. */
export function isListed(
  mutant: Pick<Judged, 'file' | 'operator' | 'text'>,
  list: readonly Survivor[],
): boolean {
  return list.some((known) => isSame(known, mutant))
}

/** Entries of the list whose mutants are all caught, or gone: they are to be removed. */
export function outdated(judged: readonly Judged[], list: readonly Survivor[]): Survivor[] {
  const alive = judged.filter(({ verdict }) => verdict === 'survived')
  return list.filter((known) => !alive.some((mutant) => isSame(known, mutant)))
}

function isSame(
  known: Survivor,
  { file, operator, text }: Pick<Judged, 'file' | 'operator' | 'text'>,
): boolean {
  return known.file === file && known.operator === operator && known.text === text
}
