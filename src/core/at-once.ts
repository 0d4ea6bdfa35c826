/**
 * Calls `run` for each item, for at most `limit` items at once, and resolves when all calls have ended.
 *
 * @throws the first error, in the order of the workers, after the last call has ended; no further item is begun once one failed
 */
export async function forEachAtOnce<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  let hasFailed = false
  const work = async () => {
    for (const item of left) {
      if (hasFailed) return
      try {
        await run(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
