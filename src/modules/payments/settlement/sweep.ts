import { forEachAtOnce } from '../../../core/at-once.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isStillPayable } from '../domain/payment-state.ts'
import { isAlreadyRecorded } from '../domain/settlement.ts'
import { independentGroups, isOldestFirst, middleOf, overlap, startOfSweep } from '../domain/sweep.ts'
import { notifyTeam } from '../notify-team.ts'
import { knownPayments } from '../payments/store.server.ts'
import {
  hasOwnId,
  isReadable,
  type ListedPayment,
  type PaymentProvider,
  type PaymentReport,
  type ProviderRefusal,
} from '../ports.ts'
import { digestOf, keepRaw } from '../set-aside/raw-store.server.ts'
import { closeSetAside, setAsideAmong } from '../set-aside/store.server.ts'
import { contradictedListing, withoutId } from './contradicted-listing.ts'
import { cursorOf, lockCursor, moveCursor, updateCursor } from './cursors-store.server.ts'
import { type FetchedPayment, fetchPayment, unconfirmedObstacle } from './fetch-payment.ts'
import { readPages } from './read-pages.ts'
import { obstacleOf, setAside } from './set-aside.ts'
import { settleListed } from './settle-listed.ts'
import type { SettleResult } from './settle-report.ts'
import { noteFailure, noteSuccess } from './sweep-failures.ts'

/**
 * Milliseconds after which a run ends with its page, so that runs do not pile up. A run continues beyond it until it has read
 * further than the start of the next run.
 */
const maxRunMs = 45_000
/** After this many consecutive tries without an answer, a provider counts as unavailable, and is asked for no more in this run. */
export const maxUnanswered = 3

export interface Sweep {
  /** Number of booked payments that no notice announced. */
  found: number
  /** Whether the provider answered. */
  isAvailable: boolean
}

/**
 * Reads a provider's changes since the last sweep, oldest first, and settles the new ones. The cursor follows the
 * provider's own dates, as far as everything before them was read: to the end of the list, and before that only while its pages
 * are seen to be oldest first. No payment blocks it, because one that cannot be booked is set aside.
 */
export async function sweep(deps: PaymentsDeps, provider: PaymentProvider): Promise<Sweep> {
  const { database, clock } = deps
  const { name } = provider
  const now = clock.now()
  const start = await startOf(deps, name, now)
  let { sweptUntil } = start
  const middles: Date[] = []
  let found = 0
  for await (const page of readPages(provider, { by: 'change', from: start.from, to: start.to })) {
    if ('refusal' in page) {
      await noteFailure(deps, { provider: name, refusal: page.refusal, sweptUntil, now })
      return { found, isAvailable: false }
    }
    const settled = await settleChanges(deps, { provider, listed: page.payments, now: clock.now() })
    found += settled.found
    if (settled.refusal) {
      await noteFailure(deps, { provider: name, refusal: settled.refusal, sweptUntil, now })
      return { found, isAvailable: false }
    }
    const middle = middleOf(
      page.payments.map(({ updatedAt }) => updatedAt),
      now,
    )
    if (middle) middles.push(middle)
    const { isLast } = page
    if (!isLast && !isOldestFirst(middles)) continue
    sweptUntil = [sweptUntil, ...middles].reduce((one, other) => (one > other ? one : other))
    const moved = { provider: name, sweptUntil, now: clock.now() }
    if (isLast) await noteSuccess(deps, { ...moved, completeAt: now })
    else await moveCursor(database, { ...moved, completeAt: null })
    const isFurther = sweptUntil.getTime() > start.sweptUntil.getTime() + overlap
    const isLong = clock.now().getTime() - now.getTime() >= maxRunMs
    if (isLong && isFurther && !isLast) {
      const behindSeconds = Math.round((now.getTime() - sweptUntil.getTime()) / 1000)
      deps.log.warn({ provider: name, behindSeconds }, 'reconciliation is behind and goes on in the next run')
      return { found, isAvailable: true }
    }
  }
  return { found, isAvailable: true }
}

/**
 * Settles payments that differ from the records, some at once, because most of the time is waiting for the provider; those of one
 * charge or id one after another, oldest first. A set-aside payment without a new report waits until its next try is due.
 *
 * @returns how many were booked, and the refusal of a provider that no longer answers for any of them
 */
