/** Kinds of messages that contracting sends. Stored with every message. */
export const contractingMessageKinds = [
  'contract.accepted',
  'contract.withdrawn',
  'renegotiation.proposed',
  'renegotiation.accepted',
] as const
export type ContractingMessageKind = (typeof contractingMessageKinds)[number]
