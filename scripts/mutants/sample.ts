import { createHash } from 'node:crypto'

/**
 * Returns a sample of the given size, spread over all files: one mutant of each file, then a second one of each, and so on. The
 * choice depends on the keys of the mutants: the same sources always give the same sample, and a changed line hardly affects the
 * other choices.
 */
export function sampleOf<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
  size: number,
): M[] {
  // Sorted by rank alone, because this keeps the order of the hashes within a rank.
  return ranked(mutants)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

/** Returns at most this number of mutants of each file, also chosen by their keys: a larger sample contains the smaller one. */
export function sampleOfEach<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
  perFile: number,
): M[] {
  const chosen = new Set(ranked(mutants).flatMap(({ mutant, rank }) => (rank < perFile ? [mutant] : [])))
  return mutants.filter((mutant) => chosen.has(mutant))
}

/** Returns this percentage of the mutants of each file, rounded up: every mutant is equally likely to be chosen. */
export function percentOfEach<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
  percent: number,
): M[] {
  const counts = Map.groupBy(mutants, ({ file }) => file)
  const chosen = new Set(
    ranked(mutants).flatMap(({ mutant, rank }) =>
      rank < ((counts.get(mutant.file)?.length ?? 0) * percent) / 100 ? [mutant] : [],
    ),
  )
  return mutants.filter((mutant) => chosen.has(mutant))
}

function ranked<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
): { mutant: M; rank: number }[] {
  const seen = new Map<string, number>()
  const sorted = mutants
    .map((mutant) => ({ mutant, hash: createHash('sha256').update(mutant.key).digest('hex') }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  return sorted.map(({ mutant }) => {
    const rank = seen.get(mutant.file) ?? 0
    seen.set(mutant.file, rank + 1)
    return { mutant, rank }
  })
}
