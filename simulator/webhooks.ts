import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import { hits } from './failures.ts'
import type { Journal } from './journal.ts'
import { noticeOf } from './notice.ts'
import { type Delivery, type Entry, nextId } from './state.ts'
import { isLoopback, postWebhook } from './webhook-post.ts'

export interface Pace {
  /** Waits before the second, third … attempt, in milliseconds. */
  retryMs: readonly number[]
  timeoutMs: number
}

export interface Webhooks {
  /** The deliveries a change of this payment calls for, under the faults of the moment. Record them, then dispatch. */
  plan(subject: Subject, action: Delivery['action']): Delivery[]
  dispatch(deliveries: Delivery[]): void
  /** Plans, records and dispatches a notice that no change goes with. */
  announce(subject: Subject, action: Delivery['action']): void
  /** Takes up what was still waiting when the process ended. */
  resume(): void
  /** Calls everything off; what was waiting stays waiting in the journal. */
  stop(): void
}

/** What a notice is about, and where it goes. */
type Subject = Pick<Delivery, 'forgedWith'> & {
  id: Delivery['paymentId']
  notificationUrl: string | null
  /** Somebody else than the provider sends it. */
  isForged?: boolean
}

/** How long a first notice is held back for a second one under the fault `reorder`. */
export const reorderHoldMs = 2000

export function createWebhooks({
  journal,
  clock,
  secret,
  pace,
  log,
}: {
  journal: Journal
  clock: Clock
  secret: string
  pace: Pace
  log: (line: string) => void
}): Webhooks {
  const { state } = journal
  const timers = new Map<string, () => void>()
  let held: Delivery[][] = []
  let stopping = new AbortController()

  return { plan, dispatch, announce, resume, stop }

  function plan(subject: Subject, action: Delivery['action']): Delivery[] {
    const { id: paymentId, notificationUrl, isForged = false, forgedWith } = subject
    if (notificationUrl === null) return []
    const { faults } = state
    const now = clock.now()
    const isAllowed = isLoopback(new URL(notificationUrl))
    if (!isAllowed) log(`payment ${paymentId}: notice refused, its address is not on this machine`)
    const isLost = hits(journal, 'lose') || faults.dropWebhooks
    const extra = Math.max(faults.duplicate ?? 0, hits(journal, 'duplicate') ? 1 : 0)
    const first: Omit<Delivery, 'id' | 'requestId'> = {
      paymentId,
      action,
      noticeId: nextId(state, now),
      url: notificationUrl,
      isForged: isForged || (faults.forgeSignature ?? false),
      ...(forgedWith === undefined ? {} : { forgedWith }),
      createdAt: now.toISOString(),
      state: isAllowed ? (isLost ? 'dropped' : 'waiting') : 'refused',
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

  function announce(subject: Subject, action: Delivery['action']): void {
    const deliveries = plan(subject, action)
    journal.record(...deliveryEntries(deliveries))
    dispatch(deliveries)
  }

  /** Sends what was held back, the newest first, each after the one before it was answered. */
  async function releaseHeld(): Promise<void> {
    timers.get('held')?.()
    timers.delete('held')
    const batches = held.reverse()
    held = []
    const waits = batches.flat().map(waitOf)
    const { signal } = stopping
    await new Promise<void>((resolve) => {
      const key = `release ${randomUUID()}`
      timers.set(
        key,
        clock.after(Math.max(...waits), () => {
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
    timers.set(delivery.id, clock.after(waitOf(delivery), run))
  }

  function waitOf(delivery: Delivery): number {
    if (delivery.nextAt === null) return 0
    return Math.max(0, Date.parse(delivery.nextAt) - clock.now().getTime())
  }

  async function attempt(id: string): Promise<void> {
    const delivery = state.deliveries.get(id)
    if (delivery?.state !== 'waiting') return
    const { signal } = stopping
    const at = clock.now()
    const { url, headers, body } = noticeOf(delivery, secret, at)
    const result = await postWebhook({ url, headers, body, timeoutMs: pace.timeoutMs, clock, signal })
    if (signal.aborted) return
    const after = settle(delivery, { at: at.toISOString(), result })
    journal.record({ kind: 'delivery', row: after })
    if (after.state === 'waiting') schedule(after)
  }

  function settle(delivery: Delivery, attempt: Delivery['attempts'][number]): Delivery {
    const attempts = [...delivery.attempts, attempt]
    if (attempt.result === '200' || attempt.result === '201') {
      return { ...delivery, attempts, state: 'delivered', nextAt: null }
    }
    const wait = pace.retryMs[attempts.length - 1]
    if (wait === undefined) return { ...delivery, attempts, state: 'abandoned', nextAt: null }
    return { ...delivery, attempts, nextAt: new Date(clock.now().getTime() + wait).toISOString() }
  }
}

export const deliveryEntries = (deliveries: Delivery[]): Entry[] =>
  deliveries.map((row) => ({ kind: 'delivery', row }))
