import type { Transaction } from '../../platform/database/database.ts'
import type { WrittenMessage } from '../notifications/index.server.ts'
import type { OrdersDeps } from './deps.ts'
import type { OrderMessageKind } from './message-kinds.ts'
import type { OrderRow } from './store.server.ts'

/** E-mails the customer of an order. @returns false for a customer who has no address */
export async function notifyCustomer(
  tx: Transaction,
  { id, number, userId }: Pick<OrderRow, 'id' | 'number' | 'userId'>,
  { send, contactOf, links }: Pick<OrdersDeps, 'send' | 'contactOf' | 'links'>,
  messageFor: (order: {
    nome: string
    number: string
    trackingUrl: string
  }) => WrittenMessage & { kind: OrderMessageKind; about?: string[] },
): Promise<boolean> {
  const contact = await contactOf(tx, userId)
  if (!contact) return false
  const message = messageFor({ nome: contact.nome, number, trackingUrl: links.trackOrder(number) })
  await send(tx, { to: contact.email, channel: 'email', ...message, userId, orderId: id })
  return true
}
