import type { ChannelName } from '../../modules/notifications/public.ts'

/** Channels of messages as the desk names them, before an address or after 'por'. */
export const channelWords: Record<ChannelName, string> = { email: 'e-mail', whatsapp: 'WhatsApp' }
