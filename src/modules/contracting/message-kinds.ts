/** Kinds of messages that contracting sends. Stored with every message. */
export const contractingMessageKinds = ['contract.accepted', 'contract.withdrawn'] as const
export type ContractingMessageKind = (typeof contractingMessageKinds)[number]
