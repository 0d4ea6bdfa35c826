/** Kinds of message that payments sends to payers and to the team. Stored with every message. */
export const paymentMessageKinds = [
  'charge.amount_mismatch',
  'credit.kept',
  'refund.done',
  'debt.reinstated',
  'manual-payment.undone',
  'instalment.coming',
  'instalment.due',
  'instalment.late-first',
  'instalment.late-second',
  'instalment.late-last',
  'instalment.postponed',
  'books.day-differs',
  'books.breach',
  'books.set-aside',
  'books.cursor-mended',
  'books.sweep-failing',
  'books.sweep-resumed',
  'books.unattributed',
  'books.approval-asked',
] as const
export type PaymentMessageKind = (typeof paymentMessageKinds)[number]
