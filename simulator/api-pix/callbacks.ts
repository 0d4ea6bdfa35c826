import type { Clock } from '../clock.ts'
import type { Mutator } from '../mutations/mutator.ts'
import { isLoopback, postWebhook } from '../webhook-post.ts'
import type { BankContext } from './context.ts'
import type { Contract } from './contract.ts'
import type { Pix } from './pix.ts'

/** Delays before the second, third and fourth attempt, in milliseconds. */
const retryDelaysMs = [1000, 2000, 5000]
const timeoutMs = 5000

/** Sends each Pix of a charge by POST to the registered URL plus `/pix`, with retries until a 2xx response. Loopback only. */
export function createCallbacks({
  clock,
  contract,
  mutator,
}: {
  clock: Clock
  contract: Contract | undefined
  mutator: Mutator
}) {
  const stopping = new AbortController()
  const timers = new Set<() => void>()

  return {
    notify(context: BankContext, pix: Pix): void {
      if (!context.webhook || pix.txid === undefined || context.faults.dropCallbacks) return
      const payload = { pix: [pix] }
      const violations = contract?.callback(payload) ?? []
      if (violations.length > 0) throw new Error(`the callback breaks ${JSON.stringify(violations)}`)
      const url = new URL(`${context.webhook.url}/pix`)
      if (!isLoopback(url)) return
      for (let copy = 0; copy <= (context.faults.duplicate ?? 0); copy++) {
        void post(context, url, JSON.stringify(payload), 0)
      }
    },
    stop(): void {
      for (const cancel of timers) cancel()
      stopping.abort()
    },
  }

  async function post(context: BankContext, url: URL, body: string, attempt: number): Promise<void> {
    const { signal } = stopping
    const headers = { 'content-type': 'application/json' }
    const notice = mutator.notice({ url, headers, body }, url.pathname)
    const result = await postWebhook({ ...notice, timeoutMs, clock, signal })
    if (signal.aborted) return
    context.callbacks.push({ body, result })
    const delay = retryDelaysMs[attempt]
    if (result.startsWith('2') || delay === undefined) return
    const cancel = clock.after(delay, () => {
      timers.delete(cancel)
      void post(context, url, body, attempt + 1)
    })
    timers.add(cancel)
  }
}
