import { type Outcome, ok } from '../../../core/outcome.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import type { Notice, NoticeRefusal } from '../ports.ts'
import { UnavailableError } from '../unavailable-error.ts'
import { findEvent, insertEvents, markProcessed } from './inbox-store.server.ts'
import { settlePayment } from './settle.ts'

/**
 * Stores an authentic notice in one statement, to be processed later. The unique delivery key makes repeated and
 * concurrent copies a no-op.
 */
export async function receiveWebhook(
  { database, providers, clock, newId }: PaymentsDeps,
  { provider, ...notice }: Notice & { provider: string },
): Promise<Outcome<'stored' | 'repeated' | 'ignored', NoticeRefusal>> {
  const receivedAt = clock.now()
  const read = providerNamed(providers, provider).readNotice(notice, receivedAt)
  if (!read.ok) return read
  if (read.value.length === 0) return ok('ignored')
  const events = read.value.map(({ deliveryKey, providerId, kind, action = null }) => ({
    id: newId(),
    provider,
    deliveryKey,
    providerId,
    kind,
    action,
    receivedAt,
    waitingSince: receivedAt,
  }))
  const stored = await insertEvents(database, events)
  return ok(stored > 0 ? 'stored' : 'repeated')
}

/** Processes a stored notice. Throws while the provider is unavailable, so that the job is retried. */
export async function processEvent(deps: PaymentsDeps, { eventId }: { eventId: string }): Promise<void> {
  const event = await findEvent(deps.database, eventId)
  if (!event || event.processedAt) return
  const { provider, providerId } = event
  const result = await settlePayment(deps, { provider, providerId, cause: 'webhook' })
  if (result.kind === 'unavailable') throw new UnavailableError()
  await markProcessed(deps.database, eventId, deps.clock.now())
}
