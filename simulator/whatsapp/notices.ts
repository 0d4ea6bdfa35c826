import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { isLoopback, postWebhook } from '../webhook-post.ts'
import type { Faults } from './faults.ts'

/** Delays in seconds after which a notice that did not get a 200 response is sent again. Meta retries for days. */
const retryAfter = [1, 2, 5, 15, 30, 60, 120]

export interface Notices {
  /** Sends changes of the account, each as its own notice, or all of them in one batch. */
  send(changes: readonly Change[], options?: { together?: boolean }): void
  /** Returns the number of notices that wait for a response or for a retry. */
  waiting(): number
  /** Returns the number of notices that no attempt delivered. */
  abandoned(): number
  stop(): void
}

export interface Change {
  field: 'messages' | 'message_template_status_update'
  value: object
}

/**
 * Creates the sender of the account's notices, signed as Meta signs them: over the bytes, in which non-ASCII characters are
 * escaped.
 */
export function createNotices({
  url,
  appSecret,
  businessAccountId,
  faultsOf,
  clock,
}: {
  url: string
  appSecret: string
  businessAccountId: string
  faultsOf(): Faults
  clock: Clock
}): Notices {
  const stopping = new AbortController()
  const timers = new Set<() => void>()
  let waiting = 0
  let abandoned = 0

  const later = (ms: number, run: () => void) => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      run()
    })
    timers.add(cancel)
  }

  async function deliver(body: string, isForged: boolean, before: readonly string[] = []): Promise<void> {
    if (stopping.signal.aborted) return
    const signature = createHmac('sha256', isForged ? 'somebody else' : appSecret)
      .update(body)
      .digest('hex')
    const result = await postWebhook({
      url: new URL(url),
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
      timeoutMs: 10_000,
      clock,
      signal: stopping.signal,
    })
    const results = [...before, result]
    const wait = retryAfter[before.length]
    if (result !== '200' && wait !== undefined && !isForged) {
      return later(wait * 1000, () => void deliver(body, isForged, results))
    }
    if (result !== '200' && !isForged) {
      abandoned++
      console.error(`A notice of WhatsApp was given up after ${results.join(', ')}`)
    }
    waiting--
  }

  function post(changes: readonly Change[]): void {
    const { dropNotices, delayMs = 0, duplicate = 0, forgeSignature = false } = faultsOf()
    if (dropNotices || !isLoopback(new URL(url))) return
    const time = Math.floor(clock.now().getTime() / 1000)
    const body = escaped({
      object: 'whatsapp_business_account',
      entry: [{ id: businessAccountId, time, changes }],
    })
    for (let copy = 0; copy <= duplicate; copy++) {
      waiting++
      later(delayMs, () => void deliver(body, forgeSignature))
    }
  }

  return {
    send(changes, { together = false } = {}) {
      if (together || faultsOf().reorder) return post(faultsOf().reorder ? changes.toReversed() : changes)
      for (const change of changes) post([change])
    },
    waiting: () => waiting,
    abandoned: () => abandoned,
    stop() {
      stopping.abort()
      for (const cancel of timers) cancel()
    },
  }
}

function escaped(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
