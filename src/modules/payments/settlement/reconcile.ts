import { chargesToCheck, updateCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isAlreadyRecorded } from '../domain/settlement.ts'
import { knownPayments } from '../payments/store.server.ts'
import type { PaymentProvider } from '../ports.ts'
import { refundsWaiting } from '../refunds/store.server.ts'
import { cursorOf, moveCursor } from './cursors-store.server.ts'
import { eventsWaiting } from './inbox-store.server.ts'
import { processEvent } from './receive-webhook.ts'
import { refundAndSettle } from './refund-and-settle.ts'
import { settleCharge, settleReport } from './settle.ts'

/** Limits of one run, so that runs never pile up. */
const maxCharges = 60
const maxEvents = 40
const maxPages = 20
const minute = 60_000
/** A provider's list can lag and clocks differ, so each sweep overlaps the one before; known payments are skipped. */
const overlap = 15 * minute
/** How far back the very first sweep reads. */
const initialLookback = 24 * 60 * minute
/** How long a failed check or an unprocessed notice waits before it is retried here. */
const retryAfter = minute
/** By then the refund's own job has exhausted its retries. */
const refundRetryAfter = 2 * 60 * minute

/**
 * Reconciles our books with the providers, for what no notice announced. First it sweeps every provider's changes since
 * the last run: one query however many charges are open. Then it checks the charges that are due for a check. Last it
 * retries notices and refunds whose jobs exhausted their retries. It stops early while a provider is unavailable. A
 * payment that cannot be recorded is a bug of ours: it is logged as an error, retried by the next run, and blocks nothing
 * else.
 */
export async function reconcile(
  deps: PaymentsDeps,
): Promise<{ found: number; checked: number; events: number }> {
  let found = 0
  for (const provider of deps.providers.all) found += await sweep(deps, provider)
  const checked = await checkDue(deps)
  const events = await retryEvents(deps)
  await retryRefunds(deps)
  if (found > 0)
    deps.log.info({ found, checked, events }, 'reconciliation recorded payments that no notice announced')
  return { found, checked, events }
}

/** Reads a provider's changes, oldest first. The cursor never moves past a payment that failed to be recorded. */
async function sweep(deps: PaymentsDeps, provider: PaymentProvider): Promise<number> {
  const { database, clock } = deps
  const startedAt = clock.now()
  const cursor = await cursorOf(database, provider.name)
  let from = new Date((cursor?.getTime() ?? startedAt.getTime() - initialLookback) - overlap)
  const to = new Date(startedAt.getTime() + overlap)
  let found = 0
  let offset = 0
  let failed = 0
  for (let page = 0; page < maxPages; page++) {
    const answer = await provider.list({ by: 'change', from, to, offset })
    if (!answer.ok) return found
    const reports = answer.value
    const providerIds = reports.map(({ providerId }) => providerId)
    const known = await knownPayments(database, { provider: provider.name, providerIds })
    const unrecorded = reports.filter((report) => !isAlreadyRecorded(known.get(report.providerId), report))
    for (const report of unrecorded) {
      const { providerId } = report
      const settle = () => settleReport(deps, { provider: provider.name, report, cause: 'reconcile' })
      if (await attempt(deps, { provider: provider.name, providerId }, settle)) found++
      else failed++
    }
    if (reports.length < provider.pageSize) {
      if (failed === 0) await moveCursor(database, provider.name, startedAt)
      return found
    }
    // Continue from the last change, not from an offset: a payment that changes meanwhile moves to the end of the list.
    const last = reports.at(-1)?.updatedAt
    offset = last && last > from ? 0 : offset + reports.length
    if (last && last > from) from = last
    // The next run subtracts the overlap again, so the cursor is ahead of `from` by that much.
    const next = Math.min(from.getTime() + overlap, startedAt.getTime())
    if (failed === 0) await moveCursor(database, provider.name, new Date(next))
  }
  return found
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

async function checkDue(deps: PaymentsDeps): Promise<number> {
  const { database, clock } = deps
  const due = await chargesToCheck(database, clock.now(), maxCharges)
  let checked = 0
  for (const { id: chargeId } of due) {
    let isUnavailable = false
    const succeeded = await attempt(deps, { chargeId }, async () => {
      const result = await settleCharge(deps, { chargeId, cause: 'reconcile' })
      isUnavailable = result.kind === 'unavailable'
    })
    if (isUnavailable) return checked
    if (succeeded) checked++
    // Moved behind the others, or it would come first in every run.
    else await updateCharge(database, chargeId, { nextCheckAt: new Date(clock.now().getTime() + retryAfter) })
  }
  return checked
}

async function retryEvents(deps: PaymentsDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - retryAfter)
  const waiting = await eventsWaiting(deps.database, before, maxEvents)
  for (const [processed, { id }] of waiting.entries()) {
    try {
      await processEvent(deps, { eventId: id })
    } catch {
      return processed
    }
  }
  return waiting.length
}

async function retryRefunds(deps: PaymentsDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - refundRetryAfter)
  for (const { id: refundId } of await refundsWaiting(deps.database, before, maxEvents)) {
    if (!(await attempt(deps, { refundId }, () => refundAndSettle(deps, { refundId })))) return
  }
}
