/**
 * Calls `run` for each item, for at most `limit` items at once, and resolves when all calls have ended.
 *
 * @throws the first error, after the last call has ended; no further item is begun once one failed
 */
export async function forEachAtOnce<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const errors: unknown[] = []
  const work = async () => {
    for (const item of left) {
      if (errors.length > 0) return
      await run(item).catch((error) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, work))
  if (errors.length > 0) throw errors[0]
}
