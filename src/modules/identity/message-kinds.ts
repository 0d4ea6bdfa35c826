/** Kinds of messages that identity sends. Stored with every message. */
export const identityMessageKinds = [
  'account.confirm',
  'account.exists',
  'account.reset',
  'account.password-changed',
] as const
export type IdentityMessageKind = (typeof identityMessageKinds)[number]
