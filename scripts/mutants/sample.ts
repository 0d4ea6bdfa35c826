import { createHash } from 'node:crypto'

/**
 * So many of the mutants, spread over all files: of each file one, then of each a second one, and so on. Which ones, their keys
 * decide: the same sources always give the same sample, and a line that is changed changes no other choice.
 */
export function sampleOf<M extends { readonly file: string; readonly key: string }>(
  mutants: readonly M[],
  size: number,
): M[] {
  const seen = new Map<string, number>()
  const sorted = mutants
    .map((mutant) => ({ mutant, hash: createHash('sha256').update(mutant.key).digest('hex') }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const ranked = sorted.map((entry) => {
    const rank = seen.get(entry.mutant.file) ?? 0
    seen.set(entry.mutant.file, rank + 1)
    return { ...entry, rank }
  })
  // Sorted by rank alone, which keeps the order of the hashes within it.
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}
