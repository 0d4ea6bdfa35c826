import { parse, type Sources } from '../lib/imports.ts'
import { type Mutant, mutantsOf } from './generate.ts'

/** A source file and its mutants, numbered from `first` on. */
export interface Target {
  readonly file: string
  readonly source: string
  readonly first: number
  readonly mutants: readonly Mutant[]
}

/** Returns the files to be mutated, sorted, with every mutant; a mutant keeps its number while the sources are unchanged. */
export function targetsAmong(sources: Sources, isTarget: (file: string) => boolean): Target[] {
  return numbered(
    [...sources]
      .filter(([file]) => file.endsWith('.ts') && isTarget(file))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, source]) => ({ file, source, mutants: mutantsOf(file, source) })),
  )
}

/**
 * Returns the targets with only these mutants, numbered anew, because each mutant in the code makes its tests slower. A mutant at the
 * beginning of a statement keeps that of the statement around it: alone, it would read as the arguments of a call in the line before.
 */
export function targetsWith(targets: readonly Target[], mutants: readonly Mutant[]): Target[] {
  const wanted = new Set(mutants.map(({ key }) => key))
  const isWanted = ({ key, kind, start }: Mutant, starts: ReadonlySet<number>) =>
    wanted.has(key) || (kind === 'statement' && starts.has(start))
  return numbered(
    targets.flatMap((target) => {
      const chosen = target.mutants.filter(({ key }) => wanted.has(key))
      const starts = new Set(chosen.map(({ start }) => start))
      const kept = target.mutants.filter((mutant) => isWanted(mutant, starts))
      return chosen.length > 0 ? [{ ...target, mutants: kept }] : []
    }),
  )
}

function numbered(targets: readonly Omit<Target, 'first'>[]): Target[] {
  let next = 1
  return targets.map((target) => {
    const first = next
    next += target.mutants.length
    return { ...target, first }
  })
}

/** Returns the files that each of these tests evaluates, through direct and indirect imports; types are ignored. */
export function reachedBy(tests: readonly string[], sources: Sources): Map<string, Set<string>> {
  const known = new Map<string, string[]>()
  const importsOf = (file: string): string[] => {
    const text = sources.get(file)
    const found =
      known.get(file) ??
      (text === undefined || !/\.(ts|tsx|mjs)$/.test(file) ? [] : parse(file, text, sources).imports).flatMap(
        ({ target, typeOnly }) => (target === undefined || typeOnly ? [] : [target]),
      )
    known.set(file, found)
    return found
  }
  return new Map(
    tests.map((test) => {
      const reached = new Set([test])
      for (const file of reached) for (const target of importsOf(file)) reached.add(target)
      return [test, reached]
    }),
  )
}
