/** A plausible bug in the product: one text in one file, replaced by another. */
export interface SeededBug {
  description: string
  file: string
  /** Original text, which occurs exactly once in the file. */
  from: string
  to: string
  /** At least one of these invariants must report a violation; other violations do not count. */
  detectedBy: readonly string[]
}

/** Bugs that a run must detect (docs/torture.md). */
export const seededBugs: Readonly<Record<string, SeededBug>> = {
  'skip-lock': {
    description: 'instalments are not locked while a payment is recorded on them',
    file: 'src/modules/payments/instalments/charge-lines-store.server.ts',
    from: "\n    .for('no key update', { of: instalments })",
    to: '',
    detectedBy: ['eventsDeliveredOnce', 'ledgerMatchesRows', 'receiptsFullyAllocated', 'onlyDebtIsPayable'],
  },
  'trust-webhook': {
    description: 'a notice is trusted as the approved payment, whatever the provider reports',
    file: 'src/modules/payments/settlement/settle.ts',
    from: 'listed: [answer.payment], cause',
    to: "listed: [{ ...answer.payment, state: 'approved' as const }], cause",
    detectedBy: ['receiptsRecordedOnce'],
  },
  'any-signature': {
    description: 'notices are accepted without checking their signature',
    file: 'src/modules/payments/adapters/mercado-pago/notice.ts',
    from: '  if (!verified.ok) return verified\n',
    to: '',
    detectedBy: ['noticesProcessed'],
  },
  'new-key-each-time': {
    description: 'each attempt to create a charge uses a new idempotency key',
    file: 'src/modules/payments/charges/issue-charge.ts',
    from: 'idempotencyKey: charge.idempotencyKey,',
    to: 'idempotencyKey: crypto.randomUUID(),',
    detectedBy: ['onePaymentPerCharge'],
  },
  'forget-job': {
    description: 'a refund is stored without the job that issues it',
    file: 'src/modules/payments/refunds/request-refund.ts',
    from: "  await deps.enqueue(tx, 'refunds.issue', { refundId: id })\n",
    to: '',
    detectedBy: ['refundsIssued'],
  },
  'no-sweep': {
    description: 'reconciliation does not read changes from the provider',
    file: 'src/modules/payments/settlement/reconcile.ts',
    from: 'const swept = await sweep(deps, provider)',
    to: 'const swept = { found: 0, isAvailable: Boolean(sweep) }',
    detectedBy: ['receiptsRecordedOnce', 'returnsMatchProvider'],
  },
  'withdrawal-without-refund': {
    description: 'a withdrawal ends what is owed, and gives nothing back',
    file: 'src/modules/payments/refunds/refund-order.ts',
    from: '  for (const { paymentId, ...part } of await partsOf(tx, orderId)) {',
    to: '  for (const { paymentId, ...part } of (await partsOf(tx, orderId)).slice(0, 0)) {',
    detectedBy: ['withdrawalsRefunded'],
  },
  'refund-answer-lost': {
    description: 'the answer of the provider to a refund is not saved',
    file: 'src/modules/payments/refunds/issue-refund.ts',
    from: '      await completeRefund(tx, { refund, payment, providerRefundId }, deps)\n',
    to: '      void providerRefundId\n',
    detectedBy: ['refundsIssued', 'returnsMatchProvider'],
  },
  'refund-not-posted': {
    description: 'a completed refund is not posted to the ledger',
    file: 'src/modules/payments/refunds/complete-refund.ts',
    from: '  await post(tx, { movement, key: `refund:',
    to: '  if (!movement) await post(tx, { movement, key: `refund:',
    detectedBy: ['ledgerMatchesRows'],
  },
  'refund-doubled': {
    description: 'twice the amount is asked back of the provider',
    file: 'src/modules/payments/refunds/issue-refund.ts',
    from: '.refund({ providerId, idempotencyKey, amount })',
    to: '.refund({ providerId, idempotencyKey, amount: amount * 2 })',
    detectedBy: ['refundsIssued', 'returnsMatchProvider', 'withdrawalsRefunded'],
  },
  'panel-refund-ignored': {
    description: 'what was refunded at the panel or charged back is not recorded',
    file: 'src/modules/payments/settlement/record-payment-report.ts',
    from: '  await recordRefundOrChargeback(tx, { payment, chargedBack, entries: report.refunds }, deps)\n',
    to: '  void recordRefundOrChargeback\n',
    detectedBy: ['returnsMatchProvider'],
  },
  'fee-not-posted': {
    description: 'the provider’s fee is stored and not posted',
    file: 'src/modules/payments/settlement/record-payment-report.ts',
    from: 'movement: fee(payment.provider, feeChange)',
    to: 'movement: fee(payment.provider, feeChange * 0)',
    detectedBy: ['ledgerMatchesRows'],
  },
  'credit-lost': {
    description: 'money that pays nothing is posted as a credit and not stored as one',
    file: 'src/modules/payments/settlement/record-allocation.ts',
    from: '    await insertCredit(tx, { due, payment, charge }, deps)\n',
    to: '    void insertCredit\n',
    detectedBy: ['receiptsFullyAllocated', 'ledgerMatchesRows'],
  },
  'codes-left-open': {
    description: 'other codes for a paid or cancelled instalment stay payable',
    file: 'src/modules/payments/instalments/cancel-charges.ts',
    from: "    await enqueue(tx, 'charges.cancel', { chargeId })\n",
    to: '    void [enqueue, chargeId]\n',
    detectedBy: ['onlyDebtIsPayable'],
  },
  'instalment-unpaid': {
    description: 'an instalment whose money came stays pending',
    file: 'src/modules/payments/instalments/pay-instalments.ts',
    from: '      markPaid(tx, { ...paid, id, amount }),\n',
    to: '      Promise.resolve(void markPaid),\n',
    detectedBy: ['paidInstalmentsAreFunded', 'receiptsFullyAllocated', 'ledgerMatchesRows'],
  },
  'paid-event-lost': {
    description: 'a paid instalment is not published, so that its order does not start',
    file: 'src/modules/payments/instalments/pay-instalments.ts',
    from: "      deps.publish(tx, 'instalment.paid', { instalmentId: id, orderId, userId, amount, paidOn }),\n",
    to: '      Promise.resolve(void [orderId, userId, paidOn]),\n',
    detectedBy: ['eventsDeliveredOnce', 'ordersStarted'],
  },
  'notice-not-stored': {
    description: 'a notice is acknowledged and not stored',
    file: 'src/modules/payments/settlement/receive-webhook.ts',
    from: '  const stored = await insertEvents(database, events)\n',
    to: '  const stored = events.length\n',
    detectedBy: ['noticesProcessed'],
  },
  'notice-unfinished': {
    description: 'a processed notice is not marked as such',
    file: 'src/modules/payments/settlement/receive-webhook.ts',
    from: '  await markProcessed(deps.database, eventId, deps.clock.now())\n',
    to: '  void markProcessed\n',
    detectedBy: ['noticesProcessed'],
  },
  'chain-unlinked': {
    description: 'acceptances are stored without the hash of the one before',
    file: 'src/platform/hash-chain.ts',
    from: 'previousHash: end.hash }',
    to: 'previousHash: emptyChain.hash }',
    detectedBy: ['intactChains'],
  },
  'message-not-sent': {
    description: 'a message is stored, but does not wait for its delivery',
    file: 'src/modules/notifications/send.ts',
    from: '? { waitingSince: now }',
    to: '? {}',
    detectedBy: ['messagesSent'],
  },
  'message-sent-twice': {
    description: 'a message whose answer was lost is sent again before its notice can come',
    file: 'src/modules/notifications/store.server.ts',
    from: '        or(isNull(messages.triedAt), lt(messages.triedAt, before)),\n',
    to: '',
    detectedBy: ['messagesMatchChannels'],
  },
  'message-lost': {
    description: 'a message that fails says that it goes on by the next channel, and does not',
    file: 'src/modules/notifications/fail-message.ts',
    from: '  await insertMessage(tx, { ...messageToRetry(failed, next, deps),',
    to: '  void insertMessage, void ({ ...messageToRetry(failed, next, deps),',
    detectedBy: ['failedMessagesGoOn'],
  },
  'receipt-ignored': {
    description: 'what WhatsApp says of a message after it took it is not stored',
    file: 'src/modules/notifications/receive-notice.ts',
    from: '  await applyDeliveryReports(tx, deliveryReports, deps)\n',
    to: '  void applyDeliveryReports, void deliveryReports\n',
    detectedBy: ['messagesMatchChannels'],
  },
  'sale-not-posted': {
    description: 'a contract is not posted as a sale',
    file: 'src/modules/payments/instalments/schedule-instalments.ts',
    from: 'movement: sale(totalOf(instalments)), key',
    to: 'movement: sale(totalOf(instalments) * 0), key',
    detectedBy: ['ledgerMatchesRows'],
  },
  'refunded-too-early': {
    description: 'a part that comes back makes every instalment of its payment refunded',
    file: 'src/modules/payments/refunds/record-refunded.ts',
    from: "kind === 'instalment' && rest <= 0",
    to: "kind === 'instalment' && rest >= 0",
    detectedBy: ['refundedIsReturned'],
  },
  'refund-without-amount': {
    description: 'the provider is asked for a refund without its amount, and gives everything back',
    file: 'src/modules/payments/adapters/mercado-pago/mercado-pago.ts',
    from: 'body: { amount: toReais(amount) },',
    to: 'body: toReais(amount) === null ? null : {},',
    detectedBy: ['onlyRequestedIsRefunded'],
  },
  'late-money-kept': {
    description: 'money for instalments that were cancelled before it came is kept',
    file: 'src/modules/payments/settlement/record-payment-report.ts',
    from: '    if (credit.reason !== reason) continue\n',
    to: '    if (credit.reason === reason) continue\n',
    detectedBy: ['lateMoneyGoesBack'],
  },
}
