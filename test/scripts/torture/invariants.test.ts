import { expect, test } from 'vitest'
import { refundRefusedBy } from '../../../scripts/torture/fault-injection.ts'
import { breachesIn, invariants } from '../../../scripts/torture/invariants.ts'
import { type SoundEvidence, soundEvidence } from './evidence.ts'

test('sound evidence has no breaches', () => {
  expect(breachesIn(soundEvidence())).toEqual([])
})

/** A corruption: its name, how it changes sound evidence, and the expected breach. */
const corruptions: readonly (readonly [string, (evidence: SoundEvidence) => void, string])[] = [
  [
    'an acknowledged contract is lost',
    (e) => e.acknowledgements.push({ kind: 'order', orderId: 'gone' }),
    'oneOrderPerContract: order gone',
  ],
  [
    'a contract creates two orders',
    (e) => e.tables.orders.push({ ...one(e.tables.orders), id: 'twin' }),
    'oneOrderPerContract: order twin',
  ],
  [
    'an instalment belongs to no order',
    (e) => change(e.tables.payments, 2, { order_id: 'gone' }),
    'oneOrderPerContract: instalment instalment-2: of order gone',
  ],
  [
    'a draft is signed twice',
    (e) => e.tables.contract_acceptances.push({ ...one(e.tables.contract_acceptances), order_id: 'x' }),
    'oneOrderPerContract: draft draft: signed 2 times',
  ],
  [
    'an instalment is missing',
    (e) => e.tables.payments.pop(),
    'exactSchedule: order order: its instalments do not add up',
  ],
  [
    'an instalment is due on another day',
    (e) => change(e.tables.payments, 1, { due_date: '2026-03-10' }),
    'exactSchedule: order order: its due dates',
  ],
  ['a step is missing', (e) => e.tables.order_steps.pop(), 'exactSchedule: order order: its steps'],
  [
    'the text of a contract changed',
    (e) => change(e.tables.contract_acceptances, 0, { text: 'Outro' }),
    'intactChains: acceptance chain 3: record 1',
  ],
  [
    'a contract is missing at the end of its chain',
    (e) => change(e.tables.acceptance_chains, 0, { position: 2 }),
    'intactChains: acceptance chain 3: records are missing',
  ],
  [
    'an acknowledged withdrawal is lost',
    (e) => e.acknowledgements.push({ kind: 'withdrawal', orderId: 'order' }),
    'withdrawalsRefunded: order order',
  ],
  [
    'a withdrawal is not refunded',
    (e) => e.tables.withdrawals.push({ order_id: 'order', refunded: 400 }),
    'withdrawalsRefunded: instalment instalment-0',
  ],
  [
    'a payment is not recorded',
    (e) => change(e.tables.provider_payments, 0, { received_at: null }),
    'receiptsRecordedOnce: payment 1: 4.00 received, 0.00 recorded',
  ],
  [
    'a centavo is neither booked nor visible',
    (e) => change(e.tables.provider_payments, 0, { received_at: null }),
    'centavosBookedOrVisible: payment 1: 4.00 at the provider, neither booked once nor visible',
  ],
  [
    'a centavo is not booked, and a person waits for another payment',
    (e) => {
      change(e.tables.provider_payments, 0, { received_at: null })
      e.tables.set_aside_payments.push({ provider_id: '7', amount: 400, resolved_at: null })
    },
    'centavosBookedOrVisible: payment 1',
  ],
  [
    'a centavo is not booked, and its set-aside payment waits for nobody',
    (e) => {
      change(e.tables.provider_payments, 0, { received_at: null })
      e.tables.set_aside_payments.push({ provider_id: '1', amount: 400, resolved_at: '2026-03-02T12:01:00Z' })
    },
    'centavosBookedOrVisible: payment 1',
  ],
  [
    'a payment is booked under an id that the provider does not have',
    (e) => change(e.tables.provider_payments, 0, { provider_id: '17' }),
    'centavosBookedOrVisible: payment 17: booked, but the provider does not have it',
  ],
  [
    'a payment is recorded twice',
    (e) => e.tables.provider_payments.push({ ...one(e.tables.provider_payments), id: 'again' }),
    'receiptsRecordedOnce: payment 1: 4.00 received, 8.00 recorded',
  ],
  [
    'a recorded payment does not exist',
    (e) =>
      e.tables.provider_payments.push({ ...one(e.tables.provider_payments), id: 'up', provider_id: '9' }),
    'receiptsRecordedOnce: payment 9',
  ],
  [
    'a centavo is not allocated',
    (e) => change(e.tables.payments, 0, { paid_amount: 399 }),
    'receiptsFullyAllocated: payment 1: 4.00 received',
  ],
  [
    'no payment covers a paid instalment',
    (e) => change(e.tables.payments, 1, { status: 'paid' }),
    'paidInstalmentsAreFunded: instalment instalment-1: paid, but no provider payment covers it',
  ],
  [
    'a paid instalment is pending',
    (e) => change(e.tables.payments, 0, { status: 'pending', paid_with: null }),
    'paidInstalmentsAreFunded: instalment instalment-0: still pending',
  ],
  [
    'a refund is not recorded',
    (e) => change(e.truth.payments, 0, { refunded: 100 }),
    'returnsMatchProvider: payment 1: 1.00 refunded, 0.00',
  ],
  [
    'a charge-back is not recorded',
    (e) => change(e.truth.payments, 0, { chargedBack: 400 }),
    'returnsMatchProvider: payment 1: 4.00 charged back',
  ],
  [
    'a fee is not recorded',
    (e) => change(e.truth.payments, 0, { fee: 5 }),
    'returnsMatchProvider: payment 1: a fee',
  ],
  [
    'a requested refund is never issued',
    (e) => e.tables.refunds.push(refund('requested')),
    'refundsIssued: refund refund: requested',
  ],
  [
    'a refund fails although money is left',
    (e) => e.tables.refunds.push(refund('failed')),
    'refundsIssued: refund refund: failed',
  ],
  [
    'an instalment is called refunded, and nothing was returned',
    (e) => change(e.tables.payments, 0, { status: 'refunded' }),
    'refundedIsReturned: payment 1: 4.00 are called refunded, and only 0.00 were returned',
  ],
  [
    'an instalment and a credit are called refunded by the same money',
    (e) => {
      change(e.tables.payments, 0, { status: 'refunded' })
      e.tables.credits.push({ ...lateCredit(), status: 'refunded', amount: 1 })
      change(e.truth.payments, 0, { refunded: 200, chargedBack: 200 })
    },
    'refundedIsReturned: payment 1: 4.01 are called refunded, and only 4.00 were returned',
  ],
  [
    'more is refunded by us than was requested',
    (e) => {
      e.tables.refunds.push({ ...refund('done'), amount: 77 })
      change(e.truth.payments, 0, { refunded: 400, refundsByKey: [{ key: 'asked', amount: 400 }] })
    },
    'onlyRequestedIsRefunded: payment 1: we refunded 4.00, though 0.77 were requested',
  ],
  [
    'money that came late is kept',
    (e) => e.tables.credits.push(lateCredit()),
    'lateMoneyGoesBack: credit late: 4.00 came late',
  ],
  [
    'an acknowledged charge is lost',
    (e) => e.acknowledgements.push({ kind: 'charge', chargeId: 'gone' }),
    'chargesStoredAndRequested: charge gone',
  ],
  [
    'a charge is never requested from the provider',
    (e) => change(e.tables.charges, 1, { status: 'created' }),
    'chargesStoredAndRequested: charge second',
  ],
  [
    'a charge is requested twice',
    (e) => change(e.truth.payments, 1, { reference: 'PARC_first' }),
    'onePaymentPerCharge: charge PARC_first',
  ],
  [
    'a charge is requested under an unknown key',
    (e) => change(e.truth.payments, 1, { idempotencyKey: 'other' }),
    'onePaymentPerCharge: payment 2',
  ],
  [
    'a charge has another status than the provider reports',
    (e) => change(e.tables.charges, 0, { status: 'expired' }),
    'chargesMatchProvider: charge first',
  ],
  [
    'the code of a paid instalment is still payable',
    (e) => change(e.tables.charge_payments, 1, { payment_id: 'instalment-0' }),
    'onlyDebtIsPayable: payment 2',
  ],
  [
    'an instalment has two open codes',
    (e) => {
      e.tables.charges.push({
        ...one(e.tables.charges),
        id: 'third',
        reference: 'PARC_third',
        status: 'pending',
      })
      e.tables.charge_payments.push({
        ...one(e.tables.charge_payments),
        charge_id: 'third',
        payment_id: 'instalment-1',
      })
      Object.assign(e.truth, {
        payments: [...e.truth.payments, { ...e.truth.payments[1], id: '3', reference: 'PARC_third' }],
      })
    },
    'onlyDebtIsPayable: instalment instalment-1: payable by 2',
  ],
  [
    'a paid look-up does not start',
    (e) => {
      e.tables.consultations.push({ id: 'lookup', status: 'awaiting_payment', charge_id: 'first' })
      change(e.tables.charges, 0, { purpose_id: 'lookup' })
    },
    'lookupsStarted: look-up lookup',
  ],
  [
    'a movement does not balance',
    (e) => change(e.tables.ledger_entries, 1, { amount: -599 }),
    'movementsBalance: ledger: sale',
  ],
  [
    'an account has another balance',
    (e) => change(e.tables.payments, 2, { status: 'cancelled' }),
    'ledgerMatchesRows: ledger: receivable',
  ],
  ['a job failed', (e) => change(e.jobs, 0, { state: 'failed' }), 'jobsCompleted: job payments.issue'],
  [
    'a notice is not processed',
    (e) => change(e.tables.provider_events, 0, { processed_at: null }),
    'noticesProcessed: notice request-1:1',
  ],
  [
    'an acknowledged notice is lost',
    (e) => e.tables.provider_events.pop(),
    'noticesProcessed: notice request-1: acknowledged',
  ],
  [
    'a forged notice is accepted',
    (e) => change(e.truth.notices, 0, { isForged: true }),
    'noticesProcessed: notice request-1: forged',
  ],
  [
    'a paid instalment published no event',
    (e) => e.tables.events.pop(),
    'eventsDeliveredOnce: instalment instalment-0',
  ],
  [
    'a listener misses an event',
    (e) => e.tables.events.push({ ...one(e.tables.events), id: 'undelivered', payload: {} }),
    'eventsDeliveredOnce: event instalment.paid undelivered',
  ],
  [
    'a paid order does not start',
    (e) => change(e.tables.orders, 0, { start_date: null }),
    'ordersStarted: order order',
  ],
  [
    'an acknowledged decision is not in the audit log',
    (e) => {
      e.acknowledgedDecisions = 2
    },
    'auditLogIntact: audit log: 2 decisions were acknowledged, 1 are stored',
  ],
  [
    'a decision is missing at the end of the audit log',
    (e) => e.tables.audit_log.pop(),
    'auditLogIntact: audit log: records are missing',
  ],
  [
    'a message is never sent',
    (e) => change(e.tables.messages, 0, { status: 'queued' }),
    'messagesSent: message contract.accepted mail: queued',
  ],
  [
    'a message was only stored',
    (e) => change(e.tables.messages, 0, { status: 'kept' }),
    'messagesSent: message contract.accepted mail: kept',
  ],
  [
    'an e-mail is marked as sent although the mail server never accepted it',
    (e) => change(e.truth.mails, 0, { id: 'mail-of-another' }),
    'messagesMatchChannels: message contract.accepted mail: sent, but the mail server never took it',
  ],
  [
    'an e-mail arrived that is not stored',
    (e) => change(e.truth.mails, 0, { id: 'stranger' }),
    'messagesMatchChannels: message stranger: arrived, but it is not stored',
  ],
  [
    'an e-mail was sent more often than it was tried',
    (e) => (e.truth.mails as object[]).push(one(e.truth.mails)),
    'messagesMatchChannels: message contract.accepted mail: 2 copies of 1 attempts',
  ],
  [
    'an e-mail arrived and is marked as failed',
    (e) => change(e.tables.messages, 0, { status: 'failed' }),
    'messagesMatchChannels: message contract.accepted mail: failed, but the mail server took it',
  ],
  [
    'a phone shows a message twice',
    (e) => (e.truth.phones.messages as object[]).push({ ...one(e.truth.phones.messages), wamid: 'wamid.3' }),
    'messagesMatchChannels: message receipt.made next: the phone shows it 2 times',
  ],
  [
    'a message is marked as sent and no phone shows it',
    (e) => change(e.truth.phones.messages, 0, { status: 'failed' }),
    'messagesMatchChannels: message receipt.made next: sent, but no phone shows it',
  ],
  [
    'a phone shows a message that is marked as failed',
    (e) => change(e.tables.messages, 2, { status: 'failed' }),
    'messagesMatchChannels: message receipt.made next: failed, but the phone shows it',
  ],
  [
    'a delivered message is not marked as delivered',
    (e) => change(e.tables.messages, 2, { delivered_at: null }),
    'messagesMatchChannels: message receipt.made next: arrived',
  ],
  [
    'a read message is not marked as read',
    (e) => change(e.truth.phones.messages, 0, { status: 'read' }),
    'messagesMatchChannels: message receipt.made next: read, but read at null',
  ],
  [
    'a message has the id of another',
    (e) => change(e.tables.messages, 2, { provider_id: 'wamid.9' }),
    'messagesMatchChannels: message receipt.made next: wamid.9',
  ],
  [
    'a failed message does not go on',
    (e) => e.tables.messages.splice(2, 1),
    'failedMessagesGoOn: message receipt.made lost: failed, and went on 0 times instead of 1',
  ],
  [
    'a failed message goes on although its reader has no other channel',
    (e) => change(e.tables.message_consents, 0, { revoked_at: '2026-03-01T12:00:00Z' }),
    'failedMessagesGoOn: message receipt.made lost: failed, and went on 1 times instead of 0',
  ],
  [
    'a failed message is seen by nobody',
    (e) => {
      e.tables.messages.splice(2, 1)
      change(e.tables.message_consents, 0, { revoked_at: '2026-03-01T12:00:00Z' })
    },
    'failedMessagesGoOn: message receipt.made lost: failed, and no person sees it',
  ],
  [
    'a message failed although its mailbox accepts mail',
    (e) => change(e.tables.messages, 1, { to: 'joana@exemplo.com.br' }),
    'failedMessagesGoOn: message receipt.made lost: failed, although it could be delivered',
  ],
  [
    'a sent message went on to another channel',
    (e) => change(e.tables.messages, 2, { follows_id: 'mail' }),
    'failedMessagesGoOn: message contract.accepted mail: sent, but it went on',
  ],
  [
    'an answer is stored twice',
    (e) => e.tables.heard_messages.push(one(e.tables.heard_messages)),
    'answersStoredOnce: answer wamid.2: stored 2 times',
  ],
  [
    'an answer is lost',
    (e) => e.tables.heard_messages.pop(),
    'answersStoredOnce: answer wamid.2: stored 0 times',
  ],
  [
    'a notice of WhatsApp was never accepted',
    (e) => Object.assign(e.truth.phones, { notices: { waiting: 0, abandoned: 1 } }),
    'answersStoredOnce: 1 notices of WhatsApp',
  ],
  [
    'a message is held until a time at night',
    (e) => change(e.tables.messages, 0, { status: 'queued', not_before: '2026-11-24T02:00:00Z' }),
    'messagesSent: message contract.accepted mail',
  ],
  [
    'a message is held until a Sunday',
    (e) => change(e.tables.messages, 0, { status: 'queued', not_before: '2026-11-22T15:00:00Z' }),
    'messagesSent: message contract.accepted mail',
  ],
  [
    'a contract is confirmed twice',
    (e) => e.tables.messages.push(one(e.tables.messages)),
    'messagesSent: messages contract.accepted: 2',
  ],
  [
    'an acknowledged account is lost',
    (e) => e.acknowledgements.push({ kind: 'account', email: 'x@y.z' }),
    'accountsStored: account x@y.z',
  ],
  ['a process exits by itself', (e) => e.crashes.push('web 1 exited by itself (1)'), 'noCrashes: web 1'],
]

