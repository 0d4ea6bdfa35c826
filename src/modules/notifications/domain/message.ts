/** By which channel a message goes. */
export const channelNames = ['email', 'whatsapp'] as const
export type ChannelName = (typeof channelNames)[number]

/** `kept`: no channel is configured, the message only exists here. `failed`: given up, a person must look. */
export const messageStatuses = ['queued', 'sent', 'failed', 'kept'] as const
export type MessageStatus = (typeof messageStatuses)[number]
