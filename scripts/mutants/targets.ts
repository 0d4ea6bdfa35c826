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
