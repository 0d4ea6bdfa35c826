import type { App } from '../../../composition.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'
import { watchCharge } from './watch.server.ts'

const heartbeat = 15_000

/** Phases in which nothing more will happen on the page: said once, then the stream ends. */
const last: readonly ChargePhase[] = [
  'approved',
  'expired',
  'cancelled',
  'failed',
  'amount_mismatch',
  'reversed',
]

/** Server-sent events of a charge: `data: {"phase":"approved"}`, now and at every change, until it is over. */
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
      let told: ChargePhase | undefined
      const tell = (now: ChargePhase) => {
        if (now === told) return
        told = now
        send(`data: ${JSON.stringify({ phase: now })}\n\n`)
        if (!last.includes(now)) return
        end()
        controller.close()
      }
      const beat = setInterval(() => send(': \n\n'), heartbeat)
      const stop = watchCharge(payments, chargeId, tell)
      end = () => {
        clearInterval(beat)
        stop?.()
      }
      send('retry: 3000\n\n')
      tell(phase)
      if (stop || last.includes(phase)) return
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