test.each(corruptions)('reports that %s', (_, corrupt, breach) => {
  const evidence = soundEvidence()
  corrupt(evidence)
  expect(breachesIn(evidence)).toContainEqual(expect.stringContaining(breach))
})

test.each([
  { provider_id: '1', amount: null, resolved_at: null },
  { provider_id: 'sha256:ab', amount: 400, resolved_at: null },
])('unbooked money is visible to a person while %j waits', (waiting) => {
  const evidence = soundEvidence()
  change(evidence.tables.provider_payments, 0, { received_at: null })
  evidence.tables.set_aside_payments.push(waiting)
  expect(breachesIn(evidence)).not.toContainEqual(expect.stringContaining('centavosBookedOrVisible'))
})

test('a payment with an unknown status before booking is no breach while the team has to review it', () => {
  const evidence = soundEvidence()
  const { tables, truth } = evidence
  const status = 'em_alguma_coisa_nova'
  tables.consultations.push({ id: 'lookup', status: 'awaiting_payment', charge_id: 'third' })
  tables.charges.push({
    ...one(tables.charges),
    ...{ id: 'third', purpose: 'consultation', purpose_id: 'lookup', amount: 2500, status: 'pending' },
    ...{ reference: 'third', idempotency_key: 'key-third', provider_id: '3' },
  })
  tables.provider_payments.push({
    ...one(tables.provider_payments),
    ...{ id: 'third', provider_id: '3', charge_id: 'third', status, amount: 2500, fee: 25 },
    ...{ received_at: null, concern: 'unknown_status' },
  })
  Object.assign(truth, {
    payments: [
      ...truth.payments,
      {
        ...one(truth.payments),
        ...{ id: '3', reference: 'third', status, received: 2500, fee: 25, idempotencyKey: 'key-third' },
      },
    ],
  })
  expect(breachesIn(evidence)).toEqual([])
  change(tables.provider_payments, tables.provider_payments.length - 1, { concern: null })
  for (const invariant of [
    'centavosBookedOrVisible',
    'receiptsRecordedOnce',
    'lookupsStarted',
    'ledgerMatchesRows',
  ])
    expect(breachesIn(evidence)).toContainEqual(expect.stringContaining(invariant))
})

