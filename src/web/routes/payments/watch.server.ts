import type { App } from '../../../composition.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'

type Payments = App['payments']
type Tell = (phase: ChargePhase) => void

const every = 1_000
/** Beyond it, pages fall back to asking every five seconds. */
const mostWatchers = 5_000

const watchers = new Map<string, Set<Tell>>()
let watching = 0
let timer: NodeJS.Timeout | undefined
let asking = false

/**
 * Tells when a charge changes its phase. All watchers of this process share one question a second, and nobody asks
 * while nobody watches.
 *
 * @returns how to stop, or undefined when too many watch already
 */
export function watchCharge(payments: Payments, chargeId: string, tell: Tell): (() => void) | undefined {
  if (watching >= mostWatchers) return undefined
  const listening = watchers.get(chargeId) ?? new Set()
  watchers.set(chargeId, listening.add(tell))
  watching++
  timer ??= setInterval(() => ask(payments), every)
  let stopped = false
  return () => {
    if (stopped) return
    stopped = true
    watching--
    listening.delete(tell)
    if (listening.size === 0) watchers.delete(chargeId)
    if (watching > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

async function ask(payments: Payments): Promise<void> {
  if (asking) return
  asking = true
  try {
    const phases = await payments.phasesOf({ chargeIds: [...watchers.keys()] })
    for (const [chargeId, phase] of phases) for (const tell of watchers.get(chargeId) ?? []) tell(phase)
  } catch {
    // The next second asks again; a page that hears nothing falls back to polling.
  } finally {
    asking = false
  }
}
