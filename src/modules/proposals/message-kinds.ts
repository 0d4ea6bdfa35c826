import type { RecipientLimits } from '../notifications/index.server.ts'

/** Kinds of messages that proposals send. Stored with every message. */
export const proposalMessageKinds = [
  'proposal.received',
  'proposal.for-team',
  'proposal.answered',
  'custom-offer.sent',
] as const
export type ProposalMessageKind = (typeof proposalMessageKinds)[number]

/** The address of a request is entered by the visitor, and unproven. */
export const proposalMessageLimits = {
  'proposal.received': { perHour: 2, perDay: 4 },
} satisfies RecipientLimits<ProposalMessageKind>
