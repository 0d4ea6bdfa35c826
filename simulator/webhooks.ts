import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import { faultOccurs } from './fault-injection.ts'
import type { Journal } from './journal.ts'
import type { Mutator } from './mutations/mutator.ts'
import { buildNotice } from './notice.ts'
import { type Delivery, type JournalEntry, nextId } from './state.ts'
import { isLoopback, postWebhook } from './webhook-post.ts'

export interface RetrySchedule {
  /** Delays before the second, third … attempt, in milliseconds. */
  delaysMs: readonly number[]
  timeoutMs: number
}

export interface Webhooks {
  /**
   * Prepares the deliveries for a change of this payment, under the current faults. The caller records them, then dispatches
   * them.
   */
  prepare(subject: Subject, action: Delivery['action']): Delivery[]
  dispatch(deliveries: Delivery[]): void
  /** Prepares, records and dispatches a notice without a change of the payment. */
  sendNotice(subject: Subject, action: Delivery['action']): void
  /** Reschedules the deliveries that were pending when the process ended. */
  resume(): void
  /** Cancels all timers and requests; pending deliveries stay pending in the journal. */
  stop(): void
}

/** Payment that a notice is about, and its URL. */
type Subject = Pick<Delivery, 'forgedWith'> & {
  id: Delivery['paymentId']
  notificationUrl: string | null
  /** True for a notice that is sent by someone other than the provider. */
  isForged?: boolean
}

/** Time for which the fault `reorder` holds back a first notice until a second one arrives, in milliseconds. */
export const reorderHoldMs = 2000

export function createWebhooks({
  journal,
  mutator,
  clock,
  secret,
  retrySchedule,
  log,
}: {
  journal: Journal
  mutator: Mutator
  clock: Clock
  secret: string
  retrySchedule: RetrySchedule
  log: (line: string) => void
}): Webhooks {
  const { state } = journal
  const timers = new Map<string, () => void>()
  let held: Delivery[][] = []
  let stopping = new AbortController()

  return { prepare, dispatch, sendNotice, resume, stop }

  function prepare(subject: Subject, action: Delivery['action']): Delivery[] {
    const { id: paymentId, notificationUrl, isForged = false, forgedWith } = subject
    if (notificationUrl === null) return []
    const { faults } = state
    const now = clock.now()
    const isAllowed = isLoopback(new URL(notificationUrl))
    if (!isAllowed) log(`payment ${paymentId}: notice refused, its address is not on this machine`)
    const isDropped = faultOccurs(journal, 'lose') || faults.dropWebhooks
    const extra = Math.max(faults.duplicate ?? 0, faultOccurs(journal, 'duplicate') ? 1 : 0)
    const first: Omit<Delivery, 'id' | 'requestId'> = {
      paymentId,
      action,
      noticeId: nextId(state, now),
      url: notificationUrl,
      isForged: isForged || (faults.forgeSignature ?? false),
      ...(forgedWith === undefined ? {} : { forgedWith }),
      createdAt: now.toISOString(),
      state: isAllowed ? (isDropped ? 'dropped' : 'waiting') : 'refused',
      nextAt: new Date(now.getTime() + (faults.delayMs ?? 0)).toISOString(),
      attempts: [],
    }
    const copies = first.state === 'waiting' ? 1 + extra : 1
    const nextAt = first.state === 'waiting' ? first.nextAt : null
    return Array.from({ length: copies }, () => ({
      ...first,
      nextAt,
      id: randomUUID(),
      requestId: randomUUID(),
    }))
  }

  function dispatch(deliveries: Delivery[]): void {
    const waiting = deliveries.filter((delivery) => delivery.state === 'waiting')
    const [first] = waiting
    if (first === undefined) return
    if (!state.faults.reorder) {
      for (const delivery of waiting) schedule(delivery)
      return
    }
    const isSecond = held.some((earlier) => earlier[0]?.paymentId === first.paymentId)
    held.push(waiting)
    if (isSecond) void releaseHeld()
    else if (held.length === 1) timers.set('held', clock.after(reorderHoldMs, releaseHeld))
  }

  function sendNotice(subject: Subject, action: Delivery['action']): void {
    const deliveries = prepare(subject, action)
    journal.record(...deliveryEntries(deliveries))
    dispatch(deliveries)
  }

  /** Sends the notices that were held back, newest first, each one after the response to the previous. */
  async function releaseHeld(): Promise<void> {
    timers.get('held')?.()
    timers.delete('held')
    const batches = held.reverse()
    held = []
    const delays = batches.flat().map(delayUntilDue)
    const { signal } = stopping
    await new Promise<void>((resolve) => {
      const key = `release ${randomUUID()}`
      timers.set(
        key,
        clock.after(Math.max(...delays), () => {
          timers.delete(key)
          resolve()
        }),
      )
    })
    for (const batch of batches) {
      if (signal.aborted) return
      await Promise.all(batch.map((delivery) => attempt(delivery.id)))
    }
  }

  function resume(): void {
    for (const delivery of state.deliveries.values()) if (delivery.state === 'waiting') schedule(delivery)
  }

  function stop(): void {
    for (const cancel of timers.values()) cancel()
    timers.clear()
    held = []
    stopping.abort()
    stopping = new AbortController()
  }

  function schedule(delivery: Delivery): void {
    const run = () => {
      timers.delete(delivery.id)
      void attempt(delivery.id)
    }
    timers.set(delivery.id, clock.after(delayUntilDue(delivery), run))
  }

  function delayUntilDue(delivery: Delivery): number {
    if (delivery.nextAt === null) return 0
    return Math.max(0, Date.parse(delivery.nextAt) - clock.now().getTime())
  }

  async function attempt(id: string): Promise<void> {
    const delivery = state.deliveries.get(id)
    if (delivery?.state !== 'waiting') return
    const { signal } = stopping
    const at = clock.now()
    const meant = buildNotice(delivery, secret, at)
    const sent = mutator.notice(meant, String(delivery.paymentId))
    const { url, headers, body } = sent
    const result = await postWebhook({
      url,
      headers,
      body,
      timeoutMs: retrySchedule.timeoutMs,
      clock,
      signal,
    })
    if (signal.aborted) return
    const updated = recordAttempt(delivery, {
      at: at.toISOString(),
      result,
      ...(sent !== meant && { altered: true }),
    })
    journal.record({ kind: 'delivery', row: updated })
    if (updated.state === 'waiting') schedule(updated)
  }

  function recordAttempt(delivery: Delivery, attempt: Delivery['attempts'][number]): Delivery {
    const attempts = [...delivery.attempts, attempt]
    if (attempt.result === '200' || attempt.result === '201') {
      return { ...delivery, attempts, state: 'delivered', nextAt: null }
    }
    const delay = retrySchedule.delaysMs[attempts.length - 1]
    if (delay === undefined) return { ...delivery, attempts, state: 'abandoned', nextAt: null }
    return { ...delivery, attempts, nextAt: new Date(clock.now().getTime() + delay).toISOString() }
  }
}

export const deliveryEntries = (deliveries: Delivery[]): JournalEntry[] =>
  deliveries.map((row) => ({ kind: 'delivery', row }))
