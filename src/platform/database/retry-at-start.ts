import { setTimeout as sleep } from 'node:timers/promises'
import { isTransientError } from './transient-error.ts'

/** How often a step of the start is tried, and how long it waits in between. */
export interface StartRetryLimits {
  attempts: number
  pauseMs: number
}

const defaultLimits: StartRetryLimits = { attempts: 5, pauseMs: 1_000 }

/**
 * Does a step of the start again after an error that usually passes, such as a lost connection. A running process survives one, and a
 * process that begins, perhaps one of many on a machine that has no time, must not end by it.
 *
 * @param step may have taken effect although it failed, so that doing it twice must be the same as once
 */
export async function retryAtStart<T>(
  step: () => Promise<T>,
  { attempts, pauseMs }: StartRetryLimits = defaultLimits,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (attempt === attempts || !isTransientError(error)) throw error
      await sleep(pauseMs)
    }
  }
}