test('a refund rejected after its acceptance is no breach: it waits for the team', () => {
  const evidence = soundEvidence()
  evidence.tables.refunds.push(refund('failed'))
  expect(breachesIn(evidence)).toHaveLength(1)
  Object.assign(one(evidence.truth.payments), { rejected: [400] })
  expect(breachesIn(evidence)).toEqual([])
})

test('a refund refused by an altered response is no breach: it waits for the team', () => {
  const evidence = soundEvidence()
  evidence.tables.refunds.push(refund('failed'))
  evidence.alteredRefusals.add('2')
  expect(breachesIn(evidence)).toHaveLength(1)
  evidence.alteredRefusals.add('1')
  expect(breachesIn(evidence)).toEqual([])
  change(evidence.tables.refunds, 0, { last_error: 'nothing_left' })
  expect(breachesIn(evidence)).toHaveLength(1)
})

test('late money whose refund failed, or that a bank took, is no breach: it waits for the team', () => {
  const evidence = soundEvidence()
  evidence.tables.credits.push(lateCredit())
  const kept = () => breachesIn(evidence).some((breach) => breach.startsWith('lateMoneyGoesBack'))
  change(evidence.truth.payments, 0, { chargedBack: 400 })
  expect(kept()).toBe(false)
  change(evidence.truth.payments, 0, { chargedBack: 0 })
  expect(kept()).toBe(true)
  evidence.tables.refunds.push(refund('failed'))
  expect(kept()).toBe(false)
})

