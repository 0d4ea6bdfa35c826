/** The messages of this module. */
export const inboxMessageKinds = ['conversation.answer'] as const
export type InboxMessageKind = (typeof inboxMessageKinds)[number]
