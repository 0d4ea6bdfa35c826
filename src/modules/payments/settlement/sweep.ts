import { forEachAtOnce } from '../../../core/at-once.ts'
import { formatInstant } from '../../../core/calendar.ts'
import { errorInWords } from '../../../platform/database/transient-error.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isStillPayable } from '../domain/payment-state.ts'
import { isAlreadyRecorded } from '../domain/settlement.ts'
import { isOldestFirst, middleOf, overlap, startOfSweep } from '../domain/sweep.ts'
import { notifyTeam } from '../notify-team.ts'
import { knownPayments } from '../payments/store.server.ts'
import {
  hasOwnId,
  type ListedPayment,
  type PaymentProvider,
  type PaymentReport,
  type ProviderRefusal,
} from '../ports.ts'
import { digestOf, keepRaw } from '../set-aside/raw-store.server.ts'
import { closeSetAside, setAsideAmong } from '../set-aside/store.server.ts'
import { contradictedListing, withoutId } from './contradicted-listing.ts'
import { cursorOf, insertCursor, lockCursor, moveCursor, updateCursor } from './cursors-store.server.ts'
import { type FetchedPayment, fetchPayment, unconfirmedObstacle } from './fetch-payment.ts'
import { readPages } from './read-pages.ts'
import { isBookable, obstacleTo, setAside } from './set-aside.ts'
import { settleListed } from './settle-listed.ts'
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
 *
 * @throws Error because of a bug of ours, or of the database, which is noted like a provider that cannot be read
 */
export async function sweep(deps: PaymentsDeps, provider: PaymentProvider): Promise<Sweep> {
  const now = deps.clock.now()
  const start = await startOf(deps, provider.name, now)
  try {
    return await settleSince(deps, { provider, start, now })
  } catch (error) {
    const failure = { code: 'error', detail: errorInWords(error) }
    // Fails too where the database is what fails.
    await noteFailure(deps, { provider: provider.name, failure, sweptUntil: start.sweptUntil, now }).catch(
      () => {},
    )
    throw error
  }
}

/**
 * Stores where the first sweep of each provider will start, when the shop starts to take payments there: it may sell for days before a
 * worker runs, and what no notice announced would be older than the first sweep looks back. The lag grows from then on.
 */
export async function prepareSweeps({
  database,
  clock,
  providers,
}: Pick<PaymentsDeps, 'database' | 'clock' | 'providers'>): Promise<void> {
  const now = clock.now()
  for (const { name, isRecordedHere } of providers.all) {
    // Read first: most starts find one, also where the database takes no writes.
    if (isRecordedHere || (await cursorOf(database, name))) continue
    const { sweptUntil } = startOfSweep(undefined, now)
    await insertCursor(database, { provider: name, sweptUntil, movedAt: now })
  }
}

