import { bookedProviderIds, chargesToCheck } from './charges-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { isOurReference } from './domain/reference.ts'
import { eventsWaiting } from './provider-events-store.server.ts'
import { processEvent } from './receive-webhook.ts'
import { settle, settleReport } from './settle.ts'

type Deps = Omit<PaymentsDeps, 'enqueue'>

/** How much one run takes on, so that runs never pile up. */
const mostCharges = 60
const mostEvents = 40
const mostPages = 5
const window = 24 * 60 * 60 * 1000
const patience = 60_000

/**
 * Does what no notice made happen. First the provider's latest approvals that our books do not know, newest first: one
 * question however many charges are open. Then the charges whose time to be asked about has come. Last, the notices
 * whose job gave up. Stops early while the provider does not answer.
 */
export async function reconcile(deps: Deps): Promise<{ found: number; checked: number; events: number }> {
  const found = await sweepApprovals(deps)
  const checked = await checkDue(deps)
  const events = await retryEvents(deps)
  if (found > 0) deps.log.info({ found, checked, events }, 'reconciliation booked what no notice announced')
  return { found, checked, events }
}

async function sweepApprovals(deps: Deps): Promise<number> {
  const approvedSince = new Date(deps.clock.now().getTime() - window)
  let found = 0
  let offset = 0
  for (let page = 0; page < mostPages; page++) {
    const answer = await deps.provider.search({ approvedSince, offset })
    if (!answer.ok || answer.value.length === 0) return found
    const known = await bookedProviderIds(
      deps.database,
      answer.value.map(({ providerId }) => providerId),
    )
    const news = answer.value.filter(
      ({ providerId, reference }) =>
        !known.has(providerId) && reference !== undefined && isOurReference(reference),
    )
    for (const report of news) await settleReport({ report, cause: 'reconcile', ...deps })
    found += news.length
    // Newest first: a whole page without news means that everything older is known.
    if (news.length === 0) return found
    offset += answer.value.length
  }
  return found
}

async function checkDue(deps: Deps): Promise<number> {
  const due = await chargesToCheck(deps.database, deps.clock.now(), mostCharges)
  let checked = 0
  for (const { id } of due) {
    const result = await settle({ chargeId: id, cause: 'reconcile', ...deps })
    if (result.kind === 'unavailable') return checked
    checked++
  }
  return checked
}

async function retryEvents(deps: Deps): Promise<number> {
  const waiting = await eventsWaiting(
    deps.database,
    new Date(deps.clock.now().getTime() - patience),
    mostEvents,
  )
  for (const [done, { id }] of waiting.entries()) {
    try {
      await processEvent({ eventId: id, ...deps })
    } catch {
      return done
    }
  }
  return waiting.length
}
