import type { WordedClause } from './wording.ts'

/** A run of words that both versions have, or that only this one has. */
interface Run {
  /** Index of its first word in the clause. */
  at: number
  text: string
  changed: boolean
}

/** A clause in two versions: its heading, then line by line; empty on the side that does not have it. */
export interface ComparedClause {
  /** '6. ATRASO NO PAGAMENTO', from the later version if it has the clause. */
  heading: string
  state: 'same' | 'changed' | 'added' | 'removed'
  before: Run[][]
  after: Run[][]
}

/**
 * Compares two versions clause by clause, in the order of the later one; clauses that only the earlier one has stay at their original
 * position. Clauses are matched by title, else by number.
 */
export function compareWordings(
  before: readonly WordedClause[],
  after: readonly WordedClause[],
): ComparedClause[] {
  const pairs = pairsOf(before, after)
  return pairs.map(({ was, is }) => {
    const earlier = was ? linesOfClause(was, before) : []
    const later = is ? linesOfClause(is, after) : []
    const heading = later[0] ?? earlier[0] ?? ''
    const [old, now] = compareWords(wordsOf(earlier), wordsOf(later))
    const isSame = [...old, ...now].every((line) => line.every(({ changed }) => !changed))
    const state = !was ? 'added' : !is ? 'removed' : isSame ? 'same' : 'changed'
    return { heading, state, before: old, after: now }
  })
}

interface Pair {
  was: WordedClause | undefined
  is: WordedClause | undefined
}

function pairsOf(before: readonly WordedClause[], after: readonly WordedClause[]): Pair[] {
  const byTitle = (one: readonly WordedClause[], { title }: WordedClause) =>
    one.find((other) => other.title === title)
  const unnamed = (at: number) => {
    const was = before[at]
    return was && !byTitle(after, was) ? was : undefined
  }
  const pairs: Pair[] = after.map((is, at) => ({ was: byTitle(before, is) ?? unnamed(at), is }))
  for (const [at, was] of before.entries()) {
    if (!pairs.some((pair) => pair.was === was)) pairs.splice(at, 0, { was, is: undefined })
  }
  return pairs
}

/** The clause's numbered heading, then its lines. */
function linesOfClause(clause: WordedClause, all: readonly WordedClause[]): string[] {
  return [`${all.indexOf(clause) + 1}. ${clause.title}`, ...clause.lines]
}

/** Counts the end of a line as a word. */
function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [...line.split(' '), '\n'])
}

/** Both texts, with the words marked that are not in their longest common subsequence. */
function compareWords(before: readonly string[], after: readonly string[]): [Run[][], Run[][]] {
  const common = commonLengths(before, after)
  const [isOldCommon, isNewCommon] = [before.map(() => false), after.map(() => false)]
  for (let [at, to] = [0, 0]; at < before.length && to < after.length; ) {
    if (before[at] === after[to]) {
      isOldCommon[at++] = true
      isNewCommon[to++] = true
    } else if (lengthAt(common, at + 1, to) >= lengthAt(common, at, to + 1)) at++
    else to++
  }
  return [linesOf(before, isOldCommon), linesOf(after, isNewCommon)]
}

/** The length of the longest common subsequence of the remaining words, for each position in both. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths: number[][] = []
  for (let at = before.length - 1; at >= 0; at--) {
    const row: number[] = []
    for (let to = after.length - 1; to >= 0; to--) {
      row[to] =
        before[at] === after[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), row[to + 1] ?? 0)
    }
    lengths[at] = row
  }
  return lengths
}

function lengthAt(lengths: readonly number[][], at: number, to: number): number {
  return lengths[at]?.[to] ?? 0
}

function linesOf(words: readonly string[], isCommon: readonly boolean[]): Run[][] {
  const lines: Run[][] = [[]]
  for (const [at, word] of words.entries()) {
    if (word === '\n') lines.push([])
    else {
      const changed = !isCommon[at]
      const line = lines.at(-1)
      const last = line?.at(-1)
      if (last?.changed === changed) last.text += ` ${word}`
      else line?.push({ at, text: word, changed })
    }
  }
  return lines.slice(0, -1)
}
