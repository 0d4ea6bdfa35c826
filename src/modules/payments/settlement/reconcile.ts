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

/** How much one run takes on, so that runs never pile up. */
const maxCharges = 60
const maxEvents = 40
const maxPages = 20
const minute = 60_000
/** A provider's list may lag behind, and clocks differ: this much is read again, and known already. */
const overlap = 15 * minute
/** How far the first sweep of all looks back. */
const firstLook = 24 * 60 * minute
const patience = minute
/** A refund's job has given up by then. */
const refundRetryAfter = 2 * 60 * minute

/**
 * Does what no notice made happen. First everything that changed at a provider since the last sweep and that our books
 * do not know: one question however many charges are open. Then the charges whose time to be asked about has come.
 * Last, the notices and refunds whose job gave up. Stops early while the provider does not answer. What cannot be booked
 * is a bug of ours: it is raised in the log and tried again by the next run, and keeps nothing else waiting.
 */
export async function reconcile(
  deps: PaymentsDeps,
): Promise<{ found: number; checked: number; events: number }> {
  let found = 0
  for (const provider of deps.providers.all) found += await sweep(deps, provider)
  const checked = await checkDue(deps)
  const events = await retryEvents(deps)
  await retryRefunds(deps)
  if (found > 0) deps.log.info({ found, checked, events }, 'reconciliation booked what no notice announced')
  return { found, checked, events }
}

/** Reads a provider's changes in their order. The cursor moves only past what was booked. */
async function sweep(deps: PaymentsDeps, provider: PaymentProvider): Promise<number> {
  const { database, clock } = deps
  const began = clock.now()
  const cursor = await cursorOf(database, provider.name)
  let from = new Date((cursor?.getTime() ?? began.getTime() - firstLook) - overlap)
  const to = new Date(began.getTime() + overlap)
  let found = 0
  let offset = 0
  let failed = 0
  for (let page = 0; page < maxPages; page++) {
    const answer = await provider.list({ by: 'change', from, to, offset })
    if (!answer.ok) return found
    const reports = answer.value
    const providerIds = reports.map(({ providerId }) => providerId)
    const known = await knownPayments(database, { provider: provider.name, providerIds })
    const news = reports.filter((report) => !isAlreadyRecorded(known.get(report.providerId), report))
    for (const report of news) {
      const { providerId } = report
      const book = () => settleReport(deps, { provider: provider.name, report, cause: 'reconcile' })
      if (await attempt(deps, { provider: provider.name, providerId }, book)) found++
      else failed++
    }
    if (reports.length < provider.pageSize) {
      if (failed === 0) await moveCursor(database, provider.name, began)
      return found
    }
    // Going on from the last change, not from a count: what changes meanwhile moves to the end and is met again.
    const last = reports.at(-1)?.updatedAt
    offset = last && last > from ? 0 : offset + reports.length
    if (last && last > from) from = last
    // The next run goes on from here; read again is only what is newer than the overlap.
    const next = Math.min(from.getTime() + overlap, began.getTime())
    if (failed === 0) await moveCursor(database, provider.name, new Date(next))
  }
  return found
}

/** Whether it went well. */
async function attempt(
  { log }: Pick<PaymentsDeps, 'log'>,
  about: object,
  run: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    log.error({ ...about, err: error }, 'reconciliation could not book this')
    return false
  }
}

async function checkDue(deps: PaymentsDeps): Promise<number> {
  const { database, clock } = deps
  const due = await chargesToCheck(database, clock.now(), maxCharges)
  let checked = 0
  for (const { id: chargeId } of due) {
    let isSilent = false
    const isDone = await attempt(deps, { chargeId }, async () => {
      const result = await settleCharge(deps, { chargeId, cause: 'reconcile' })
      isSilent = result.kind === 'unavailable'
    })
    if (isSilent) return checked
    if (isDone) checked++
    // Behind the others, or it would be the first of every run.
    else await updateCharge(database, chargeId, { nextCheckAt: new Date(clock.now().getTime() + patience) })
  }
  return checked
}

async function retryEvents(deps: PaymentsDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - patience)
  const waiting = await eventsWaiting(deps.database, before, maxEvents)
  for (const [done, { id }] of waiting.entries()) {
    try {
      await processEvent(deps, { eventId: id })
    } catch {
      return done
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