async function settleSince(
  deps: PaymentsDeps,
  {
    provider,
    start,
    now,
  }: { provider: PaymentProvider; start: Awaited<ReturnType<typeof startOf>>; now: Date },
): Promise<Sweep> {
  const { database, clock } = deps
  const { name } = provider
  let { sweptUntil } = start
  const middles: Date[] = []
  let found = 0
  for await (const page of readPages(provider, { by: 'change', from: start.from, to: start.to })) {
    if ('refusal' in page) {
      await noteFailure(deps, { provider: name, failure: page.refusal, sweptUntil, now })
      return { found, isAvailable: false }
    }
    const settled = await settleChanges(deps, { provider, listed: page.payments, now: clock.now() })
    found += settled.found
    if (settled.refusal) {
      await noteFailure(deps, { provider: name, failure: settled.refusal, sweptUntil, now })
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
 * Settles payments that differ from the records, as they are fetched: an amount on which a list and the payment itself disagree is not
 * booked, but waits for a person. A set-aside payment without a new report waits until its next try is due.
 *
 * @returns how many were booked, and the refusal of a provider that no longer answers for any of them
 */
export async function settleChanges(
  deps: PaymentsDeps,
  { provider, listed, now }: { provider: PaymentProvider; listed: readonly ListedPayment[]; now: Date },
): Promise<{ found: number; refusal?: ProviderRefusal }> {
  const { database, cipher } = deps
  const { name } = provider
  const providerIds = listed.map(({ providerId }) => providerId)
  const known = await knownPayments(database, { provider: name, providerIds })
  const waiting = await setAsideAmong(database, { provider: name, providerIds })
  const isRecorded = (payment: ListedPayment): payment is PaymentReport =>
    isBookable(payment) && isAlreadyRecorded(known.get(payment.providerId), payment)
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
  const { answers, refusal } = await fetchEach(provider, changed)
  const fetched: ListedPayment[] = []
  for (const [payment, answer] of answers) {
    if ('payment' in answer) fetched.push(answer.payment, ...contradictedListing(payment, answer.payment))
    else {
      const unconfirmed = { provider: name, listed: payment, isIdShared: isIdShared(payment), now }
      await setAsideUnconfirmed(deps, { ...unconfirmed, answer })
    }
  }
  const settled = await settleListed(deps, { provider: name, listed: fetched, cause: 'reconcile', now })
  const found = settled.filter(({ kind }) => kind === 'settled' || kind === 'unmatched').length
  return { found, ...(refusal && { refusal }) }
}

/** What became of fetching a listed payment; an error is a bug of ours. */
type Fetch = FetchedPayment | { error: unknown }

/** The answer for a payment that has no id of its own, for which no provider can be asked. */
const withoutOwnId = { refusal: { ok: false, code: 'not_found' } } as const

/**
 * Fetches listed payments by their ids, some at once, because a list is a hint, like a notice, and most of the time is waiting for the
 * provider. A bug of ours in reading one does not prevent the others from being read.
 *
 * @returns the answers in the order of the list, and the refusal of a provider that no longer answers for any of them: those that
 *   it was not asked for are missing
 */
async function fetchEach(
  provider: PaymentProvider,
  listed: readonly ListedPayment[],
): Promise<{
  answers: [ListedPayment, Fetch][]
  refusal: ProviderRefusal | undefined
}> {
  const answers = new Map<ListedPayment, Fetch>()
  let unanswered = 0
  let silence: ProviderRefusal | undefined
  await forEachAtOnce(listed, provider.requestsAtOnce, async (payment) => {
    if (silence) return
    const answer = hasOwnId(payment)
      ? await fetchPayment(provider, payment.providerId).catch((error: unknown) => ({ error }))
      : withoutOwnId
    answers.set(payment, answer)
    const refusal = temporaryRefusalOf(answer)
    unanswered = refusal ? unanswered + 1 : 0
    if (unanswered >= maxUnanswered) silence = refusal
  })
  return {
    answers: listed.flatMap((payment) => {
      const answer = answers.get(payment)
      return answer ? [[payment, answer]] : []
    }),
    refusal: silence,
  }
}

/** The refusal of a provider that does not answer now; undefined when it does not know the payment. */
function temporaryRefusalOf(answer: Fetch): ProviderRefusal | undefined {
  return 'refusal' in answer && answer.refusal.code !== 'not_found' ? answer.refusal : undefined
}

/**
 * Sets aside a payment that could not be fetched, as listed, with what the list states of its money.
 *
 * @param isIdShared another payment was listed under this id
 */
async function setAsideUnconfirmed(
  deps: PaymentsDeps,
  {
    provider,
    listed,
    isIdShared,
    answer,
    now,
  }: {
    provider: string
    listed: ListedPayment
    isIdShared: boolean
    answer: Exclude<Fetch, { payment: ListedPayment }>
    now: Date
  },
): Promise<void> {
  if ('error' in answer) {
    await setAside(deps, { provider, listed, now, error: answer.error })
    return
  }
  const notifyLater = temporaryRefusalOf(answer) !== undefined
  const obstacle = isBookable(listed) ? unconfirmedObstacle(!notifyLater) : obstacleTo(listed)
  const waiting = isIdShared ? withoutId(listed) : listed
  if (isIdShared) await keepRaw(deps.database, { cipher: deps.cipher, provider, listed: [waiting], now })
  await setAside(deps, { provider, listed: waiting, now, obstacle, notifyLater })
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
      `A conciliação com ${provider} estava marcada até ${formatInstant(stored.sweptUntil)}, que ainda não chegou.`,
      `Ela foi retomada de ${formatInstant(sweptUntil)}. Confira o relógio das máquinas.`,
    ]
    const subject = 'A conciliação estava adiantada e foi corrigida'
    await notifyTeam(tx, { kind: 'books.cursor-mended', subject, lines }, deps)
    return again
  })
}