test('a part that is returned without being refunded as a whole is not a breach', () => {
  const evidence = soundEvidence()
  evidence.tables.refunds.push({ ...refund('done'), amount: 77 })
  evidence.tables.refunds.push({ ...refund('done'), id: 'seen', origin: 'panel', amount: 100 })
  change(evidence.truth.payments, 0, { refunded: 177, refundsByKey: [{ key: 'asked', amount: 77 }] })
  const breaches = breachesIn(evidence).join()
  expect(breaches).not.toContain('refundedIsReturned')
  expect(breaches).not.toContain('onlyRequestedIsRefunded')
})

test('a request that was carried out unnoticed and repeated under another key is not a breach', () => {
  const evidence = soundEvidence()
  evidence.tables.refunds.push({ ...refund('done'), amount: 77, idempotency_key: 'again' })
  const refundsByKey = [
    { key: 'lost', amount: 323 },
    { key: 'again', amount: 77 },
  ]
  change(evidence.truth.payments, 0, { refunded: 400, refundsByKey })
  expect(breachesIn(evidence).join()).not.toContain('onlyRequestedIsRefunded')
})

test.each([
  ['status 423', 'POST /v1/payments/17957/refunds', '17957'],
  ['status 423', 'POST /v1/payments/17957/refunds/', '17957'],
  ['status 423', 'GET /v1/payments/17957/refunds', undefined],
  ['status 423', 'notice 17957', undefined],
  ['status 500', 'POST /v1/payments/17957/refunds', undefined],
])('%s of "%s" makes the refund of %s look refused', (kind, of, id) => {
  expect(refundRefusedBy({ kind, of })).toBe(id)
})

