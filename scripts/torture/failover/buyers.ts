import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '../browser.ts'
import { type Acknowledgement, identity, isText } from '../customer.ts'

export interface Buyers {
  /** Time at which each order was acknowledged. */
  readonly acknowledged: readonly number[]
  /** Number of attempts that produced no order. */
  readonly failed: number
  stop(): Promise<void>
}

/** Number of concurrent buyers. The gaps between their orders are the time that a customer would have waited. */
const lanes = 4
/**
 * Timeout of a buyer's request. It is shorter than the shop's own timeouts, because a buyer who waits for a lost connection would
 * not notice that others are served again.
 */
const timeoutMs = 4_000

/** Starts buyers who choose, read and sign, one order after the other, without retries. */
export function startBuyers({
  url,
  sessions,
  acknowledge,
}: {
  url: string
  /** Session cookies of accounts; each is used by one buyer at a time. */
  sessions: readonly string[]
  acknowledge: (one: Acknowledgement) => void
}): Buyers {
  const acknowledged: number[] = []
  let failed = 0
  let going = true
  let next = 0

  async function order(): Promise<string | undefined> {
    const index = next++ % sessions.length
    const browser = openBrowser({
      url,
      ip: `198.19.${index >> 8}.${index & 255}`,
      timeoutMs,
      cookies: [sessions[index] ?? ''],
    })
    const chosen = await browser.post('/service/clean-name', { plan: 'a-vista', ...identity })
    if (chosen.location !== '/contract') return undefined
    const page = await browser.get('/contract')
    const sha256 = /name="sha256" value="([^"]+)"/.exec(page.text)?.[1]
    if (sha256 === undefined) return undefined
    const { cookies } = await browser.post('/contract', { sha256, aceito: 'on' })
    return isText(cookies.rc_pedido) ? cookies.rc_pedido : undefined
  }

  const buying = Array.from({ length: lanes }, async () => {
    while (going) {
      const orderId = await order().catch(() => undefined)
      if (orderId === undefined) {
        failed++
        await sleep(200)
        continue
      }
      acknowledged.push(Date.now())
      acknowledge({ kind: 'order', orderId })
    }
  })
  return {
    acknowledged,
    get failed() {
      return failed
    },
    async stop() {
      going = false
      await Promise.all(buying)
    },
  }
}
