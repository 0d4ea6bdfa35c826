import type { App } from '../../../composition.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'

type Payments = App['payments']
type PhaseListener = (phase: ChargePhase) => void

const pollIntervalMs = 1_000
/** Maximum number of watchers; above it, pages fall back to polling every five seconds. */
const maxWatchers = 5_000

const watchers = new Map<string, Set<PhaseListener>>()
let watcherCount = 0
let timer: NodeJS.Timeout | undefined
let isPolling = false

/**
 * Calls `notify` when a charge changes its phase. All listeners of this process share one query per second, and without a
 * listener there is no query.
 *
 * @returns a function that stops watching, or undefined if there are too many watchers
 */
export function watchCharge(
  payments: Payments,
  chargeId: string,
  notify: PhaseListener,
): (() => void) | undefined {
  if (watcherCount >= maxWatchers) return undefined
  const listeners = watchers.get(chargeId) ?? new Set()
  watchers.set(chargeId, listeners.add(notify))
  watcherCount++
  timer ??= setInterval(() => poll(payments), pollIntervalMs)
  let stopped = false
  return () => {
    if (stopped) return
    stopped = true
    watcherCount--
    listeners.delete(notify)
    if (listeners.size === 0) watchers.delete(chargeId)
    if (watcherCount > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

async function poll(payments: Payments): Promise<void> {
  if (isPolling) return
  isPolling = true
  try {
    const phases = await payments.phasesOf({ chargeIds: [...watchers.keys()] })
    for (const [chargeId, phase] of phases) for (const notify of watchers.get(chargeId) ?? []) notify(phase)
  } catch {
    // The next interval queries again.
  } finally {
    isPolling = false
  }
}
