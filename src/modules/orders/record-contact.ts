import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { isSentTwice } from '../../core/sent-twice.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { isContactChannel, type OrderEventKind } from './domain/order-event.ts'
import { readWords } from './domain/step-evidence.ts'
import { appendEvent, selectEvents } from './events-store.server.ts'
import { lockOrder, updateOrder } from './store.server.ts'

type Deps = Pick<OrdersDeps, 'clock' | 'newId'>

/**
 * Records that the team spoke with the customer. The first contact fulfils the promise of a contact after the hiring; a
 * later or concurrent one is also recorded, but changes nothing.
 */
export async function recordContact(
  tx: Transaction,
  { orderId, channel, note, by }: { orderId: string; channel: string; note: string; by: string },
  { clock, newId }: Deps,
): Promise<Outcome<{ isFirst: boolean }, 'not_found' | 'invalid_channel' | 'invalid_note' | 'repeated'>> {
  const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
  if (!order) return refuse('not_found')
  if (!isContactChannel(channel)) return refuse('invalid_channel')
  const text = readWords(note)
  if (text === undefined) return refuse('invalid_note')
  const now = clock.now()
  if (await isRepeated(tx, { orderId, kind: 'contacted', at: now, by, text, channel }))
    return refuse('repeated')
  const isFirst = order.contactedAt === null
  if (isFirst) await updateOrder(tx, orderId, { contactedAt: now, updatedAt: now })
  await appendEvent(tx, { id: newId(), orderId, kind: 'contacted', at: now, by, text, detail: { channel } })
  return ok({ isFirst })
}

/** Adds an internal note; the customer never sees it. It changes nothing, and needs no version. */
export async function addNote(
  tx: Transaction,
  { orderId, note, by }: { orderId: string; note: string; by: string },
  { clock, newId }: Deps,
): Promise<Outcome<null, 'not_found' | 'invalid_note' | 'repeated'>> {
  const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
  if (!order) return refuse('not_found')
  const text = readWords(note)
  if (text === undefined) return refuse('invalid_note')
  const event = { orderId, kind: 'noted', at: clock.now(), by, text } as const
  if (await isRepeated(tx, event)) return refuse('repeated')
  await appendEvent(tx, { id: newId(), ...event })
  return ok(null)
}

/** Whether the newest event of an order has the same kind, channel and text: a form that was sent twice. */
async function isRepeated(
  tx: Transaction,
  event: { orderId: string; kind: OrderEventKind; at: Date; by: string; text: string; channel?: string },
): Promise<boolean> {
  const [newest] = await selectEvents(tx, event.orderId, 1)
  return (
    newest?.kind === event.kind &&
    newest.detail.channel === event.channel &&
    isSentTwice(event, { by: newest.actorId, text: newest.text, at: newest.at })
  )
}
