import type { RetrySchedule } from './webhooks.ts'

/** The provider's documented retry delays, in minutes: 15 min, 30 min, 6 h, 48 h, 96 h. */
const documentedDelaysMinutes = [15, 30, 6 * 60, 48 * 60, 96 * 60]
const documentedTimeoutMs = 22_000
const minTimeoutMs = 5_000

/**
 * Returns the retry schedule of notices. Without a factor the five delays are 1, 2, 5, 15 and 30 seconds; with one, the
 * documented delays are divided by it (1 is the provider's own schedule). The timeout is 22 s divided by the factor, at least 5
 * s; without a factor 5 s.
 */
export function retryScheduleOf(timeFactor: number | undefined): RetrySchedule {
  if (timeFactor === undefined) {
    return { delaysMs: [1000, 2000, 5000, 15_000, 30_000], timeoutMs: minTimeoutMs }
  }
  return {
    delaysMs: documentedDelaysMinutes.map((minutes) =>
      Math.max(10, Math.round((minutes * 60_000) / timeFactor)),
    ),
    timeoutMs: Math.max(minTimeoutMs, Math.min(documentedTimeoutMs, documentedTimeoutMs / timeFactor)),
  }
}