test('a message that waits for the morning is not a breach', () => {
  const evidence = soundEvidence()
  change(evidence.tables.messages, 0, { status: 'queued', not_before: '2026-11-23T11:00:00Z' })
  Object.assign(evidence.truth, { mails: [] })
  expect(breachesIn(evidence)).toEqual([])
})

test('an e-mail without an answer waits for its second attempt without a breach, accepted or not', () => {
  for (const mails of [[], undefined]) {
    const evidence = soundEvidence()
    const inDoubt = { tried_at: '2026-11-23T03:00:00Z', not_before: '2026-11-23T03:30:00Z' }
    change(evidence.tables.messages, 0, { status: 'queued', ...inDoubt })
    if (mails) Object.assign(evidence.truth, { mails })
    expect(breachesIn(evidence)).toEqual([])
  }
})

test('dropping a reminder of an amount paid meanwhile is no breach, and dropping another one is', () => {
  const evidence = soundEvidence()
  const { messages } = evidence.tables
  const dropped = (about: string) => ({
    ...one(messages),
    ...{ id: about, kind: 'instalment.due', status: 'dropped', dropped_reason: 'untrue', about: [about] },
  })
  messages.push(dropped('instalment-0@2026-03-02'), dropped('instalment-1@2026-04-02'))
  expect(breachesIn(evidence)).toEqual([
    'messagesSent: message instalment.due instalment-1@2026-04-02: dropped',
  ])
})

