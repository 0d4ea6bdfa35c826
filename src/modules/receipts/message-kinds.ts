/** What papers write to people about. Stored with every message. */
export const receiptMessageKinds = ['receipt.made'] as const
export type ReceiptMessageKind = (typeof receiptMessageKinds)[number]
