/** The channel of a message. */
export const channelNames = ['email', 'whatsapp'] as const
export type ChannelName = (typeof channelNames)[number]

/**
 * `kept`: no channel is configured, the message is only stored. `failed`: given up, needs manual handling. `dropped`: it was not
 * true or not wanted any more when its time came.
 */
export const messageStatuses = ['queued', 'sent', 'failed', 'kept', 'dropped'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** What became of a message, as far as its channel says: an e-mail is never known to be read. */
export type MessageState = MessageStatus | 'delivered' | 'read'

/** The furthest that a message came. */
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
