import { MINUTE } from '../../../core/durations.ts'
import { chargesToCheck, postponeCheck } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { nextAttemptAfter } from '../domain/set-aside.ts'
import { refundsWaiting } from '../refunds/store.server.ts'
import { rescheduleAttempt, setAsideDue } from '../set-aside/store.server.ts'
import { UnavailableError } from '../unavailable-error.ts'
import { eventsWaiting, postponeEvent } from './inbox-store.server.ts'
import { processEvent } from './receive-webhook.ts'
import { refundAndSettle } from './refund-and-settle.ts'
import { notifySetAside } from './set-aside.ts'
import { settleCharge, settlePayment } from './settle.ts'
import { maxUnanswered, sweep } from './sweep.ts'

/** Limits of one run, so that runs never pile up. */
const maxCharges = 60
const maxEvents = 40
const maxSetAside = 40
const maxRefunds = 40
/** Delay before a new notice is processed here, and before what was skipped because its provider is silent is tried again. */
const retryAfter = MINUTE
/**
 * Delay of what was tried in vain. It is longer, because what its provider never answers for would otherwise be first in every run, and the
 * rest never asked for.
 */
const triedAgainAfter = 5 * MINUTE
/** By then the refund's own job has exhausted its retries. */
const refundRetryAfter = 2 * 60 * MINUTE
/** A provider may take days to carry out a refund. */
const refundSentAgainAfter = 10 * MINUTE

/**
 * Reconciles our books with the providers, for changes that no notice announced. First it sweeps every provider's
 * changes since the last run: one query however many charges are open. Then it checks the charges that are due for a
 * check. Last it retries notices and refunds whose jobs exhausted their retries, and payments that were set aside. No
 * failure blocks anything else: a payment that cannot be booked is set aside, and the team is notified once.
 *
 * @throws Error after everything else, when a sweep failed because of a bug and not because of its provider
 */
export async function reconcile(
  deps: PaymentsDeps,
): Promise<{ found: number; checked: number; events: number }> {
  let found = 0
  const [available, failed] = [new Set<string>(), new Set<string>()]
  for (const provider of deps.providers.all) {
    if (provider.isRecordedHere) continue
    const succeeded = await attempt(deps, { provider: provider.name }, async () => {
      const swept = await sweep(deps, provider)
      found += swept.found
      if (swept.isAvailable) available.add(provider.name)
    })
    if (!succeeded) failed.add(provider.name)
  }
  const checked = await checkDue(deps)
  const events = await retryEvents(deps)
  await retrySetAside(deps, available)
  await retryRefunds(deps)
  await notifySetAside(deps)
  if (found > 0)
    deps.log.info({ found, checked, events }, 'reconciliation recorded payments that no notice announced')
  if (failed.size > 0) throw new Error(`the changes of ${[...failed].join(', ')} could not be read`)
  return { found, checked, events }
}

/** Runs one step and logs its error. Returns whether it succeeded. */
async function attempt(
  { log }: Pick<PaymentsDeps, 'log'>,
  about: object,
  run: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    log.error({ ...about, err: error }, 'reconciliation failed to settle this')
    return false
  }
}

const waitOf = (isSkipped: boolean) => (isSkipped ? retryAfter : triedAgainAfter)

async function checkDue(deps: PaymentsDeps): Promise<number> {
  const { database, clock } = deps
  const due = await chargesToCheck(database, clock.now(), maxCharges)
  const unanswered = countUnanswered()
  let checked = 0
  for (const { id: chargeId, provider } of due) {
    const isSkipped = unanswered.isSilent(provider)
    const succeeded =
      !isSkipped &&
      (await attempt(deps, { chargeId, provider }, () =>
        unanswered.count(provider, async () => {
          const { kind } = await settleCharge(deps, { chargeId, cause: 'reconcile' })
          if (kind === 'unavailable') throw new UnavailableError('the payments are unavailable')
        }),
      ))
    if (succeeded) checked++
    else await postponeCheck(database, chargeId, new Date(clock.now().getTime() + waitOf(isSkipped)))
  }
  return checked
}

/** Retries notices that are still unprocessed. A notice that fails waits longer each time, and delays no other. */
async function retryEvents(deps: PaymentsDeps): Promise<number> {
  const { database, clock } = deps
  const now = clock.now()
  const waiting = await eventsWaiting(database, {
    now,
    receivedBefore: new Date(now.getTime() - retryAfter),
    limit: maxEvents,
  })
  const unanswered = countUnanswered()
  let processed = 0
  for (const { id: eventId, provider, tries } of waiting) {
    const isSkipped = unanswered.isSilent(provider)
    const isProcessed =
      !isSkipped &&
      (await attempt(deps, { eventId, provider }, () =>
        unanswered.count(provider, () => processEvent(deps, { eventId })),
      ))
    if (isProcessed) processed++
    // When the provider does not answer, the try is not counted as a failure of the notice.
    else if (unanswered.isUnanswered(provider))
      await postponeEvent(database, eventId, {
        tries,
        nextTryAt: new Date(now.getTime() + waitOf(isSkipped)),
      })
    else
      await postponeEvent(database, eventId, {
        tries: tries + 1,
        nextTryAt: nextAttemptAfter(tries + 1, now),
      })
  }
  return processed
}

/** Fetches set-aside payments again when their next try is due and their provider answers. */
async function retrySetAside(deps: PaymentsDeps, available: ReadonlySet<string>): Promise<void> {
  const { database, clock } = deps
  const now = clock.now()
  const unanswered = countUnanswered()
  for (const { id, provider, providerId, tries } of await setAsideDue(database, now, maxSetAside)) {
    if (available.has(provider) && !unanswered.isSilent(provider))
      await attempt(deps, { provider, providerId }, () =>
        unanswered.count(provider, async () => {
          const { kind } = await settlePayment(deps, { provider, providerId, cause: 'reconcile' })
          if (kind === 'unavailable') throw new UnavailableError('the payment is unavailable')
          if (kind === 'unknown') throw new Error('the payment is unknown')
        }),
      )
    // Counts the try whatever the answer, so that a payment that remains set aside is not first in every run.
    await rescheduleAttempt(database, id, { tries: tries + 1, nextTryAt: nextAttemptAfter(tries + 1, now) })
  }
}

async function retryRefunds(deps: PaymentsDeps): Promise<void> {
  const now = deps.clock.now()
  const waiting = await refundsWaiting(deps.database, {
    before: new Date(now.getTime() - refundRetryAfter),
    sentBefore: new Date(now.getTime() - refundSentAgainAfter),
    now,
    limit: maxRefunds,
  })
  const unanswered = countUnanswered()
  for (const { id: refundId, provider } of waiting) {
    if (!unanswered.isSilent(provider))
      await attempt(deps, { refundId }, () =>
        unanswered.count(provider, () => refundAndSettle(deps, { refundId })),
      )
  }
}

/** Counts the tries in a row that a provider did not answer. One alone may be due to its payment, and must not hold up the others. */
function countUnanswered() {
  const counts = new Map<string, number>()
  const countOf = (provider: string) => counts.get(provider) ?? 0
  return {
    isSilent: (provider: string) => countOf(provider) >= maxUnanswered,
    /** Whether the last try was not answered. */
    isUnanswered: (provider: string) => countOf(provider) > 0,
    async count(provider: string, run: () => Promise<void>): Promise<void> {
      try {
        await run()
        counts.delete(provider)
      } catch (error) {
        counts.set(provider, error instanceof UnavailableError ? countOf(provider) + 1 : 0)
        throw error
      }
    },
  }
}
