import { useEffect, useState } from 'react'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { paths } from '../../paths.ts'
import { backgroundHeader } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { PRESENCE_EVENT } from '../live.ts'

/** Interval between presence reports in milliseconds, the same as `PRESENCE_BEAT` of the back office. */
const beatMs = 15_000

type Viewers = Readonly<Record<string, readonly { id: string; name: string }[]>>

/** Names of the colleagues who currently have the same order open: 'Ana está vendo este pedido'. */
export function Presence({ orderId }: { orderId: string }) {
  const { member } = useFrame()
  const others = useViewers(orderId).filter(({ id }) => id !== member.id)
  return (
    <p className="desk-presence" aria-live="polite">
      {others.length > 0 && copy.viewing(others.map(({ name }) => name))}
    </p>
  )
}

function useViewers(orderId: string): Viewers[string] {
  const [viewers, setViewers] = useState<Viewers>({})
  useEffect(() => {
    const tab = crypto.randomUUID()
    const show = (event: Event) => setViewers(JSON.parse((event as CustomEvent<string>).detail) as Viewers)
    const beat = async () => {
      if (document.visibilityState === 'hidden') return
      const found = await say('here', { aba: tab, pedido: orderId })
      if (found) setViewers(found)
    }
    const leave = () => void say('gone', { aba: tab })
    const turn = () => (document.visibilityState === 'hidden' ? leave() : void beat())
    // Without a network no one is shown as present: the last known state is discarded.
    const lose = () => setViewers({})
    void beat()
    const beating = setInterval(beat, beatMs)
    addEventListener(PRESENCE_EVENT, show)
    addEventListener('offline', lose)
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', turn)
    return () => {
      leave()
      clearInterval(beating)
      removeEventListener(PRESENCE_EVENT, show)
      removeEventListener('offline', lose)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [orderId])
  return viewers[orderId] ?? []
}

/** Sends a presence report, even while the page is being closed. It is not user activity: it does not keep the desk open. */
async function say(
  intent: 'here' | 'gone',
  fields: Readonly<Record<string, string>>,
): Promise<Viewers | undefined> {
  try {
    const response = await fetch(paths.deskPresence(), {
      method: 'POST',
      keepalive: true,
      headers: { Accept: 'application/json', [backgroundHeader]: '1' },
      body: new URLSearchParams({ intent, ...fields }),
    })
    const answer = (await response.json()) as { found?: Viewers }
    return answer.found
  } catch {
    return undefined
  }
}
