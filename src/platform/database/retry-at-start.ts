import { setTimeout as sleep } from 'node:timers/promises'
import { isTransientError } from './transient-error.ts'

/** Number of attempts of a startup step, and the pause between them. */
export interface StartRetryLimits {
  attempts: number
  pauseMs: number
}

const defaultLimits: StartRetryLimits = { attempts: 5, pauseMs: 1_000 }

/**
 * Retries a startup step after an error that is usually temporary, such as a lost connection. A running process survives such an
 * error, so a process that starts, possibly one of many on an overloaded machine, must not end because of it.
 *
 * @param step may have taken effect although it failed, so it must be idempotent
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
