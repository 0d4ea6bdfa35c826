import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { type PaymentsDeps, paymentJobs } from './deps.ts'
import { findEvent, insertEvent, markProcessed } from './provider-events-store.server.ts'
import { settle } from './settle.ts'
import { type SignatureRefusal, verifySignature } from './webhook-signature.server.ts'

export interface Notice {
  query: URLSearchParams
  headers: Headers
  /** As received. It is not signed: a hint, never evidence. */
  body: string
}

/**
 * Verifies a notice, stores it once with the job that deals with it, and answers. The unique key decides which of five
 * copies is the first. Legacy `?topic=` notices are unsigned and refused.
 */
export async function receiveWebhook({
  query,
  headers,
  body,
  webhookSecret,
  database,
  enqueue,
  clock,
  newId,
}: Notice & { webhookSecret: string } & Pick<
    PaymentsDeps,
    'database' | 'enqueue' | 'clock' | 'newId'
  >): Promise<Outcome<'stored' | 'repeated' | 'ignored', SignatureRefusal | 'legacy'>> {
  const dataId = query.get('data.id') ?? undefined
  if (dataId === undefined && query.has('topic')) return refuse('legacy')
  const requestId = headers.get('x-request-id') ?? undefined
  const signature = headers.get('x-signature') ?? undefined
  const now = clock.now()
  const verified = verifySignature({ dataId, requestId, signature, secret: webhookSecret, now })
  if (!verified.ok) return verified
  const hint = readHint(body)
  const kind = query.get('type') ?? hint.type ?? ''
  if (kind !== 'payment' || dataId === undefined || !/^\d{1,20}$/.test(dataId)) return ok('ignored')

  return database.transaction(async (tx) => {
    const id = newId()
    const isFirst = await insertEvent(tx, {
      id,
      deliveryKey: `${requestId ?? signature}:${dataId}`.slice(0, 300),
      kind,
      action: hint.action ?? null,
      dataId,
      requestId: requestId?.slice(0, 200) ?? null,
      receivedAt: now,
    })
    if (!isFirst) return ok('repeated')
    await enqueue(tx, paymentJobs.process, { eventId: id })
    return ok('stored')
  })
}

/** Deals with a stored notice. Throws while the provider does not answer, so that the job comes back to it. */
export async function processEvent({
  eventId,
  ...deps
}: { eventId: string } & Omit<PaymentsDeps, 'enqueue'>): Promise<void> {
  const event = await findEvent(deps.database, eventId)
  if (!event || event.processedAt) return
  const result = await settle({ providerPaymentId: event.dataId, cause: 'webhook', ...deps })
  if (result.kind === 'unavailable') throw new Error('the provider does not answer')
  await markProcessed(deps.database, eventId, deps.clock.now())
}

function readHint(body: string): { type?: string; action?: string } {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return {}
    const { type, action } = value as Record<string, unknown>
    return {
      ...(typeof type === 'string' && { type: type.slice(0, 60) }),
      ...(typeof action === 'string' && { action: action.slice(0, 60) }),
    }
  } catch {
    return {}
  }
}