test('dropping the news of a resumed order is not a breach, and of an order still on hold it is', () => {
  for (const [status, breaches] of [
    ['paid', []],
    ['on_hold', ['messagesSent: message order.on-hold held: dropped']],
  ] as const) {
    const evidence = soundEvidence()
    const { messages, orders } = evidence.tables
    messages.push({
      ...one(messages),
      ...{ id: 'held', kind: 'order.on-hold', status: 'dropped', dropped_reason: 'untrue', about: ['order'] },
    })
    change(orders, 0, { status })
    expect(breachesIn(evidence).filter((breach) => breach.startsWith('messagesSent'))).toEqual(breaches)
  }
})

test('an instalment paid by a credit may be owed again with the credit’s payment', () => {
  const evidence = soundEvidence()
  const { tables } = evidence
  tables.events.push({
    ...one(tables.events),
    id: 'by-credit',
    payload: { instalmentId: 'instalment-1', orderId: 'order' },
  })
  tables.event_deliveries.push({ event_id: 'by-credit', listener: 'orders.begin' })
  expect(breachesIn(evidence)).toEqual([
    expect.stringContaining('eventsDeliveredOnce: instalment instalment-1'),
  ])
  change(tables.audit_log, 0, {
    ...{ action: 'credit.apply', detail: { creditId: 'credit', instalmentIds: ['instalment-1'] } },
  })
  expect(breachesIn(evidence).join()).toContain('eventsDeliveredOnce')
  tables.credits.push({ ...({} as (typeof tables.credits)[number]), id: 'credit', charge_id: 'first' })
  tables.ledger_transactions.push({
    id: 'again',
    kind: 'dispute_lost',
    key: `owed-again:${tables.provider_payments[0]?.id}:x`,
  })
  tables.ledger_entries.push({ transaction_id: 'again', account: 'receivable', amount: 400 })
  expect(breachesIn(evidence).join()).not.toContain('eventsDeliveredOnce')
})

