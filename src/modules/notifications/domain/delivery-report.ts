import type { MessageStatus } from './message.ts'

export const deliveryStates = ['sent', 'delivered', 'read', 'failed'] as const

/** What a channel reports about a message after accepting it. Reports may arrive late, twice and in any order. */
export interface DeliveryReport {
  state: (typeof deliveryStates)[number]
  /** The provider's id of the message. */
  providerId: string
  /** Our id, when the provider repeats it. */
  messageId?: string | undefined
  at: Date
  /** Why it failed. */
  code?: string | undefined
}

/** The stored message that a report is about. */
export interface ReportedMessage {
  status: MessageStatus
  /** The provider's id of the last attempt that was answered. */
  providerId: string | null
  /** When the attempt with an unknown outcome began. */
  triedAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
}

/** The change that a report makes to a message. */
export interface DeliveryChange {
  status?: Extract<MessageStatus, 'sent' | 'failed'>
  deliveredAt?: Date
  readAt?: Date
}

/**
 * Returns what a report changes in a message; undefined: nothing. States only advance: a delivered message never fails
 * again, and a read message was delivered. A failure of an attempt before the last changes nothing.
 */
export function afterDeliveryReport(
  message: ReportedMessage,
  { state, providerId, at }: DeliveryReport,
): DeliveryChange | undefined {
  const isOfLast = message.providerId === providerId
  const isUnknown = message.triedAt !== null
  if (message.status === 'kept' || !(isOfLast || isUnknown || message.providerId === null)) return undefined
  const waitsAgain = message.status === 'queued' && !isUnknown
  if (state === 'failed') {
    const isOver = waitsAgain || message.status === 'failed' || message.deliveredAt !== null
    return isOver ? undefined : { status: 'failed' }
  }
  if (state === 'sent') {
    return message.status === 'sent' || waitsAgain || (message.status === 'failed' && isOfLast)
      ? undefined
      : { status: 'sent' }
  }
  const change: DeliveryChange = {
    ...(message.status === 'sent' ? {} : { status: 'sent' }),
    ...(message.deliveredAt ? {} : { deliveredAt: at }),
    ...(state === 'read' && !message.readAt ? { readAt: at } : {}),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
