import type { RecipientLimits } from '../notifications/index.server.ts'

/** Kinds of messages that identity sends. Stored with every message. */
export const identityMessageKinds = [
  'account.confirm',
  'account.exists',
  'account.reset',
  'account.password-changed',
  'account.phone-changed',
] as const
export type IdentityMessageKind = (typeof identityMessageKinds)[number]

/**
 * Limits of messages that an anonymous request can cause at any address. Suppressing one does no harm: confirmation links are valid for two
 * days and recovery links for an hour, so an earlier one is still in the mailbox.
 */
export const identityMessageLimits = {
  'account.confirm': { perHour: 4, perDay: 8 },
  'account.exists': { perHour: 2, perDay: 4 },
  'account.reset': { perHour: 3, perDay: 24 },
} satisfies RecipientLimits<IdentityMessageKind>
