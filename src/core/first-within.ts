/** Returns the first items whose lengths add up to no more than `max`; always at least one, if there is any. */
export function firstWithin<T>(items: readonly T[], max: number, lengthOf: (item: T) => number): T[] {
  let left = max
  const end = items.findIndex((item) => {
    left -= lengthOf(item)
    return left < 0
  })
  return end < 0 ? [...items] : items.slice(0, Math.max(1, end))
}
