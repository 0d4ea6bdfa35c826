import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import { applyAction, isPastExpiry, type Payment } from './payments.ts'
import { endDueRefunds } from './refunds.ts'
import type { Delivery, JournalEntry } from './state.ts'
import { deliveryEntries, type Webhooks } from './webhooks.ts'

/**
 * Store of payments. Every read applies expiry first, so an overdue payment is never returned as pending, and decides the slow
 * refunds whose time has come.
 */
export interface PaymentStore {
  find(id: number): Payment | undefined
  /** Finds a payment by id, else by external reference: the newest open payment, else the newest. */
  findByIdOrReference(idOrReference: string): Payment | undefined
  /** Newest first. */
  list(reference?: string): Payment[]
  /** Records the payment, its deliveries and related entries in one journal line, then sends the notices. */
  save(payment: Payment, action: Delivery['action'], ...more: JournalEntry[]): void
  start(): void
  stop(): void
}

/** Maximum time between two expiry checks: timers are neither exact nor unlimited. */
const maxSleepMs = 60_000

/** Expiries within this time share one check: each check iterates over every pending payment. */
const expiryBatchMs = 100

export function createPaymentStore({
  journal,
  clock,
  webhooks,
}: {
  journal: Journal
  clock: Clock
  webhooks: Webhooks
}): PaymentStore {
  const { state } = journal
  let nextCheck: { at: number; cancel: () => void } | undefined

  return { find, findByIdOrReference, list, save, start: expireDue, stop }

  function find(id: number): Payment | undefined {
    const payment = state.payments.get(id)
    return payment === undefined ? undefined : endRefundsIfDue(expireIfDue(payment))
  }

  function findByIdOrReference(idOrReference: string): Payment | undefined {
    const byId = /^\d{1,15}$/.test(idOrReference) ? find(Number(idOrReference)) : undefined
    if (byId !== undefined) return byId
    const found = list(idOrReference)
    return found.find(({ status }) => status === 'pending' || status === 'in_process') ?? found[0]
  }

  function list(reference?: string): Payment[] {
    const ids =
      reference === undefined ? [...state.payments.keys()] : (state.idsByReference.get(reference) ?? [])
    return ids.flatMap((id) => find(id) ?? []).reverse()
  }

  function save(payment: Payment, action: Delivery['action'], ...more: JournalEntry[]): void {
    const deliveries = webhooks.prepare(payment, action)
    journal.record({ kind: 'payment', row: payment }, ...deliveryEntries(deliveries), ...more)
    webhooks.dispatch(deliveries)
    if (payment.status === 'pending' && payment.expiresAt !== null)
      scheduleExpiryCheck(Date.parse(payment.expiresAt))
  }

  function expireIfDue(payment: Payment): Payment {
    const now = clock.now()
    if (!isPastExpiry(payment, now)) return payment
    const expired = applyAction(payment, 'expire', now)
    if (!expired.ok) return payment
    save(expired.payment, 'payment.updated')
    return expired.payment
  }

  function endRefundsIfDue(payment: Payment): Payment {
    const ended = endDueRefunds(payment, clock.now())
    if (ended !== payment) save(ended, 'payment.updated')
    return ended
  }

  function expireDue(): void {
    nextCheck = undefined
    let next = Number.POSITIVE_INFINITY
    for (const id of [...state.pendingIds]) {
      const payment = find(id)
      if (payment?.status !== 'pending' || payment.expiresAt === null) continue
      next = Math.min(next, Date.parse(payment.expiresAt))
    }
    if (Number.isFinite(next)) scheduleExpiryCheck(next)
  }

  function scheduleExpiryCheck(instant: number): void {
    const now = clock.now().getTime()
    const at = Math.min(Math.ceil(instant / expiryBatchMs) * expiryBatchMs, now + maxSleepMs)
    if (nextCheck !== undefined && nextCheck.at <= at) return
    nextCheck?.cancel()
    nextCheck = { at, cancel: clock.after(Math.max(0, at - now), expireDue) }
  }

  function stop(): void {
    nextCheck?.cancel()
    nextCheck = undefined
  }
}
