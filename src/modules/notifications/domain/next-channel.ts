import type { ChannelName } from './message.ts'
import { redactSecrets } from './redact-secrets.ts'

/** The known addresses of a person. */
export interface Reach {
  /** A confirmed address. */
  email?: string | undefined
  /** A mobile number, E.164. */
  whatsapp?: string | undefined
}

const others: Record<ChannelName, ChannelName> = { email: 'whatsapp', whatsapp: 'email' }

/**
 * Returns the channel on which a failed message continues; undefined: a person has to handle it. A message with a secret in
 * its link does not change channel, because the link proves access to this address. A message that continues another one does
 * not change channel either.
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

/** Whether the text has links with a secret, or with one that is no longer stored. */
function hasSecrets(text: string): boolean {
  return redactSecrets(text) !== text || /https?:\/\/\S*…/.test(text)
}
