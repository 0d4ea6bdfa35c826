import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import { act, isOverdue, type Payment } from './payments.ts'
import type { Delivery, Entry } from './state.ts'
import { deliveryEntries, type Webhooks } from './webhooks.ts'

/** The payments, always read as of now: whoever looks at an overdue one finds it expired. */
export interface Ledger {
  find(id: number): Payment | undefined
  /** By id, else by external reference: the newest one still open, or the newest. */
  pick(idOrReference: string): Payment | undefined
  /** Newest first. */
  list(reference?: string): Payment[]
  /** Records the payment with its notices (and what else belongs to it) in one line, then sends the notices. */
  save(payment: Payment, action: Delivery['action'], ...more: Entry[]): void
  start(): void
  stop(): void
}

/** The longest sleep between two looks at what is due: timers are neither exact nor unlimited. */
const longestSleepMs = 60_000

/** Expiries within this time share one look: each look goes over everything pending. */
const wakeEveryMs = 100

export function createLedger({
  journal,
  clock,
  webhooks,
}: {
  journal: Journal
  clock: Clock
  webhooks: Webhooks
}): Ledger {
  const { state } = journal
  let wake: { at: number; cancel: () => void } | undefined

  return { find, pick, list, save, start: expireDue, stop }

  function find(id: number): Payment | undefined {
    const payment = state.payments.get(id)
    return payment === undefined ? undefined : asOfNow(payment)
  }

  function pick(idOrReference: string): Payment | undefined {
    const byId = /^\d{1,15}$/.test(idOrReference) ? find(Number(idOrReference)) : undefined
    if (byId !== undefined) return byId
    const named = list(idOrReference)
    return named.find(({ status }) => status === 'pending' || status === 'in_process') ?? named[0]
  }

  function list(reference?: string): Payment[] {
    const ids =
      reference === undefined ? [...state.payments.keys()] : (state.idsByReference.get(reference) ?? [])
    return ids.flatMap((id) => find(id) ?? []).reverse()
  }

  function save(payment: Payment, action: Delivery['action'], ...more: Entry[]): void {
    const deliveries = webhooks.plan(payment, action)
    journal.record({ kind: 'payment', row: payment }, ...deliveryEntries(deliveries), ...more)
    webhooks.dispatch(deliveries)
    if (payment.status === 'pending' && payment.expiresAt !== null) wakeBy(Date.parse(payment.expiresAt))
  }

  function asOfNow(payment: Payment): Payment {
    const now = clock.now()
    if (!isOverdue(payment, now)) return payment
    const expired = act(payment, 'expire', now)
    if (!expired.ok) return payment
    save(expired.payment, 'payment.updated')
    return expired.payment
  }

  function expireDue(): void {
    wake = undefined
    let next = Number.POSITIVE_INFINITY
    for (const id of [...state.pendingIds]) {
      const payment = find(id)
      if (payment?.status !== 'pending' || payment.expiresAt === null) continue
      next = Math.min(next, Date.parse(payment.expiresAt))
    }
    if (Number.isFinite(next)) wakeBy(next)
  }

  function wakeBy(instant: number): void {
    const now = clock.now().getTime()
    const at = Math.min(Math.ceil(instant / wakeEveryMs) * wakeEveryMs, now + longestSleepMs)
    if (wake !== undefined && wake.at <= at) return
    wake?.cancel()
    wake = { at, cancel: clock.after(Math.max(0, at - now), expireDue) }
  }

  function stop(): void {
    wake?.cancel()
    wake = undefined
  }
}
