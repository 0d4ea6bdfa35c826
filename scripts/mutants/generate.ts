import { type Change, changesOf } from './operators.ts'
import { queryChangesOf } from './query-operators.ts'
import { type Node, walk } from './syntax.ts'

/** One change to one file that makes the file incorrect. */
export interface Mutant extends Change {
  /** Path from the root of the repository, with `/`. */
  readonly file: string
  readonly line: number
  /** The line of the source, trimmed. */
  readonly text: string
  /**
   * Stable key, which changes in other lines do not affect: file, operator, text of the line, and index among the mutants of that
   * line.
   */
  readonly key: string
}

/**
 * Returns every mutant of a file, in the order of the source: the same list for the same text.
 *
 * @throws Error on a file that cannot be parsed
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split('\n')
  const changes: Change[] = []
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const queries = /from 'drizzle-orm'|transaction\(|Transaction/.test(source)
  walk(file, source, (node, parents) => {
    changes.push(...changesOf(node, parents, textOf))
    if (queries) changes.push(...queryChangesOf(node, parents, textOf))
  })
  changes.sort((a, b) => a.start - b.start || b.end - a.end)
  const seen = new Map<string, number>()
  return changes.map((change) => {
    const line = source.slice(0, change.start).split('\n').length
    const text = lines[line - 1]?.trim() ?? ''
    const place = [file, change.operator, text].join(' | ')
    const count = (seen.get(place) ?? 0) + 1
    seen.set(place, count)
    return { ...change, file, line, text, key: `${place} | ${count}` }
  })
}

/**
 * Returns the source with all of its mutants, each behind a check of its number: `globalThis.__mutant?.(7)`. If that function is
 * missing or returns false, the code behaves as before.
 */
export function instrument(source: string, mutants: readonly Mutant[], first: number): string {
  const numbered = mutants.map((mutant, index) => ({ ...mutant, number: first + index }))
  const render = (from: number, to: number, inside: typeof numbered): string => {
    let text = ''
    let at = from
    let rest = inside
    while (rest[0]) {
      const { start, end } = rest[0]
      const here = rest.filter((mutant) => mutant.start === start && mutant.end === end)
      const within = rest.filter(
        (mutant) => mutant.start >= start && mutant.end <= end && !here.includes(mutant),
      )
      rest = rest.filter((mutant) => mutant.start >= end)
      text += source.slice(at, start)
      text += guarded(render(start, end, within), here)
      at = end
    }
    return text + source.slice(at, to)
  }
  return render(0, source.length, numbered)
}

function guarded(original: string, mutants: readonly (Mutant & { number: number })[]): string {
  return mutants.reduceRight((otherwise, { kind, number, replacement }) => {
    const isOn = `globalThis.__mutant?.(${number})`
    if (kind === 'statement') return `{ if (${isOn}) {} else { ${otherwise} } }`
    return `(${isOn} ? (${replacement}) : (${otherwise}))`
  }, original)
}
