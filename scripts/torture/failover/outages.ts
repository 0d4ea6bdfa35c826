/** The longest time in which no order was acknowledged, in milliseconds, from `from` to `until`, of the times at which orders were. */
export function longestOutage(
  acknowledged: readonly number[],
  { from, until }: { from: number; until: number },
): number {
  const inside = acknowledged.filter((at) => at > from && at < until).toSorted((a, b) => a - b)
  return Math.max(...[...inside, until].map((at, index) => at - (inside[index - 1] ?? from)))
}
