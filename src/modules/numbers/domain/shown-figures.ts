export const promiseKinds = ['contact', 'lookup', 'step'] as const
export type PromiseKind = (typeof promiseKinds)[number]

/** The figures that are read: a test compares them with those that the modules compute. */
export const shownFigures = [
  ...(['orders.signed', 'orders.paid', 'plan.open', 'plan.paid'] as const),
  ...(['ledger.receipt', 'ledger.fee', 'ledger.refund', 'ledger.chargeback', 'ledger.dispute_won'] as const),
  ...promiseKinds.flatMap((promise) => [`${promise}.kept`, `${promise}.late`, `${promise}.open`] as const),
]
export type ShownFigure = (typeof shownFigures)[number]