async function settleChanges(
  deps: PaymentsDeps,
  { provider, listed, now }: { provider: PaymentProvider; listed: readonly ListedPayment[]; now: Date },
): Promise<{ found: number; refusal?: ProviderRefusal }> {
  const { database, cipher } = deps
  const { name } = provider
  const providerIds = listed.map(({ providerId }) => providerId)
  const known = await knownPayments(database, { provider: name, providerIds })
  const waiting = await setAsideAmong(database, { provider: name, providerIds })
  const isRecorded = (payment: ListedPayment): payment is PaymentReport =>
    isReadable(payment) && !obstacleOf(payment) && isAlreadyRecorded(known.get(payment.providerId), payment)
  const isWaiting = (payment: ListedPayment) => waiting.get(payment.providerId)?.digest === digestOf(payment)
  const readAgain = listed.filter(isRecorded).filter(({ state }) => !isStillPayable(state))
  for (const { providerId, updatedAt: reportedAt } of readAgain) {
    if (waiting.has(providerId))
      await closeSetAside(database, { provider: name, providerIds: [providerId], reportedAt, now })
  }
  const changed = listed.filter((payment) => !isRecorded(payment) && !isWaiting(payment))
  /** Whether another payment of this page, or one that waits, has the same id: one would hide the other. */
  const isIdShared = (payment: ListedPayment) => {
    const before = waiting.get(payment.providerId)?.amount ?? payment.amount
    const isListedTwice = changed.some(
      (other) => other.providerId === payment.providerId && digestOf(other) !== digestOf(payment),
    )
    return isListedTwice || (payment.amount !== null && payment.amount !== before)
  }
  await keepRaw(database, { cipher, provider: name, listed: changed, now })
  let [found, unanswered] = [0, 0]
  let silence: ProviderRefusal | undefined
  await forEachAtOnce(independentGroups(changed), provider.requestsAtOnce, async (payments) => {
    for (const payment of payments) {
      if (silence) return
      const listing = { provider, listed: payment, isIdShared: isIdShared(payment), now }
      const { result, refusal } = await confirmAndSettle(deps, listing)
      if (result === 'settled' || result === 'unmatched') found++
      unanswered = refusal ? unanswered + 1 : 0
      if (unanswered >= maxUnanswered) silence = refusal
    }
  })
  return { found, ...(silence && { refusal: silence }) }
}

/**
 * Settles a listed payment by fetching it: a list is a hint, like a notice, and an amount on which the two disagree is
 * not booked, but waits for a person. A payment that the provider does not answer for is set aside, as listed.
 *
 * @param isIdShared another payment was listed under this id
 */
async function confirmAndSettle(
  deps: PaymentsDeps,
  {
    provider,
    listed,
    isIdShared,
    now,
  }: { provider: PaymentProvider; listed: ListedPayment; isIdShared: boolean; now: Date },
): Promise<{ result: SettleResult['kind']; refusal?: ProviderRefusal }> {
  const { name } = provider
  const { providerId } = listed
  let answer: FetchedPayment | undefined
  try {
    answer = hasOwnId(listed) ? await fetchPayment(provider, providerId) : undefined
  } catch (error) {
    // A bug of ours in reading this payment must not prevent the others from being read.
    await setAside(deps, { provider: name, listed, now, error })
    return { result: 'set_aside' }
  }
  if (answer && 'payment' in answer) {
    const fetched = [answer.payment, ...contradictedListing(listed, answer.payment)]
    const [result] = await settleListed(deps, { provider: name, listed: fetched, cause: 'reconcile', now })
    return { result: result?.kind ?? 'unknown' }
  }
  const refusal = answer?.refusal.code === 'not_found' ? undefined : answer?.refusal
  const obstacle = obstacleOf(listed) ?? unconfirmedObstacle(refusal === undefined)
  const waiting = isIdShared ? withoutId(listed) : listed
  if (isIdShared)
    await keepRaw(deps.database, { cipher: deps.cipher, provider: name, listed: [waiting], now })
  await setAside(deps, { provider: name, listed: waiting, now, obstacle, notifyLater: refusal !== undefined })
  return { result: 'set_aside', ...(refusal && { refusal }) }
}

/** Returns where the sweep starts. A cursor in the future is set back, and the team is notified. */
async function startOf(deps: PaymentsDeps, provider: string, now: Date) {
  const start = startOfSweep(await cursorOf(deps.database, provider), now)
  if (!start.isMended) return start
  return deps.database.transaction(async (tx) => {
    const stored = await lockCursor(tx, provider)
    const again = startOfSweep(stored, now)
    if (!stored || !again.isMended) return again
    const { sweptUntil } = again
    await updateCursor(tx, provider, { sweptUntil, movedAt: now })
    const lines = [
      `A conciliação com ${provider} estava marcada até ${stored.sweptUntil.toISOString()}, que ainda não chegou.`,
      `Ela foi retomada de ${sweptUntil.toISOString()}. Confira o relógio das máquinas.`,
    ]
    const subject = 'A conciliação estava adiantada e foi corrigida'
    await notifyTeam(tx, { kind: 'books.cursor-mended', subject, lines }, deps)
    return again
  })
}
