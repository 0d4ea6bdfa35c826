import type { House } from './house.ts'
import type { Pointer } from './pointers.ts'

/** One thing the specification asks for, and what proves that the product does it. */
export type Demand = {
  /** '§8': where it is written. */
  section: `§${number}`
  /** What is asked for, in a few words: the row, the field, the state. */
  item: string
  /** The exact text, where the specification gives one. */
  says?: string
  /** What the design builds in its place (its table of weak points), which is then what `check` proves. */
  replacedBy?: string
} & Proof

export type Proof =
  /** Drives the product as a person would. */
  | { check: (house: House) => Promise<void> | void }
  /** A test of another file, which counts only if it ran and passed in the same run of `npm test`. */
  | { coveredBy: Pointer }

/** What the demand is called in a report. */
export function nameOf({ section, item, says, replacedBy }: Demand): string {
  const text = says ? `: '${says}'` : ''
  return `${section} ${item}${text}${replacedBy ? ` (built instead: ${replacedBy})` : ''}`
}

/** Demands of one section. */
export function demandsOf(
  section: `§${number}`,
  demands: readonly (Omit<Demand, 'section'> & Proof)[],
): Demand[] {
  return demands.map((demand) => ({ section, ...demand }) as Demand)
}
