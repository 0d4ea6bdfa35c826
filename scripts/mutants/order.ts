/** Milliseconds added to the duration of each test, so that very short tests are not preferred. */
const shortestMs = 200

/** A test that runs a mutant. */
export interface Candidate {
  readonly file: string
  readonly index: number
  /** Duration in milliseconds. */
  readonly duration: number
  /** The mutants of the mutated file that it runs. */
  readonly reached: readonly number[]
  readonly mutants: ReadonlySet<number>
}

/**
 * Returns the tests of a mutant that fit into the budget, the most promising first: those that run most of its file that few
 * others run, relative to their duration and to everything else that they run. Code that an earlier test already runs counts
 * half, so that the chosen tests differ.
 */
export function inOrder<C extends Candidate>(
  candidates: readonly C[],
  { setUpOf, budgetMs }: { setUpOf: (file: string) => number; budgetMs: number },
): C[] {
  const worth = new Map<number, number>()
  for (const { reached } of candidates) for (const one of reached) worth.set(one, (worth.get(one) ?? 0) + 1)
  for (const [one, tests] of worth) worth.set(one, 1 / Math.sqrt(tests))
  const gainOf = (test: C, cost: number) => {
    const about = test.reached.reduce((sum, one) => sum + (worth.get(one) ?? 0), 0)
    return about / (test.mutants.size + 1) / (cost + shortestMs)
  }
  const bestFirst = (some: readonly C[], costOf: (test: C) => number) =>
    some
      .map((test) => ({ test, gain: gainOf(test, costOf(test)) }))
      .toSorted((a, b) => b.gain - a.gain)
      .map(({ test }) => test)
  // All of them run, so it is enough to start with the best.
  if (budgetMs === Number.POSITIVE_INFINITY) return bestFirst(candidates, ({ duration }) => duration)
  const chosen: C[] = []
  const files = new Set<string>()
  let left = [...candidates]
  for (let spent = 0; left.length > 0; ) {
    const costOf = ({ file, duration }: C) => duration + (files.has(file) ? 0 : setUpOf(file))
    // The first test may take longer than the budget, because without any test there would be no result.
    left = left.filter((test) => chosen.length === 0 || spent + costOf(test) <= budgetMs)
    const [best] = bestFirst(left, costOf)
    if (!best) break
    chosen.push(best)
    spent += costOf(best)
    files.add(best.file)
    left = left.filter((test) => test !== best)
    for (const one of best.reached) worth.set(one, (worth.get(one) ?? 0) / 2)
  }
  return chosen
}
