/**
 * Returns the longest period between `from` and `until` without an acknowledged order, in milliseconds, given the times of the
 * acknowledgements.
 */
export function longestOutage(
  acknowledged: readonly number[],
  { from, until }: { from: number; until: number },
): number {
  const inside = acknowledged.filter((at) => at > from && at < until).toSorted((a, b) => a - b)
  return Math.max(...[...inside, until].map((at, index) => at - (inside[index - 1] ?? from)))
}
