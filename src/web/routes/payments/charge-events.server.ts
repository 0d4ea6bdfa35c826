import type { App } from '../../../composition.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'
import { watchCharge } from './watch.server.ts'

const heartbeatMs = 15_000

/** Phases after which the page expects no change: the stream sends one and ends. */
const finalPhases: readonly ChargePhase[] = [
  'approved',
  'expired',
  'cancelled',
  'failed',
  'amount_mismatch',
  'reversed',
]

/** Server-sent events of a charge: `data: {"phase":"approved"}`, at once and on every change, until a final phase. */
export function chargeEvents({
  payments,
  charge: { id: chargeId, phase },
  signal,
}: {
  payments: App['payments']
  charge: { id: string; phase: ChargePhase }
  signal: AbortSignal
}): Response {
  let end = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      let sentPhase: ChargePhase | undefined
      const sendPhase = (now: ChargePhase) => {
        if (now === sentPhase) return
        sentPhase = now
        send(`data: ${JSON.stringify({ phase: now })}\n\n`)
        if (!finalPhases.includes(now)) return
        end()
        controller.close()
      }
      const heartbeat = setInterval(() => send(': \n\n'), heartbeatMs)
      const stopWatching = watchCharge(payments, chargeId, sendPhase)
      end = () => {
        clearInterval(heartbeat)
        stopWatching?.()
      }
      send('retry: 3000\n\n')
      sendPhase(phase)
      if (stopWatching || finalPhases.includes(phase)) return
      end()
      controller.close()
    },
    cancel: () => end(),
  })
  signal.addEventListener('abort', () => end())
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}
