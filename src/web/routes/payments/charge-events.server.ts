import type { App } from '../../../composition.ts'
import type { ChargePhase } from '../../../modules/payments/public.ts'
import { takePlace, tooManyStreams } from './stream-places.server.ts'
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

/**
 * Server-sent events of a charge: `data: {"phase":"approved"}`, at once and on every change, until a final phase, or until
 * whoever opened the stream may no longer see the charge: their session has ended.
 *
 * @param holders by whom streams are counted; too many are a 429
 * @param mayGoOn asked at every heartbeat
 */
export function chargeEvents({
  payments,
  charge: { id: chargeId, phase },
  signal,
  holders,
  mayGoOn = async () => true,
}: {
  payments: App['payments']
  charge: { id: string; phase: ChargePhase }
  signal: AbortSignal
  holders: Parameters<typeof takePlace>[0]
  mayGoOn?: () => Promise<boolean>
}): Response {
  const leave = takePlace(holders)
  if (!leave) return tooManyStreams()
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
      let ended = false
      const beat = async () => {
        // A database that does not answer is no reason to send anybody away.
        const goesOn = await mayGoOn().catch(() => true)
        if (ended) return
        if (goesOn) return send(': \n\n')
        end()
        controller.close()
      }
      const heartbeat = setInterval(beat, heartbeatMs)
      const stopWatching = watchCharge(payments, chargeId, sendPhase)
      end = () => {
        ended = true
        clearInterval(heartbeat)
        stopWatching?.()
        leave()
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
  if (signal.aborted) end()
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}
