import type { ChannelName } from './message.ts'
import { redactSecrets } from './redact-secrets.ts'

/** Where a person can be written to, as far as it is known. */
export interface Reach {
  /** A confirmed address. */
  email?: string | undefined
  /** A mobile telephone, E.164. */
  whatsapp?: string | undefined
}

const others: Record<ChannelName, ChannelName> = { email: 'whatsapp', whatsapp: 'email' }

/**
 * By which channel a message that failed goes on; undefined: a person has to see to it. What has a secret in its link does not
 * change channel: that it came to this address is what the link proves. Neither does what went on already.
 */
export function nextChannel(
  { channel, text, followsId }: { channel: ChannelName; text: string; followsId: string | null },
  reach: Reach,
): { channel: ChannelName; to: string } | undefined {
  const next = others[channel]
  const to = reach[next]
  if (!to || followsId !== null || hasSecrets(text)) return undefined
  return { channel: next, to }
}

/** Links with a secret, and those whose secret is no longer stored. */
function hasSecrets(text: string): boolean {
  return redactSecrets(text) !== text || /https?:\/\/\S*…/.test(text)
}
