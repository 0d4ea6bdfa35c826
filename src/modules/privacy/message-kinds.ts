import type { RecipientLimits } from '../notifications/index.server.ts'

/** Kinds of messages about a person's own data. Stored with every message. */
export const privacyMessageKinds = [
  'privacy.link',
  'privacy.received',
  'privacy.answered',
  'privacy.erased',
] as const
export type PrivacyMessageKind = (typeof privacyMessageKinds)[number]

/** The address of a link is entered by the visitor, and unproven. */
export const privacyMessageLimits = {
  'privacy.link': { perHour: 3, perDay: 6 },
} satisfies RecipientLimits<PrivacyMessageKind>
