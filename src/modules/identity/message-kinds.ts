/** What accounts are written to about. Stored with every message. */
export const identityMessageKinds = [
  'account.confirm',
  'account.exists',
  'account.finish',
  'account.reset',
  'account.password-changed',
] as const
export type IdentityMessageKind = (typeof identityMessageKinds)[number]
