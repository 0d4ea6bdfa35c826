import { eq, or } from 'drizzle-orm'
import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import { closeWindow } from './addresses-store.server.ts'
import { endChannelRefusals } from './channel-refusals-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { afterDeliveryReport, type DeliveryReport } from './domain/delivery-report.ts'
import { windowClosed } from './domain/failure.ts'
import { type FailDeps, failMessage } from './fail-message.ts'
import { type MessageRow, recordDeliveryReport, requeue } from './store.server.ts'
import { messages } from './tables.server.ts'

type ApplyDeps = FailDeps & Pick<NotificationsDeps, 'enqueue'>

/**
 * Stores what a channel reports about messages after it accepted them, when it is new. Ignores reports of messages that are
 * not ours.
 *
 * @param tx a transaction
 */
export async function applyDeliveryReports(
  tx: Executor,
  reports: readonly DeliveryReport[],
  deps: ApplyDeps,
): Promise<void> {
  // In a fixed order, so that two concurrent batches do not deadlock.
  const inOrder = reports.toSorted((a, b) =>
    a.providerId < b.providerId ? -1 : a.providerId > b.providerId ? 1 : 0,
  )
  for (const report of inOrder) await applyDeliveryReport(tx, report, deps)
}

async function applyDeliveryReport(tx: Executor, report: DeliveryReport, deps: ApplyDeps): Promise<void> {
  const message = await lockMessage(tx, report)
  const change = message && afterDeliveryReport(message, report)
  if (!message || !change) return
  if (change.status !== 'failed') {
    const { channel, triedAt } = message
    // The channel had accepted it, although its answer was lost.
    if (triedAt) await endChannelRefusals(tx, { channel, triedAt })
    return recordDeliveryReport(tx, message, change, report)
  }
  if (report.code === windowClosed && message.sentAs === 'text') {
    // It was sent as free text outside the window: it is sent again with a template.
    await closeWindow(tx, { channel: message.channel, address: message.to })
    await requeue(tx, message.id, report.providerId)
    return deps.enqueue(tx, 'messages.deliver', { messageId: message.id })
  }
  return failMessage(tx, { id: message.id, code: report.code, providerId: report.providerId }, deps)
}

async function lockMessage(
  tx: Executor,
  { providerId, messageId }: DeliveryReport,
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
