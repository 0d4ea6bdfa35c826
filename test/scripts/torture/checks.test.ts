import { expect, test } from 'vitest'
import { breachesIn, checks } from '../../../scripts/torture/checks.ts'
import { type SoundEvidence, soundEvidence } from './evidence.ts'

test('where all is well nothing is found', () => {
  expect(breachesIn(soundEvidence())).toEqual([])
})

/** What happened, what was done to the sound world, and the breach that has to be read. */
const harms: readonly (readonly [string, (world: SoundEvidence) => void, string])[] = [
  [
    'an acknowledged contract is lost',
    (w) => w.notes.push({ kind: 'order', orderId: 'gone' }),
    'oneOrderEach: order gone',
  ],
  [
    'a contract makes two orders',
    (w) => w.books.orders.push({ ...one(w.books.orders), id: 'twin' }),
    'oneOrderEach: order twin',
  ],
  [
    'an instalment is of no order',
    (w) => change(w.books.payments, 2, { order_id: 'gone' }),
    'oneOrderEach: instalment instalment-2: of order gone',
  ],
  [
    'a draft is signed twice',
    (w) => w.books.contract_acceptances.push({ ...one(w.books.contract_acceptances), order_id: 'x' }),
    'oneOrderEach: draft draft: signed 2 times',
  ],
  [
    'an instalment is missing',
    (w) => w.books.payments.pop(),
    'exactSchedule: order order: its instalments do not add up',
  ],
  [
    'an instalment falls due another day',
    (w) => change(w.books.payments, 1, { due_date: '2026-03-10' }),
    'exactSchedule: order order: its dates',
  ],
  ['a step is missing', (w) => w.books.order_steps.pop(), 'exactSchedule: order order: its steps'],
  [
    'a contract’s text is changed',
    (w) => change(w.books.contract_acceptances, 0, { text: 'Outro' }),
    'intactChains: chain of acceptances 3: record 1',
  ],
  [
    'a contract is taken off the end of its chain',
    (w) => change(w.books.acceptance_chains, 0, { position: 2 }),
    'intactChains: chain of acceptances 3: its end',
  ],
  [
    'an acknowledged withdrawal is lost',
    (w) => w.notes.push({ kind: 'withdrawal', orderId: 'order' }),
    'withdrawnInFull: order order',
  ],
  [
    'who withdrew does not get their money back',
    (w) => w.books.withdrawals.push({ order_id: 'order', refunded: 400 }),
    'withdrawnInFull: instalment instalment-0',
  ],
  [
    'a payment is not booked',
    (w) => change(w.books.provider_payments, 0, { received_at: null }),
    'receivedOnce: payment 1: 4.00 received, 0.00 booked',
  ],
  [
    'a payment is booked twice',
    (w) => w.books.provider_payments.push({ ...one(w.books.provider_payments), id: 'again' }),
    'receivedOnce: payment 1: 4.00 received, 8.00 booked',
  ],
  [
    'a payment is made up',
    (w) => w.books.provider_payments.push({ ...one(w.books.provider_payments), id: 'up', provider_id: '9' }),
    'receivedOnce: payment 9',
  ],
  [
    'a centavo is not allocated',
    (w) => change(w.books.payments, 0, { paid_amount: 399 }),
    'allocatedToTheCentavo: payment 1: 4.00 received',
  ],
  [
    'an instalment is paid by nothing',
    (w) => change(w.books.payments, 1, { status: 'paid' }),
    'paidWithMoney: instalment instalment-1: paid, but no provider payment covers it',
  ],
  [
    'an instalment is owed though it was paid',
    (w) => change(w.books.payments, 0, { status: 'pending', paid_with: null }),
    'paidWithMoney: instalment instalment-0: still owed',
  ],
  [
    'a refund is not in the books',
    (w) => change(w.truth.payments, 0, { refunded: 100 }),
    'returnedToTheCentavo: payment 1: 1.00 given back, 0.00',
  ],
  [
    'a charge-back is not in the books',
    (w) => change(w.truth.payments, 0, { takenBack: 400 }),
    'returnedToTheCentavo: payment 1: 4.00 taken back',
  ],
  [
    'a fee is not in the books',
    (w) => change(w.truth.payments, 0, { fee: 5 }),
    'returnedToTheCentavo: payment 1: a fee',
  ],
  [
    'a refund is asked for and never given',
    (w) => w.books.refunds.push(refund('requested')),
    'refundsGranted: refund refund: asked for',
  ],
  [
    'a refund is given up too early',
    (w) => w.books.refunds.push(refund('failed')),
    'refundsGranted: refund refund: given up',
  ],
  [
    'an acknowledged charge is lost',
    (w) => w.notes.push({ kind: 'charge', chargeId: 'gone' }),
    'keptAndAsked: charge gone',
  ],
  [
    'a charge is never asked of the provider',
    (w) => change(w.books.charges, 1, { status: 'created' }),
    'keptAndAsked: charge second',
  ],
  [
    'a charge is asked for twice',
    (w) => change(w.truth.payments, 1, { reference: 'PARC_first' }),
    'oneChargeEach: charge PARC_first',
  ],
  [
    'a charge is asked for under an unknown key',
    (w) => change(w.truth.payments, 1, { idempotencyKey: 'other' }),
    'oneChargeEach: payment 2',
  ],
  [
    'a charge says something else than the provider',
    (w) => change(w.books.charges, 0, { status: 'expired' }),
    'agreesWithProvider: charge first',
  ],
  [
    'a paid instalment’s code can still be paid',
    (w) => change(w.books.charge_payments, 1, { payment_id: 'instalment-0' }),
    'closedWhereNotOwed: payment 2',
  ],
  [
    'an instalment has two open codes',
    (w) => {
      w.books.charges.push({
        ...one(w.books.charges),
        id: 'third',
        reference: 'PARC_third',
        status: 'pending',
      })
      w.books.charge_payments.push({
        ...one(w.books.charge_payments),
        charge_id: 'third',
        payment_id: 'instalment-1',
      })
      Object.assign(w.truth, {
        payments: [...w.truth.payments, { ...w.truth.payments[1], id: '3', reference: 'PARC_third' }],
      })
    },
    'closedWhereNotOwed: instalment instalment-1: may be paid by 2',
  ],
  [
    'a paid look-up does not begin',
    (w) => {
      w.books.consultations.push({ id: 'lookup', status: 'awaiting_payment', charge_id: 'first' })
      change(w.books.charges, 0, { purpose_id: 'lookup' })
    },
    'lookupsBegun: look-up lookup',
  ],
  [
    'the ledger does not add up',
    (w) => change(w.books.ledger_entries, 1, { amount: -599 }),
    'balanced: ledger: sale',
  ],
  [
    'an account holds something else',
    (w) => change(w.books.payments, 2, { status: 'cancelled' }),
    'accountsAgree: ledger: receivable',
  ],
  ['a job waits for a person', (w) => change(w.jobs, 0, { state: 'failed' }), 'jobsDone: job payments.issue'],
  [
    'a notice is not dealt with',
    (w) => change(w.books.provider_events, 0, { processed_at: null }),
    'noticesDealtWith: notice request-1:1',
  ],
  [
    'an acknowledged notice is lost',
    (w) => w.books.provider_events.pop(),
    'noticesDealtWith: notice request-1: acknowledged',
  ],
  [
    'a forged notice is taken',
    (w) => change(w.truth.notices, 0, { isForged: true }),
    'noticesDealtWith: notice request-1: forged',
  ],
  [
    'nobody hears that an instalment was paid',
    (w) => w.books.events.pop(),
    'eventsHeardOnce: instalment instalment-0',
  ],
  [
    'a listener misses an event',
    (w) => w.books.events.push({ ...one(w.books.events), id: 'unheard', payload: {} }),
    'eventsHeardOnce: event instalment.paid unheard',
  ],
  [
    'a paid order does not begin',
    (w) => change(w.books.orders, 0, { start_date: null }),
    'ordersBegun: order order',
  ],
  [
    'an acknowledged decision is not in the log',
    (w) => {
      w.deeds = 2
    },
    'auditKept: log of decisions: 2 decisions were acknowledged, 1 are kept',
  ],
  [
    'a decision is taken off the end of the log',
    (w) => w.books.audit_log.pop(),
    'auditKept: log of decisions: its end',
  ],
  [
    'a message never leaves',
    (w) => change(w.books.messages, 0, { status: 'failed' }),
    'messagesSent: message contract.accepted mail',
  ],
  [
    'a contract is confirmed twice',
    (w) => w.books.messages.push(one(w.books.messages)),
    'messagesSent: messages contract.accepted: 2',
  ],
  [
    'an acknowledged account is lost',
    (w) => w.notes.push({ kind: 'account', email: 'x@y.z' }),
    'accountsKept: account x@y.z',
  ],
  [
    'a process ends by itself',
    (w) => w.collapses.push('web 1 ended by itself (1)'),
    'nothingCollapsed: web 1',
  ],
]

test.each(harms)('%s, and it is said', (_, harm, said) => {
  const world = soundEvidence()
  harm(world)
  expect(breachesIn(world)).toContainEqual(expect.stringContaining(said))
})

test('every check has a harm that it finds', () => {
  const shown = new Set(harms.map(([, , said]) => said.split(':')[0]))
  expect(Object.keys(checks).filter((name) => !shown.has(name))).toEqual([])
})

const refund = (status: string) => ({
  ...{ id: 'refund', provider_payment_id: 'money', credit_id: null, amount: 400, origin: 'team', status },
  ...{ provider_refund_id: null, last_error: 'refused' },
})

function one<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('nothing there')
  return first
}

function change<T extends object>(rows: readonly T[], at: number, to: Partial<T>): void {
  const row = rows[at]
  if (row) Object.assign(row, to)
}