test('of a charge paid twice, one payment’s debt is reinstated, and the other payment has its credit', () => {
  const evidence = soundEvidence()
  const { tables } = evidence
  const first = one(tables.provider_payments)
  tables.provider_payments.push({ ...first, id: 'twice', provider_id: '9' })
  const credit = {
    ...({} as (typeof tables.credits)[number]),
    id: 'credit',
    status: 'open',
    reason: 'duplicate',
  }
  tables.credits.push({
    ...credit,
    charge_id: first.charge_id,
    provider_payment_id: 'twice',
    amount: first.amount,
  })
  change(tables.payments, 0, { paid_with: null, paid_amount: null })
  expect(breachesIn(evidence).join()).toContain('receiptsFullyAllocated: payment 1:')
  tables.ledger_transactions.push({ id: 'again', kind: 'dispute_lost', key: `owed-again:${first.id}:x` })
  tables.ledger_entries.push({ transaction_id: 'again', account: 'receivable', amount: first.amount })
  expect(breachesIn(evidence).join()).not.toContain('receiptsFullyAllocated')
})

test('an id invented by an altered answer is no breach, but its charge’s status still counts', () => {
  const evidence = soundEvidence()
  const [charge] = evidence.tables.charges
  const invented = { ...one(evidence.tables.provider_payments), id: 'up', provider_id: '900719921795' }
  evidence.tables.provider_payments.push({ ...invented, received_at: null })
  change(evidence.tables.charges, 0, { provider_id: '900719921795' })
  expect(breachesIn(evidence)).toEqual([])
  for (const status of ['pending', 'approved']) {
    change(evidence.truth.payments, 0, { status, received: 0 })
    change(evidence.tables.charges, 0, { status: 'in_process' })
    expect(breachesIn(evidence)).toContainEqual(
      `chargesMatchProvider: charge ${charge?.id}: in_process, while the provider reports ${status}`,
    )
  }
})

test('every invariant reports some corruption', () => {
  const shown = new Set(corruptions.map(([, , breach]) => breach.split(':')[0]))
  expect(Object.keys(invariants).filter((name) => !shown.has(name))).toEqual([])
})

const refund = (status: string) => ({
  ...{ id: 'refund', provider_payment_id: 'money', credit_id: null, amount: 400, origin: 'team', status },
  ...{ idempotency_key: 'asked', provider_refund_id: null, last_error: 'refused' },
})

/** All money of the first payment, which came for instalments that were cancelled. */
const lateCredit = () => ({
  ...{ id: 'late', reason: 'late', amount: 400, status: 'open', provider_payment_id: 'money' },
  ...{ charge_id: 'first', payment_id: null },
})

function one<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('nothing there')
  return first
}

function change<T extends object>(rows: readonly T[], at: number, to: Partial<T>): void {
  const row = rows[at]
  if (row) Object.assign(row, to)
}
