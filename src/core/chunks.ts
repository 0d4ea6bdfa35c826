/** Yields the items in parts of at most `size`, in their order: for queries whose parameters are limited. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
