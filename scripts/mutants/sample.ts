import { createHash } from 'node:crypto'

/**
 * So many of the mutants, spread over all files: of each file one, then of each a second one, and so on. Which ones, their keys
 * decide: the same sources always give the same sample, and a line that is changed changes no other choice.
 */
export function sampleOf<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
  size: number,
): M[] {
  // Sorted by rank alone, which keeps the order of the hashes within it.
  return ranked(mutants)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

/** At most so many mutants of each file, chosen by their keys as well: a larger sample contains the smaller one. */
export function sampleOfEach<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
  perFile: number,
): M[] {
  const chosen = new Set(ranked(mutants).flatMap(({ mutant, rank }) => (rank < perFile ? [mutant] : [])))
  return mutants.filter((mutant) => chosen.has(mutant))
}

/** So many percent of the mutants of each file, rounded up: each mutant is as likely to be among them as any other. */
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
