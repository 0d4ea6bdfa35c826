import type { Pace } from './webhooks.ts'

/** The provider's documented waits before each further attempt, in minutes: 15 min, 30 min, 6 h, 48 h, 96 h. */
const documentedMinutes = [15, 30, 6 * 60, 48 * 60, 96 * 60]
const documentedTimeoutMs = 22_000
const shortestTimeoutMs = 5_000

/**
 * How fast notices are retried. Without a factor the five waits shrink to 1, 2, 5, 15 and 30 seconds; with one,
 * every wait is the documented one divided by it (1 is the provider's own pace). An answer is awaited for 22 s
 * divided by the factor, never below 5 s.
 */
export function paceOf(timeFactor: number | undefined): Pace {
  if (timeFactor === undefined) {
    return { retryMs: [1000, 2000, 5000, 15_000, 30_000], timeoutMs: shortestTimeoutMs }
  }
  return {
    retryMs: documentedMinutes.map((minutes) => Math.max(10, Math.round((minutes * 60_000) / timeFactor))),
    timeoutMs: Math.max(shortestTimeoutMs, Math.min(documentedTimeoutMs, documentedTimeoutMs / timeFactor)),
  }
}
