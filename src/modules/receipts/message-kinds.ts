/** Kinds of messages that receipts send. Stored with every message. */
export const receiptMessageKinds = ['receipt.made'] as const
export type ReceiptMessageKind = (typeof receiptMessageKinds)[number]
