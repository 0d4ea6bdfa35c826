/** The channel of a message. */
export const channelNames = ['email', 'whatsapp'] as const
export type ChannelName = (typeof channelNames)[number]

/**
 * `kept`: no channel is configured, the message is only stored. `failed`: given up, needs manual handling. `dropped`: no longer
 * true or no longer wanted when it was due.
 */
export const messageStatuses = ['queued', 'sent', 'failed', 'kept', 'dropped'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Messages that can still be sent, or sent again. */
export const sendableStatuses = ['queued', 'failed'] as const satisfies MessageStatus[]

/** Messages that their channel has or may have: it can still report a failure. */
export const attemptedStatuses = ['queued', 'sent'] as const satisfies MessageStatus[]

/** Messages that are not sent any more. */
export const endedStatuses = ['sent', 'kept', 'dropped'] as const satisfies MessageStatus[]

/** The state of a message, as far as its channel reports it: an e-mail is never known to be read. */
export type MessageState = MessageStatus | 'delivered' | 'read'

/** Returns the furthest state that a message has reached. */
export function stateOf({
  status,
  deliveredAt,
  readAt,
}: {
  status: MessageStatus
  deliveredAt: Date | null
  readAt: Date | null
}): MessageState {
  if (status !== 'sent') return status
  if (readAt) return 'read'
  return deliveredAt ? 'delivered' : 'sent'
}
