import type { ChargePhase } from '../../../modules/payments/public.ts'
import { appContext, viewerContext } from '../../context.ts'
import type { Route } from './+types/events.ts'
import { chargeInSession } from './charge-cookie.server.ts'
import { watchCharge } from './watch.server.ts'

const heartbeat = 15_000

/** Phases in which nothing more will happen on the page: said once, then the stream ends. */
const last: readonly ChargePhase[] = ['approved', 'expired', 'cancelled', 'failed', 'divergent', 'reversed']

/** Server-sent events of the charge in the person's session: `data: {"phase":"approved"}`. Its owner alone may listen. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { payments, config } = context.get(appContext)
  const chargeId = await chargeInSession(request, config.session)
  const userId = context.get(viewerContext)?.id
  const charge = chargeId && (await payments.chargeView({ chargeId, userId }))
  if (!charge) return new Response(null, { status: 404 })

  let end = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      let told: ChargePhase | undefined
      const tell = (phase: ChargePhase) => {
        if (phase === told) return
        told = phase
        send(`data: ${JSON.stringify({ phase })}\n\n`)
        if (!last.includes(phase)) return
        end()
        controller.close()
      }
      const beat = setInterval(() => send(': \n\n'), heartbeat)
      const stop = watchCharge(payments, charge.id, tell)
      end = () => {
        clearInterval(beat)
        stop?.()
      }
      send('retry: 3000\n\n')
      tell(charge.phase)
      if (stop || last.includes(charge.phase)) return
      end()
      controller.close()
    },
    cancel: () => end(),
  })
  request.signal.addEventListener('abort', () => end())
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}
