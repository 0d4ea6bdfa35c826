import type { Fixture } from './fixture.ts'
import type { Pointer } from './pointers.ts'

/** One requirement of the specification and the check that proves it. */
export type Demand = {
  /** Its section: '§8'. */
  section: `§${number}`
  /** Short description: the row, the field, the state. */
  item: string
  /** The exact text, where the specification gives one. */
  says?: string
  /** A deliberate deviation (the design's table of weak points), which `check` then proves. */
  replacedBy?: string
} & Proof

export type Proof =
  /** A check that uses the product as a visitor would. */
  | { check: (fixture: Fixture) => Promise<void> | void }
  /** A test of another file, which counts only if it ran and passed in the same run of `npm test`. */
  | { coveredBy: Pointer }

/** Returns the demand's test title. */
export function nameOf({ section, item, says, replacedBy }: Demand): string {
  const text = says ? `: '${says}'` : ''
  return `${section} ${item}${text}${replacedBy ? ` (built instead: ${replacedBy})` : ''}`
}

/** Returns the demands of one section. */
export function demandsOf(
  section: `§${number}`,
  demands: readonly (Omit<Demand, 'section'> & Proof)[],
): Demand[] {
  return demands.map((demand) => ({ section, ...demand }) as Demand)
}
