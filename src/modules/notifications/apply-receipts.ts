import { eq, or } from 'drizzle-orm'
import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import { closeWindow } from './addresses-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { windowClosed } from './domain/failure.ts'
import { afterReceipt, type Receipt } from './domain/receipt.ts'
import { type FailDeps, failMessage } from './fail-message.ts'
import { type MessageRow, recordReceipt, requeue } from './store.server.ts'
import { messages } from './tables.server.ts'

type ReceiptDeps = FailDeps & Pick<NotificationsDeps, 'enqueue'>

/**
 * Stores what a channel reports about messages after it accepted them, when it is new. Ignores receipts of messages that are
 * not ours.
 *
 * @param tx a transaction
 */
export async function applyReceipts(
  tx: Executor,
  receipts: readonly Receipt[],
  deps: ReceiptDeps,
): Promise<void> {
  // In a fixed order, so that two concurrent batches do not deadlock.
  const inOrder = receipts.toSorted((a, b) =>
    a.providerId < b.providerId ? -1 : a.providerId > b.providerId ? 1 : 0,
  )
  for (const receipt of inOrder) await applyReceipt(tx, receipt, deps)
}

async function applyReceipt(tx: Executor, receipt: Receipt, deps: ReceiptDeps): Promise<void> {
  const message = await lockMessage(tx, receipt)
  const change = message && afterReceipt(message, receipt)
  if (!message || !change) return
  if (change.status !== 'failed') return recordReceipt(tx, message, change, receipt)
  if (receipt.code === windowClosed && message.sentAs === 'text') {
    // It was sent as free text outside the window: it is sent again with a template.
    await closeWindow(tx, { channel: message.channel, address: message.to })
    await requeue(tx, message.id, receipt.providerId)
    return deps.enqueue(tx, 'messages.deliver', { messageId: message.id })
  }
  return failMessage(tx, { id: message.id, code: receipt.code, providerId: receipt.providerId }, deps)
}

async function lockMessage(
  tx: Executor,
  { providerId, messageId }: Receipt,
): Promise<MessageRow | undefined> {
  const ours = messageId && isUuid(messageId) ? eq(messages.id, messageId) : undefined
  const found = await tx
    .select()
    .from(messages)
    .where(or(eq(messages.providerId, providerId), ours))
    .limit(2)
    .for('no key update')
  return found.find(({ id }) => id === messageId) ?? found[0]
}
