/** Thrown when the queue is full: more work is waiting than can be done before callers give up. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}

/** Recognised by its name: the built pages have their own copy of this class, of which no error of the process is an instance. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && error.name === 'OverloadedError'
}

/**
 * Runs expensive work with limited concurrency, in order of arrival.
 *
 * @param slots how many run at once
 * @param places how many more may wait
 * @param reserved how many of the preferred may wait beyond that
 * @returns a function that runs the work when its turn comes; it rejects with OverloadedError, immediately, when the queue is
 *   full
 */
export function boundedQueue({
  slots,
  places,
  reserved = 0,
}: {
  slots: number
  places: number
  reserved?: number
}) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>, { isPreferred = false } = {}): Promise<T> => {
    if (running >= slots) {
      if (waiting.length >= places + (isPreferred ? reserved : 0))
        throw new OverloadedError(`${places} wait already`)
      // Finished work hands over its slot directly, so that a later call cannot take it first.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
