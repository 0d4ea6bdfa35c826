import type { App } from '../../../composition.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'
import type { SlotHolders } from '../../connection-slots.server.ts'
import { eventStream } from '../../event-stream.server.ts'
import { watchCharge } from './watch.server.ts'

/** Phases after which no change is expected: the stream sends the phase and ends. */
const finalPhases: readonly ChargePhase[] = [
  'approved',
  'expired',
  'cancelled',
  'failed',
  'amount_mismatch',
  'reversed',
]

/**
 * Sends server-sent events of a charge: `data: {"phase":"approved"}`, at once and on every change, until a final phase, or until
 * the viewer of the stream loses access to the charge because the session has ended.
 */
export function chargeEvents({
  payments,
  charge: { id: chargeId, phase },
  request,
  holders,
  mayGoOn = async () => true,
}: {
  payments: App['payments']
  charge: { id: string; phase: ChargePhase }
  request: Pick<Request, 'method' | 'signal'>
  holders: SlotHolders
  mayGoOn?: () => Promise<boolean>
}): Response {
  return eventStream({
    request,
    holders,
    mayGoOn,
    open({ send, close }) {
      let sentPhase: ChargePhase | undefined
      const sendPhase = (now: ChargePhase) => {
        if (now === sentPhase) return
        sentPhase = now
        send(`data: ${JSON.stringify({ phase: now })}`)
        if (finalPhases.includes(now)) close()
      }
      const stopWatching = watchCharge(payments, chargeId, sendPhase)
      sendPhase(phase)
      if (!stopWatching) close()
      return () => stopWatching?.()
    },
  })
}
