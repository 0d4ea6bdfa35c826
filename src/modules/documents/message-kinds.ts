/** Kinds of messages about documents. Stored with every message. */
export const documentMessageKinds = ['document.accepted', 'document.rejected', 'document.requested'] as const
export type DocumentMessageKind = (typeof documentMessageKinds)[number]
