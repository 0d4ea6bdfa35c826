import { parse, type Sources } from '../lib/imports.ts'
import { type Mutant, mutantsOf } from './generate.ts'

/** A file of the code and its mutants, numbered from `first` on. */
export interface Target {
  readonly file: string
  readonly source: string
  readonly first: number
  readonly mutants: readonly Mutant[]
}

/** The files to be mutated, sorted, with every mutant; a number is a mutant's for as long as the sources stay the same. */
export function targetsAmong(sources: Sources, isTarget: (file: string) => boolean): Target[] {
  let first = 1
  return [...sources]
    .filter(([file]) => file.endsWith('.ts') && isTarget(file))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, source]) => {
      const target = { file, source, first, mutants: mutantsOf(file, source) }
      first += target.mutants.length
      return target
    })
}

/** What each of these tests evaluates, by its imports and theirs; types count for nothing. */
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
