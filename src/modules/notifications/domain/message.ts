/** The channel of a message. */
export const channelNames = ['email', 'whatsapp'] as const
export type ChannelName = (typeof channelNames)[number]

/**
 * `kept`: no channel is configured, the message is only stored. `failed`: given up, needs manual handling. `dropped`: it was not
 * true or not wanted any more when its time came.
 */
export const messageStatuses = ['queued', 'sent', 'failed', 'kept', 'dropped'] as const
export type MessageStatus = (typeof messageStatuses)[number]
