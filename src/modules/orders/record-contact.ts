import { MINUTE } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { isContactChannel } from './domain/order-event.ts'
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
  if (await isRepeated(tx, { orderId, kind: 'contacted', at: now, by, text, detail: { channel } }))
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

/** Whether the newest event of an order says the same, by the same member, since less than a minute: a form that was sent twice. */
async function isRepeated(
  tx: Transaction,
  { orderId, kind, at, by, text, detail = {} }: Omit<Parameters<typeof appendEvent>[1], 'id'>,
): Promise<boolean> {
  const [newest] = await selectEvents(tx, orderId, 1)
  return (
    newest !== undefined &&
    newest.kind === kind &&
    newest.actorId === by &&
    newest.text === text &&
    newest.detail.channel === detail.channel &&
    at.getTime() - newest.at.getTime() < MINUTE
  )
}
