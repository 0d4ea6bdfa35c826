import type { Clock } from '../clock.ts'
import { isLoopback, postWebhook } from '../webhook-post.ts'
import type { BankContext } from './context.ts'
import type { Contract } from './contract.ts'
import type { Pix } from './pix.ts'

/** Waits before the second, third and fourth attempt, in milliseconds. */
const waitsMs = [1000, 2000, 5000]
const timeoutMs = 5000

/** Posts a Pix of a charge to the registered address with `/pix` behind it, until it is taken. Loopback only. */
export function createCallbacks({ clock, contract }: { clock: Clock; contract: Contract | undefined }) {
  const stopping = new AbortController()
  const timers = new Set<() => void>()

  return {
    tell(context: BankContext, pix: Pix): void {
      if (!context.webhook || pix.txid === undefined || context.faults.dropCallbacks) return
      const told = { pix: [pix] }
      const breaches = contract?.callback(told) ?? []
      if (breaches.length > 0) throw new Error(`the callback says ${JSON.stringify(breaches)}`)
      const url = new URL(`${context.webhook.url}/pix`)
      if (!isLoopback(url)) return
      for (let copy = 0; copy <= (context.faults.duplicate ?? 0); copy++) {
        void post(context, url, JSON.stringify(told), 0)
      }
    },
    stop(): void {
      for (const cancel of timers) cancel()
      stopping.abort()
    },
  }

  async function post(context: BankContext, url: URL, body: string, attempt: number): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const { signal } = stopping
    const result = await postWebhook({ url, headers, body, timeoutMs, clock, signal })
    if (signal.aborted) return
    context.callbacks.push({ body, result })
    const wait = waitsMs[attempt]
    if (result.startsWith('2') || wait === undefined) return
    const cancel = clock.after(wait, () => {
      timers.delete(cancel)
      void post(context, url, body, attempt + 1)
    })
    timers.add(cancel)
  }
}
