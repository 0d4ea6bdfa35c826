/** Kinds of messages that the team module sends. Stored with every message. */
export const teamMessageKinds = ['team.invitation', 'team.welcome'] as const
export type TeamMessageKind = (typeof teamMessageKinds)[number]
