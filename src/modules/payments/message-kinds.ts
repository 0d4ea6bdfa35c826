/** Kinds of message that payments sends to payers and to the team. Stored with every message. */
export const paymentMessageKinds = [
  'charge.amount_mismatch',
  'credit.kept',
  'refund.done',
  'manual-payment.undone',
  'instalment.due',
  'instalment.postponed',
  'books.day-differs',
  'books.breach',
  'books.set-aside',
  'books.cursor-mended',
  'books.sweep-failing',
  'books.unattributed',
] as const
export type PaymentMessageKind = (typeof paymentMessageKinds)[number]
