import { DAY } from '../../../core/durations.ts'
import type { ChannelName } from './message.ts'

/** How long an address to which nothing could be delivered is not retried. */
export const unreachableForMs = 30 * DAY

/**
 * Whether a failure means that the address itself accepts no message at all: the mailbox does not exist (RFC 3463, 5.1.x),
 * or the number is not on WhatsApp (131026).
 */
export function isAddressGone(channel: ChannelName, code: string): boolean {
  return channel === 'whatsapp' ? code === '131026' : /^5\.1\.(?:[1236]|10)$/.test(code)
}

/** Sent as free text after the 24 hours were over. */
export const windowClosed = '131047'

/** The template is paused, disabled or does not exist. */
export const templateRefusals: readonly string[] = ['132001', '132015', '132016']
