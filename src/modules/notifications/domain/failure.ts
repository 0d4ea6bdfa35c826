import { DAY } from '../../../core/durations.ts'
import type { ChannelName } from './message.ts'

/** For how long an address to which nothing could be delivered is not tried again. */
export const unreachableForMs = 30 * DAY

/**
 * Whether a failure says that the address itself takes no message, whatever is written: nobody has that mailbox (RFC 3463,
 * 5.1.x), the number is not on WhatsApp (131026).
 */
export function isAddressGone(channel: ChannelName, code: string): boolean {
  return channel === 'whatsapp' ? code === '131026' : /^5\.1\.(?:[1236]|10)$/.test(code)
}

/** Written freely although the 24 hours were over. */
export const windowClosed = '131047'

/** The template was paused or disabled, or is none. */
export const templateRefusals: readonly string[] = ['132001', '132015', '132016']
