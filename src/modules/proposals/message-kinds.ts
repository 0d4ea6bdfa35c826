/** Kinds of messages that proposals send. Stored with every message. */
export const proposalMessageKinds = ['proposal.received', 'proposal.for-team', 'custom-offer.sent'] as const
export type ProposalMessageKind = (typeof proposalMessageKinds)[number]
