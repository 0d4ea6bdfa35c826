// Databases: one. Effect of each report of a payment on the books. Each test has its own rows.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chargeHistory, charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { dismissCredit } from '../../../src/modules/payments/credits/decide-credit.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { ordersPaidWith, reviewPayment } from '../../../src/modules/payments/disputes/review-payment.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { findPayment } from '../../../src/modules/payments/payments/store.server.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import { insertApproval } from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import { lockUnappliedCredit } from '../../../src/modules/payments/settlement/booked-before.ts'
import { settleReport } from '../../../src/modules/payments/settlement/settle-report.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { testDatabase } from '../../support/database.ts'
import { again, books, charge, first, me, order, report, second } from './reported-books.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
type Story = [said: readonly Partial<PaymentReport>[], books: object, before?: Parameters<typeof report>[2]]
const back = { state: 'refunded', status: 'refunded', refunded: 15_000 } as const
const taken = { state: 'charged_back', status: 'charged_back' } as const
/** A report of a bank that states how much was taken back. */
const part = (chargedBack: number, more: Partial<PaymentReport> = {}) => ({ chargedBack, ...more })
const open = { state: 'pending', status: 'pending', approvedAt: undefined } as const
const sale = { purpose: 'consultation', purposeId: id(9), selectionKey: 'x' } as const

const settled = {
  charge: 'approved',
  instalments: 'paid 10000, paid 5000',
  events: 'instalment.paid,instalment.paid,charge.settled',
}
const received = {
  charge: 'approved',
  instalments: 'paid 10000, paid 5000',
  payments: 'approved 15000 0 0',
  ledger: 'provider:bank 15000, receivable -15000',
  events: 'instalment.paid,instalment.paid,charge.settled',
}
const untouched = { charge: 'pending', instalments: 'pending, pending' }

const stories: { [name: string]: Story } = {
  'the exact amount': [[{}], received],
  'with a fee': [
    [{ fee: 150 }],
    {
      ...settled,
      payments: 'approved 15000 0 150',
      ledger: 'fees 150, provider:bank 14850, receivable -15000',
    },
  ],
  'a fee that is reported later': [
    [{}, { fee: 150 }, { fee: 150 }],
    {
      ...settled,
      payments: 'approved 15000 0 150',
      ledger: 'fees 150, provider:bank 14850, receivable -15000',
    },
  ],
  'a fee reported before the money': [
    [{ ...open, fee: 150 }, { fee: 150 }],
    {
      ...settled,
      payments: 'approved 15000 0 150',
      ledger: 'fees 150, provider:bank 14850, receivable -15000',
    },
  ],
  'the same report twice': [[{}, {}], received],
  'not paid yet': [[open], { ...untouched, payments: 'pending 15000 0 0' }],
  'too little': [
    [{ amount: 14_999 }],
    {
      charge: 'amount_mismatch',
      instalments: 'pending, pending',
      credits: 'partial 14999 open',
      payments: 'approved 14999 0 0',
      ledger: 'credits -14999, provider:bank 14999',
      mail: 'charge.amount_mismatch',
    },
  ],
  'too much': [
    [{ amount: 15_001 }],
    {
      ...settled,
      credits: 'excess 1 open',
      payments: 'approved 15001 0 0',
      ledger: 'credits -1, provider:bank 15001, receivable -15000',
      mail: 'credit.kept',
    },
  ],
  twice: [
    [{}, { providerId: '2' }],
    {
      ...settled,
      credits: 'duplicate 15000 open',
      payments: 'approved 15000 0 0, approved 15000 0 0',
      ledger: 'credits -15000, provider:bank 30000, receivable -15000',
      mail: 'credit.kept',
    },
  ],
  'an instalment cancelled meanwhile': [
    [{}],
    {
      charge: 'approved',
      instalments: 'paid 10000, cancelled',
      credits: 'late 5000 refunding',
      payments: 'approved 15000 0 0',
      refunds: 'automatic 5000 requested 0',
      ledger: 'credits -5000, provider:bank 15000, receivable -10000',
      jobs: 'refunds.issue',
      events: 'instalment.paid,charge.settled',
      mail: 'credit.kept',
    },
    { second: { status: 'cancelled' } },
  ],
  'an instalment renegotiated meanwhile': [
    [{}],
    {
      charge: 'approved',
      instalments: 'paid 10000, cancelled',
      credits: 'renegotiated 5000 open',
      payments: 'approved 15000 0 0',
      ledger: 'credits -5000, provider:bank 15000, receivable -10000',
      events: 'instalment.paid,charge.settled',
      mail: 'credit.kept',
    },
    { second: { status: 'cancelled', renegotiatedIn: id(9) } },
  ],
  'both late and too much': [
    [{ amount: 15_010 }],
    {
      charge: 'approved',
      instalments: 'paid 10000, cancelled',
      credits: 'excess 10 open, late 5000 refunding',
      payments: 'approved 15010 0 0',
      refunds: 'automatic 5000 requested 0',
      ledger: 'credits -5010, provider:bank 15010, receivable -10000',
      jobs: 'refunds.issue',
      events: 'instalment.paid,charge.settled',
      mail: 'credit.kept,credit.kept',
    },
    { second: { status: 'cancelled' } },
  ],
  'without our reference': [
    [{ reference: undefined }],
    {
      ...untouched,
      credits: 'unmatched 15000 open',
      payments: 'approved 15000 0 0',
      ledger: 'credits -15000, provider:bank 15000',
    },
  ],
  'without our reference, then with it': [
    [{ reference: undefined }, {}, {}],
    { ...received, credits: 'unmatched 15000 matched' },
  ],
  'with another reference, under the id that the charge was issued with, then with ours': [
    [{ reference: 'x' }, {}],
    { ...received, credits: 'unmatched 15000 matched', mail: 'credit.kept' },
    { charge: { providerId: '1' } },
  ],
  'without our reference, and too little': [
    [{ reference: undefined, amount: 14_999 }, { amount: 14_999 }],
    {
      charge: 'amount_mismatch',
      instalments: 'pending, pending',
      credits: 'unmatched 14999 matched, partial 14999 open',
      payments: 'approved 14999 0 0',
      ledger: 'credits -14999, provider:bank 14999',
      mail: 'charge.amount_mismatch',
    },
  ],
  'without our reference, for an instalment cancelled meanwhile': [
    [{ reference: undefined }, {}],
    {
      charge: 'approved',
      instalments: 'paid 10000, cancelled',
      credits: 'unmatched 15000 matched, late 5000 refunding',
      payments: 'approved 15000 0 0',
      refunds: 'automatic 5000 requested 0',
      ledger: 'credits -5000, provider:bank 15000, receivable -10000',
      jobs: 'refunds.issue',
      events: 'instalment.paid,charge.settled',
      mail: 'credit.kept',
    },
    { second: { status: 'cancelled' } },
  ],
  'without our reference, for an immediate sale': [
    [{ reference: undefined }, {}],
    {
      charge: 'approved',
      credits: 'unmatched 15000 matched',
      payments: 'approved 15000 0 0',
      ledger: 'provider:bank 15000, sales -15000',
      events: 'charge.settled,charge-money.changed',
    },
    { charge: sale },
  ],
  'without our reference, then with it and another amount': [
    [{ reference: undefined, amount: 14_000 }, {}],
    {
      charge: 'approved',
      instalments: 'pending, pending',
      credits: 'unmatched 14000 open',
      payments: 'approved 14000 0 0',
      review: 'amount_changed',
      ledger: 'credits -14000, provider:bank 14000',
    },
  ],
  'without our reference, then with it when a centavo was refunded': [
    [{ reference: undefined }, { refunded: 1 }],
    {
      charge: 'approved',
      instalments: 'pending, pending',
      credits: 'unmatched 1 refunded, unmatched 14999 open',
      payments: 'approved 15000 1 0',
      refunds: 'panel 1 done 0',
      ledger: 'credits -14999, provider:bank 14999',
      mail: 'refund.done',
    },
  ],
  'without our reference, then a centavo refunded, then with it': [
    [{ reference: undefined }, { reference: undefined, refunded: 1 }, { refunded: 1 }],
    {
      charge: 'approved',
      instalments: 'pending, pending',
      credits: 'unmatched 1 refunded, unmatched 14999 open',
      payments: 'approved 15000 1 0',
      refunds: 'panel 1 done 0',
      ledger: 'credits -14999, provider:bank 14999',
    },
  ],
  'without our reference, then refunded with it': [
    [{ reference: undefined }, back],
    {
      charge: 'refunded',
      instalments: 'pending, pending',
      credits: 'unmatched 15000 refunded',
      payments: 'refunded 15000 15000 0',
      refunds: 'panel 15000 done 0',
      mail: 'refund.done',
    },
  ],
  'another currency': [
    [{ currency: 'USD' }],
    {
      ...untouched,
      credits: 'unmatched 15000 open',
      payments: 'approved 15000 0 0',
      ledger: 'credits -15000, provider:bank 15000',
      mail: 'credit.kept',
    },
  ],
  'an unknown status': [
    [{ state: undefined, status: 'new' }],
    { ...untouched, payments: 'null 15000 0 0', review: 'unknown_status' },
  ],
  'an unknown status twice': [
    [
      { state: undefined, status: 'new' },
      { state: undefined, status: 'new' },
    ],
    { ...untouched, payments: 'null 15000 0 0', review: 'unknown_status' },
  ],
  'refunded at the panel': [
    [{}, back],
    {
      charge: 'refunded',
      instalments: 'refunded 10000, refunded 5000',
      payments: 'refunded 15000 15000 0',
      refunds: 'panel 15000 done 0',
      ledger: 'receivable -15000, refunds 15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done',
    },
  ],
  'refunded, with only the last report': [
    [back],
    {
      charge: 'refunded',
      instalments: 'refunded 10000, refunded 5000',
      payments: 'refunded 15000 15000 0',
      refunds: 'panel 15000 done 0',
      ledger: 'receivable -15000, refunds 15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done',
    },
  ],
  'refunded in part': [
    [{}, { refunded: 5_000 }],
    {
      ...settled,
      payments: 'approved 15000 5000 0',
      refunds: 'panel 5000 done 5000',
      ledger: 'provider:bank 10000, receivable -15000, refunds 5000',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'refunded in two parts': [
    [{ refunded: 4_000, refunds: [{ id: 'a', amount: 4_000 }] }, { refunded: 9_000 }, back],
    {
      charge: 'refunded',
      instalments: 'refunded 10000, refunded 5000',
      payments: 'refunded 15000 15000 0',
      refunds: 'panel 4000 done 0, panel 5000 done 0, panel 6000 done 0',
      ledger: 'receivable -15000, refunds 15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done,books.unattributed,refund.done,books.unattributed,refund.done',
    },
  ],
  'charged back': [
    [{}, taken],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 done 0',
      ledger: 'chargebacks 15000, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
    },
  ],
  'charged back after a partial refund': [
    [{ refunded: 5_000 }, { ...taken, refunded: 5_000 }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 5000 0',
      review: 'charged_back',
      refunds: 'panel 5000 done 5000, chargeback 10000 done 0',
      ledger: 'chargebacks 10000, receivable -15000, refunds 5000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back in part': [
    [part(0), part(4_000)],
    {
      ...settled,
      payments: 'approved 15000 0 0',
      review: 'charged_back_in_part',
      refunds: 'chargeback 4000 done 0',
      ledger: 'chargebacks 4000, provider:bank 11000, receivable -15000',
    },
  ],
  'charged back in part, and reported twice': [
    [part(4_000), part(4_000)],
    {
      ...settled,
      payments: 'approved 15000 0 0',
      review: 'charged_back_in_part',
      refunds: 'chargeback 4000 done 0',
      ledger: 'chargebacks 4000, provider:bank 11000, receivable -15000',
    },
  ],
  'charged back in part, won back before a review, then refunded': [
    [part(4_000), part(0, { refunded: 4_000 })],
    {
      ...settled,
      payments: 'approved 15000 4000 0',
      review: 'chargeback_reversed',
      refunds: 'chargeback 4000 reversed 0, panel 4000 done 4000',
      ledger: 'provider:bank 11000, receivable -15000, refunds 4000',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back in part, with some of it won back before a review': [
    [part(6_000), part(2_000, { refunded: 4_000 })],
    {
      ...settled,
      payments: 'approved 15000 4000 0',
      review: 'charged_back_in_part',
      refunds: 'chargeback 6000 reversed 0, chargeback 2000 done 0, panel 4000 done 4000',
      ledger: 'chargebacks 2000, provider:bank 9000, receivable -15000, refunds 4000',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back in two parts': [
    [part(4_000), part(4_001)],
    {
      ...settled,
      payments: 'approved 15000 0 0',
      review: 'charged_back_in_part',
      refunds: 'chargeback 4000 done 0, chargeback 1 done 0',
      ledger: 'chargebacks 4001, provider:bank 10999, receivable -15000',
    },
  ],
  'charged back in part, then wholly': [
    [{}, part(4_000), { ...taken, ...part(15_000) }, { ...taken, ...part(15_000) }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 4000 done 0, chargeback 11000 done 0',
      ledger: 'chargebacks 15000, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
    },
  ],
  'charged back in part after a partial refund': [
    [part(0, { refunded: 5_000 }), part(4_000, { refunded: 5_000 })],
    {
      ...settled,
      payments: 'approved 15000 5000 0',
      review: 'charged_back_in_part',
      refunds: 'panel 5000 done 5000, chargeback 4000 done 0',
      ledger: 'chargebacks 4000, provider:bank 6000, receivable -15000, refunds 5000',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back in part, and the rest refunded': [
    [part(4_000), { ...taken, ...part(4_000), refunded: 11_000 }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 11000 0',
      review: 'charged_back',
      refunds: 'chargeback 4000 done 0, panel 11000 done 11000',
      ledger: 'chargebacks 4000, receivable -15000, refunds 11000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back in part, a credit first': [
    [part(150, { amount: 15_100 })],
    {
      ...settled,
      credits: 'excess 100 refunded',
      payments: 'approved 15100 0 0',
      review: 'charged_back_in_part',
      refunds: 'chargeback 50 done 0, chargeback 100 done 0',
      ledger: 'chargebacks 50, provider:bank 14950, receivable -15000',
      mail: 'credit.kept',
    },
  ],
  'charged back in part after an underpayment': [
    [part(0, { amount: 14_999 }), part(4_000, { amount: 14_999 })],
    {
      charge: 'amount_mismatch',
      instalments: 'pending, pending',
      credits: 'partial 4000 refunded, partial 10999 open',
      payments: 'approved 14999 0 0',
      review: 'charged_back_in_part',
      refunds: 'chargeback 4000 done 0',
      ledger: 'credits -10999, provider:bank 10999',
      mail: 'charge.amount_mismatch',
    },
  ],
  'charged back in part, then a smaller part without a later date': [
    [part(4_000), part(3_999)],
    {
      ...settled,
      payments: 'approved 15000 0 0',
      review: 'illegal_amounts',
      refunds: 'chargeback 4000 done 0',
      ledger: 'chargebacks 4000, provider:bank 11000, receivable -15000',
    },
  ],
  'a part that an earlier release recorded as a refund': [
    [{ refunded: 4_000 }, part(4_000)],
    {
      ...settled,
      payments: 'approved 15000 4000 0',
      refunds: 'panel 4000 done 4000',
      ledger: 'provider:bank 11000, receivable -15000, refunds 4000',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'a part recorded as a refund by an earlier release, then the whole': [
    [{ refunded: 4_000 }, part(5_000), { ...taken, ...part(15_000) }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 4000 0',
      review: 'charged_back',
      refunds: 'panel 4000 done 4000, chargeback 1000 done 0, chargeback 10000 done 0',
      ledger: 'chargebacks 11000, receivable -15000, refunds 4000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'a whole that an earlier release recorded as a refund': [
    [
      { ...taken, refunded: 15_000 },
      { ...taken, ...part(15_000) },
    ],
    {
      charge: 'charged_back',
      instalments: 'refunded 10000, refunded 5000',
      payments: 'charged_back 15000 15000 0',
      review: 'charged_back',
      refunds: 'panel 15000 done 0',
      ledger: 'receivable -15000, refunds 15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done',
    },
  ],
  'charged back, and reported twice': [
    [{}, taken, taken],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 done 0',
      ledger: 'chargebacks 15000, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
    },
  ],
  'charged back after a partial refund, and reported twice': [
    [{ refunded: 5_000 }, { ...taken, refunded: 5_000 }, { ...taken, refunded: 5_000 }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 5000 0',
      review: 'charged_back',
      refunds: 'panel 5000 done 5000, chargeback 10000 done 0',
      ledger: 'chargebacks 10000, receivable -15000, refunds 5000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back, won, refunded in part and charged back, with only the last report': [
    [{}, taken, { ...taken, refunded: 5_000 }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 5000 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 reversed 0, panel 5000 done 5000, chargeback 10000 done 0',
      ledger: 'chargebacks 10000, receivable -15000, refunds 5000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
      mail: 'refund.done,books.unattributed',
    },
  ],
  'charged back and won': [
    [{}, taken, {}],
    {
      charge: 'approved',
      instalments: 'paid 10000, paid 5000',
      payments: 'approved 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 reversed 0',
      ledger: 'provider:bank 15000, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed,order-money.changed',
    },
  ],
  'charged back, won and charged back': [
    [{}, taken, {}, taken],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 reversed 0, chargeback 15000 done 0',
      ledger: 'chargebacks 15000, receivable -15000',
      events:
        'instalment.paid,instalment.paid,charge.settled,order-money.changed,order-money.changed,order-money.changed',
    },
  ],
  'charged back, then an unknown status': [
    [{}, taken, { state: undefined, status: 'new' }],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'null 15000 0 0',
      review: 'unknown_status',
      refunds: 'chargeback 15000 done 0',
      ledger: 'chargebacks 15000, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed,order-money.changed',
    },
  ],
  'charged back with a credit, and won': [
    [{ amount: 15_100 }, { ...taken, amount: 15_100 }, { amount: 15_100 }],
    {
      charge: 'approved',
      instalments: 'paid 10000, paid 5000',
      credits: 'excess 100 open',
      payments: 'approved 15100 0 0',
      review: 'charged_back',
      refunds: 'chargeback 100 reversed 0, chargeback 15000 reversed 0',
      ledger: 'credits -100, provider:bank 15100, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed,order-money.changed',
      mail: 'credit.kept',
    },
  ],
  'in mediation, then charged back': [
    [{}, { state: 'in_mediation', status: 'in_mediation' }, taken],
    {
      charge: 'charged_back',
      instalments: 'paid 10000, paid 5000',
      payments: 'charged_back 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 done 0',
      ledger: 'chargebacks 15000, receivable -15000',
      events: 'instalment.paid,instalment.paid,charge.settled,order-money.changed',
    },
  ],
  'another amount afterwards': [[{}, { amount: 14_000 }], { ...received, review: 'amount_changed' }],
  'more refunded than received': [[{}, { refunded: 15_001 }], { ...received, review: 'illegal_amounts' }],
  'approved in the future': [[{ approvedAt: at(60 * 24) }], { ...received, review: 'doubtful_date' }],
  'approved before its charge': [[{ approvedAt: at(-60) }], { ...received, review: 'doubtful_date' }],
  'approved before it was made, after its charge': [
    [{ approvedAt: at(-60), createdAt: at(0) }],
    { ...received, review: 'doubtful_date' },
    { charge: { createdAt: at(-120) } },
  ],
  'approved before its charge, after it was made': [
    [{ approvedAt: at(-60), createdAt: at(-120) }],
    { ...received, review: 'doubtful_date' },
  ],
  'without a day': [[{ approvedAt: undefined }], received],
  'on the day before': [
    [{ approvedAt: new Date('2026-11-21T02:59:00Z') }],
    received,
    { charge: { createdAt: new Date('2026-11-21T02:50:00Z') } },
  ],
  'an older report afterwards': [[{ updatedAt: at(4) }, { ...open, updatedAt: at(3) }], received],
  'a less advanced report of the same time': [
    [{ updatedAt: at(4) }, { ...open, updatedAt: at(4) }],
    received,
  ],
  'a more advanced report of an earlier time': [
    [{ ...open, updatedAt: at(4) }, { updatedAt: at(3) }],
    received,
  ],
  'open at the bank, cancelled here': [
    [open],
    {
      charge: 'cancelled',
      instalments: 'pending, pending',
      payments: 'pending 15000 0 0',
      jobs: 'charges.cancel',
    },
    { charge: { status: 'cancelled' } },
  ],
  'paid after it was cancelled': [[{}], received, { charge: { status: 'cancelled' } }],
  'a look-up': [
    [{}],
    {
      charge: 'approved',
      payments: 'approved 15000 0 0',
      ledger: 'provider:bank 15000, sales -15000',
      events: 'charge.settled,charge-money.changed',
    },
    { charge: sale },
  ],
  'a look-up in mediation, with only the last report': [
    [{ state: 'in_mediation', status: 'in_mediation' }],
    {
      charge: 'in_mediation',
      payments: 'in_mediation 15000 0 0',
      review: 'in_mediation',
      ledger: 'provider:bank 15000, sales -15000',
      events: 'charge.settled,charge-money.changed',
    },
    { charge: sale },
  ],
  'a look-up refunded': [
    [{}, back],
    {
      charge: 'refunded',
      payments: 'refunded 15000 15000 0',
      refunds: 'panel 15000 done 0',
      ledger: 'refunds 15000, sales -15000',
      events: 'charge.settled,charge-money.changed,charge-money.changed',
      mail: 'refund.done',
    },
    { charge: sale },
  ],
  'a look-up charged back and won': [
    [{}, taken, {}],
    {
      charge: 'approved',
      payments: 'approved 15000 0 0',
      review: 'charged_back',
      refunds: 'chargeback 15000 reversed 0',
      ledger: 'provider:bank 15000, sales -15000',
      events: 'charge.settled,charge-money.changed,charge-money.changed,charge-money.changed',
    },
    { charge: sale },
  ],
  'a look-up paid too much': [
    [{ amount: 15_100 }],
    {
      charge: 'approved',
      credits: 'excess 100 open',
      payments: 'approved 15100 0 0',
      ledger: 'credits -100, provider:bank 15100, sales -15000',
      events: 'charge.settled,charge-money.changed',
      mail: 'credit.kept',
    },
    { charge: sale },
  ],
  'a look-up paid too little': [
    [{ amount: 14_900 }],
    {
      charge: 'amount_mismatch',
      credits: 'partial 14900 open',
      payments: 'approved 14900 0 0',
      ledger: 'credits -14900, provider:bank 14900',
      mail: 'charge.amount_mismatch',
    },
    { charge: sale },
  ],
}

test.each(Object.entries(stories))('%s', (_, [said, expected, before]) =>
  inside(async (tx) => {
    expect(await books(tx, await report(tx, said, before))).toEqual(expected)
  })(),
)

const row = async (tx: Transaction) => (await tx.select().from(payments))[0]
const chargeRow = async (tx: Transaction) => (await tx.select().from(charges))[0]

test(
  'stores what a report says, with its payment, its charge and its instalments',
  inside(async (tx) => {
    const started = await report(tx, [{ ...open, detail: 'waiting', updatedAt: at(2) }], {
      charge: { payer: { firstName: 'A', lastName: 'B', document: '1' }, expiresAt: at(30) },
    })
    expect(await row(tx)).toMatchObject({ state: 'pending', detail: 'waiting', receivedAt: null })
    await again(started, [{ fee: 7, approvedAt: at(3), updatedAt: at(4) }])
    const { published, startAfter, jobs } = started
    expect(await row(tx)).toMatchObject({
      ...{ provider: 'bank', providerId: '1', chargeId: charge, state: 'approved', status: 'approved' },
      ...{ detail: null, approvedAt: at(3), reportedAt: at(4), receivedAt: at(6), updatedAt: at(6) },
      ...{ doubts: null, reviewReason: null, createdAt: at(5), fee: 7 },
    })
    expect(await chargeRow(tx)).toMatchObject({
      ...{ providerId: '1', settledAt: at(6), checkedAt: at(6), nextCheckAt: null, payer: null },
    })
    const paidWith = (await row(tx))?.id
    for (const one of await tx.select().from(instalments))
      expect(one).toMatchObject({ paidBy: charge, paidWith, paymentDate: at(3) })
    const paid = { orderId: order, userId: me, paidOn: '2026-11-21' }
    expect(published).toEqual([
      { type: 'instalment.paid', payload: { ...paid, instalmentId: first, amount: 10_000 } },
      { type: 'instalment.paid', payload: { ...paid, instalmentId: second, amount: 5_000 } },
      {
        type: 'charge.settled',
        payload: {
          ...{ chargeId: charge, userId: me, purpose: { kind: 'instalments' }, method: 'pix' },
          ...{ amount: 15_000, received: 15_000, paidOn: '2026-11-21' },
        },
      },
    ])
    expect([jobs, startAfter]).toEqual([[], []])
    const history = await tx.select().from(chargeHistory)
    expect(history).toMatchObject([
      {
        from: 'pending',
        to: 'approved',
        cause: 'check',
        providerId: '1',
        providerStatus: 'approved',
        at: at(6),
      },
    ])
  }),
)

test(
  'books money on the day of its approval, also where the report that brings it does not repeat the day',
  inside(async (tx) => {
    const charge = { createdAt: at(-48 * 60) }
    await report(tx, [{ ...open, approvedAt: at(-24 * 60) }, { approvedAt: undefined }], { charge })
    const dates = (await tx.select().from(instalments)).map(({ paymentDate }) => paymentDate)
    expect(dates).toEqual([at(-24 * 60), at(-24 * 60)])
    const [receipt] = (await tx.select().from(ledgerTransactions)).filter(({ kind }) => kind === 'receipt')
    expect(receipt?.day).toBe('2026-11-20')
  }),
)

test(
  'an older report changes nothing, and another payment does not become the charge’s own',
  inside(async (tx) => {
    const started = await report(tx, [open])
    expect((await chargeRow(tx))?.providerId).toBe('1')
    await again(started, [
      { fee: 150, updatedAt: at(4) },
      { fee: 7, updatedAt: at(3) },
    ])
    expect((await row(tx))?.fee).toBe(150)
    await again(started, [{ providerId: '2' }])
    expect((await chargeRow(tx))?.providerId).toBe('1')
    // It stays a payment of the charge when a report of it does not repeat the charge.
    await again(started, [{ providerId: '2', reference: undefined, fee: 3 }])
    const [another] = (await tx.select().from(payments)).filter(({ providerId }) => providerId === '2')
    expect(another).toMatchObject({ chargeId: charge, reference: 'r', fee: 3 })
  }),
)

test(
  'checks an unsettled charge again; a card charge has no payment until it is paid',
  inside(async (tx) => {
    await report(tx, [{ ...open, method: 'credit_card' }], {
      charge: { method: 'credit_card', createdAt: at(5), providerId: null },
    })
    expect(await chargeRow(tx)).toMatchObject({
      ...{
        providerId: null,
        settledAt: null,
        checkedAt: at(5),
        nextCheckAt: new Date(at(5).getTime() + 30_000),
      },
    })
    await again(depsIn(tx, [scriptedBank([]).bank]), [{ method: 'credit_card', providerId: '8' }])
    expect(await chargeRow(tx)).toMatchObject({ providerId: '8', settledAt: at(5), nextCheckAt: null })
  }),
)

const code = (amount: number) => buildBrCode({ key: 'a@b.c', merchantName: 'x', city: 'y', amount })
test.each([
  ['is stored for exactly the amount', null, code(15_000), code(15_000)],
  ['is not stored for another amount', null, code(14_999), null],
  ['does not replace an existing one', 'own', code(15_000), 'own'],
  ['is none', null, undefined, null],
])('a code in a report %s', (_, qrCode, said, kept) =>
  inside(async (tx) => {
    await report(tx, [{ ...open, code: said }], { charge: { qrCode } })
    expect((await chargeRow(tx))?.qrCode).toBe(kept)
  })(),
)

test.each([
  ['the day of the bank’s approval', { approvedAt: new Date('2026-11-21T02:59:00Z') }, '2026-11-20'],
  ['today without one', { approvedAt: undefined }, '2026-11-21'],
  ['today for an approval in the future', { approvedAt: at(60 * 24) }, '2026-11-21'],
  ['today for an approval before its charge', { approvedAt: new Date('2026-11-20T12:00:00Z') }, '2026-11-21'],
])('books money on %s', (_, said, day) =>
  inside(async (tx) => {
    await report(tx, [said], { charge: { createdAt: new Date('2026-11-21T02:50:00Z') } })
    const days = (await tx.select().from(ledgerTransactions)).map((one) => [one.key.split(':')[0], one.day])
    expect(days).toEqual([['receipt', day]])
  })(),
)

test(
  'books the fee of new money on the day of the money, and a later change on the day it is found',
  inside(async (tx) => {
    const said = { approvedAt: new Date('2026-11-21T02:59:00Z') }
    const created = { createdAt: new Date('2026-11-21T02:50:00Z') }
    const started = await report(tx, [{ ...said, fee: 150 }], { charge: created })
    await again(started, [{ ...said, fee: 160 }])
    const posted = await tx.select().from(ledgerTransactions).orderBy(asc(ledgerTransactions.createdAt))
    const fees = posted.filter(({ key }) => key.startsWith('fee:'))
    expect(fees.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
  }),
)

test(
  'money recorded by a person counts from the stated time, even before its charge',
  inside(async (tx) => {
    const { bank } = scriptedBank([], { name: 'manual' })
    await rowsIn(tx).charge({ id: charge, userId: me, reference: 'r', amount: 15_000, provider: 'manual' })
    const instalmentId = await rowsIn(tx).instalment({ userId: me, amount: 15_000 })
    await rowsIn(tx).line(charge, instalmentId, 15_000)
    const said = reported({ reference: 'r', amount: 15_000, approvedAt: at(-60 * 24) })
    const { deps } = depsIn(tx, [bank])
    await settleReport(deps, { provider: 'manual', report: said, cause: 'check', now: at(5) })
    expect((await tx.select().from(ledgerTransactions)).map(({ day }) => day)).toEqual(['2026-11-20'])
    expect(await row(tx)).toMatchObject({ reviewReason: null, doubts: null })
  }),
)

test(
  'a reviewed payment needs another review only for a new reason',
  inside(async (tx) => {
    const reason = async () => (await row(tx))?.reviewReason
    const clear = () => tx.update(payments).set({ reviewReason: null })
    const unknown = { state: undefined, status: 'new' }
    const started = await report(tx, [unknown])
    expect(await reason()).toBe('unknown_status')
    await clear()
    await again(started, [unknown])
    expect(await reason()).toBeNull()
    await again(started, [{ ...unknown, status: 'newer' }])
    expect(await reason()).toBe('unknown_status')
    await again(started, [{ fee: 20_000 }])
    // A payment that waits for a review keeps waiting.
    expect(await reason()).toBe('illegal_amounts')
    expect((await row(tx))?.doubts).toBe('illegal_amounts 15000 0 20000')
    await clear()
    await again(started, [{ fee: 20_000 }])
    expect(await reason()).toBeNull()
    await again(started, [{ fee: 20_001 }])
    expect(await reason()).toBe('illegal_amounts')
    await clear()
    await again(started, [{}])
    expect([await reason(), (await row(tx))?.doubts]).toEqual([null, null])
    await again(started, [{ state: 'in_mediation', status: 'in_mediation', fee: 20_000 }])
    expect(await reason()).toBe('in_mediation')
    await again(started, [{ state: 'in_mediation', status: 'in_mediation', amount: 1, fee: 20_000 }])
    expect((await row(tx))?.doubts).toBe('amount_changed illegal_amounts 1 0 20000')
  }),
)

test(
  'reviews each part that a bank takes once; reinstates the debt only when all is taken',
  inside(async (tx) => {
    const reason = async () => (await row(tx))?.reviewReason
    const started = await report(tx, [part(4_000)])
    const paymentId = (await row(tx))?.id ?? ''
    const review = (reinstateDebt: boolean) =>
      reviewPayment(tx, { paymentId, reinstateDebt, by: me, reason: 'why' }, started.deps)
    expect(await reason()).toBe('charged_back_in_part')
    expect(await review(true)).toEqual({ ok: false, code: 'not_charged_back' })
    expect(await review(false)).toEqual({ ok: true, value: 0 })
    await again(started, [part(4_000)])
    expect(await reason()).toBeNull()
    await again(started, [part(6_000)])
    expect(await reason()).toBe('charged_back_in_part')
    expect(await review(false)).toEqual({ ok: true, value: 0 })
    await again(started, [{ ...taken, ...part(15_000) }])
    expect(await reason()).toBe('charged_back')
    expect(await review(true)).toEqual({ ok: true, value: 15_000 })
    // What the team had counted as lost is owed again too.
    const { instalments, ledger } = await books(tx, started)
    expect([instalments, ledger]).toEqual(['pending, pending', undefined])
    expect(started.sent.map(({ kind }) => kind)).toEqual(['debt.reinstated'])
  }),
)

test(
  'an older report does not undo a chargeback',
  inside(async (tx) => {
    const [before, after] = [{ updatedAt: at(1) }, { updatedAt: at(2) }]
    const started = await report(tx, [part(4_000, after), part(0, before), part(0, after)])
    const taken = { ...settled, refunds: 'chargeback 4000 done 0', review: 'charged_back_in_part' }
    expect(await books(tx, started)).toMatchObject(taken)
    await again(started, [part(4_000, before), part(5_000, before)])
    expect(await books(tx, started)).toMatchObject({
      refunds: 'chargeback 4000 done 0, chargeback 1000 done 0',
    })
  }),
)

test(
  'cancels a charge that is open only at the bank ten seconds later',
  inside(async (tx) => {
    const { jobs, startAfter } = await report(tx, [open], { charge: { status: 'expired' } })
    expect(jobs).toEqual([{ job: 'charges.cancel', chargeId: charge }])
    expect(startAfter).toEqual([new Date(at(5).getTime() + 10_000)])
  }),
)

test.each([
  ['without competing charges stays open', {}, []],
  ['for a cancelled instalment is cancelled', { second: { status: 'cancelled' } }, [charge]],
  ['beside a newer one is cancelled', { newer: true }, [charge]],
] as const)(
  'once its status is known as unpaid, a charge %s',
  (_, { newer, ...before }: { newer?: true; second?: object }, expected) =>
    inside(async (tx) => {
      const started = await report(tx, [{ ...open, state: undefined, status: 'new' }], before as never)
      if (newer) {
        const later = await rowsIn(tx).charge({ userId: me, reference: 'r2', createdAt: at(4) })
        await rowsIn(tx).line(later, first, 10_000)
      }
      expect(started.jobs).toEqual([])
      await again(started, [open])
      expect(started.jobs).toEqual(expected.map((chargeId) => ({ job: 'charges.cancel', chargeId })))
    })(),
)

test(
  'does not cancel a charge at the bank whose unknown status becomes refused',
  inside(async (tx) => {
    const unknown = { ...open, state: undefined, status: 'new' }
    const refused = { ...open, state: 'rejected', status: 'rejected' } as const
    const { jobs } = await report(tx, [unknown, refused], { second: { status: 'cancelled' } })
    expect(jobs).toEqual([])
  }),
)

const attempt = { ...open, state: 'in_process', status: 'in_process' } as const
test.each<[name: string, said: readonly Partial<PaymentReport>[], closed: number]>([
  ['is being paid', [attempt], 0],
  ['is paid', [{}], 1],
  ['is paid, and reported twice', [{}, {}], 1],
  ['is paid, with another attempt under review', [{}, { ...attempt, providerId: '2' }], 2],
  [
    'is paid, with another attempt under review that is reported twice',
    [{}, { ...attempt, providerId: '2' }, { ...attempt, providerId: '2' }],
    2,
  ],
  ['is paid and refunded', [{}, back], 1],
])('a card page that %s is closed at the provider', (_, said, closed) =>
  inside(async (tx) => {
    const page = { method: 'credit_card', preferenceId: 'p' } as const
    const { jobs } = await report(
      tx,
      said.map((one) => ({ method: 'credit_card' as const, ...one })),
      { charge: page },
    )
    expect(jobs).toEqual(Array.from({ length: closed }, () => ({ job: 'charges.cancel', chargeId: charge })))
  })(),
)

test(
  'money with another reference settles no charge, even one issued with that payment’s id',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: 'x' }, { reference: 'x', fee: 1 }], {
      charge: { providerId: '1' },
    })
    expect(await chargeRow(tx)).toMatchObject({ status: 'pending', settledAt: null })
    expect((await books(tx, started)).credits).toBe('unmatched 15000 open')
  }),
)

test(
  'does not cancel a new payment attempt of a superseded charge again with each report',
  inside(async (tx) => {
    const { jobs } = await report(tx, [open, { ...open, state: 'in_process', status: 'in_process' }], {
      second: { status: 'cancelled' },
    })
    expect(jobs).toEqual([])
  }),
)

test(
  'publishes a change of the order’s money when a bank takes money and when it returns it',
  inside(async (tx) => {
    const started = await report(tx, [{}, taken, taken, {}])
    const changed = started.published.filter(({ type }) => type === 'order-money.changed')
    expect(changed.map(({ payload }) => payload)).toEqual([
      { orderId: order, userId: me },
      { orderId: order, userId: me },
    ])
    expect(started.sent).toEqual([])
  }),
)

test(
  'publishes a settled look-up with its id; instalments without a customer are an error',
  inside(async (tx) => {
    const { published } = await report(tx, [{ amount: 15_200 }], { charge: { ...sale, userId: null } })
    const facts = { chargeId: charge, purpose: { kind: 'consultation', id: id(9) } }
    expect(published).toEqual([
      {
        type: 'charge.settled',
        payload: {
          ...{
            ...facts,
            userId: null,
            method: 'pix',
            amount: 15_000,
            received: 15_200,
            paidOn: '2026-11-21',
          },
        },
      },
      { type: 'charge-money.changed', payload: facts },
    ])
    await tx.update(charges).set({ reference: 'gone' })
    const none = { id: id(8), userId: null, reference: 'r', amount: 15_000 }
    await rowsIn(tx).charge(none)
    await rowsIn(tx).line(id(8), await rowsIn(tx).instalment({ amount: 15_000 }), 15_000)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const said = reported({ reference: 'r', amount: 15_000, providerId: '2' })
    const settled = settleReport(deps, { provider: 'bank', report: said, cause: 'check', now: at(5) })
    await expect(settled).rejects.toThrow('has no customer')
  }),
)

test(
  'a reinstated debt is not owed twice: a dispute won later becomes a credit',
  inside(async (tx) => {
    const started = await report(tx, [{}, taken])
    const paymentId = (await row(tx))?.id ?? ''
    const decide = (reinstateDebt: boolean, cancelledOrders: string[] = []) =>
      reviewPayment(tx, { paymentId, reinstateDebt, cancelledOrders, by: me, reason: 'why' }, started.deps)
    expect(await decide(true, [order])).toMatchObject({ code: 'order_cancelled' })
    expect(await decide(true)).toEqual({ ok: true, value: 15_000 })
    expect(await decide(true)).toMatchObject({ code: 'nothing_to_review' })
    const owed = await books(tx, started)
    expect([owed.instalments, owed.ledger]).toEqual(['pending, pending', undefined])
    const [posted] = (await tx.select().from(ledgerTransactions)).filter(({ key }) => key.startsWith('owed'))
    expect(posted).toMatchObject({ by: me, memo: 'why' })
    await again(started, [{}])
    expect(await books(tx, started)).toMatchObject({
      ...{ credits: 'unmatched 15000 open', ledger: 'credits -15000, provider:bank 15000' },
    })
    // One credit for each chargeback, no matter how often the dispute is reported as won.
    const [regained, back] = [await tx.select().from(credits), await tx.select().from(refunds)]
    expect(regained.map(({ key }) => key)).toEqual([`${paymentId}:regained:${back[0]?.id}`])
  }),
)

test(
  'after a partly reinstated debt, a won dispute credits that part and undoes the rest of the loss',
  inside(async (tx) => {
    const ended = id(7)
    const started = await report(tx, [{}, taken], { second: { orderId: ended } })
    const paymentId = (await row(tx))?.id ?? ''
    const ask = { paymentId, reinstateDebt: true, cancelledOrders: [ended], by: me, reason: 'why' }
    expect(await reviewPayment(tx, ask, started.deps)).toEqual({ ok: true, value: 10_000 })
    expect(await books(tx, started)).toMatchObject({
      ...{ instalments: 'pending, paid 5000', ledger: 'chargebacks 5000, receivable -5000' },
    })
    await again(started, [{}])
    expect(await books(tx, started)).toMatchObject({
      ...{ credits: 'unmatched 10000 open', refunds: 'chargeback 15000 reversed 0' },
      ledger: 'credits -10000, provider:bank 15000, receivable -5000',
    })
  }),
)

test(
  'a debt reinstated after a second chargeback is not owed twice either',
  inside(async (tx) => {
    const started = await report(tx, [{}, taken, {}, taken])
    const paymentId = (await row(tx))?.id ?? ''
    const ask = { paymentId, reinstateDebt: true, by: me, reason: 'why' }
    expect(await reviewPayment(tx, ask, started.deps)).toEqual({ ok: true, value: 15_000 })
    expect((await books(tx, started)).ledger).toBeUndefined()
    await again(started, [{}])
    expect(await books(tx, started)).toMatchObject({
      ...{ credits: 'unmatched 15000 open', ledger: 'credits -15000, provider:bank 15000' },
    })
  }),
)

test(
  'reinstates no debt of an immediate sale, nor of an instalment whose order was cancelled',
  inside(async (tx) => {
    const started = await report(tx, [{}, taken], { charge: sale })
    const decide = (paymentId: string | undefined) => {
      const ask = { reinstateDebt: true, cancelledOrders: [order], by: me, reason: 'why' }
      return reviewPayment(tx, { paymentId: paymentId ?? '', ...ask }, started.deps)
    }
    expect(await decide((await row(tx))?.id)).toEqual({ ok: true, value: 0 })
    expect((await books(tx, started)).ledger).toBe('chargebacks 15000, sales -15000')
    const state = { state: 'charged_back', status: 'charged_back', reviewReason: 'charged_back' } as const
    const paidWith = await rowsIn(tx).payment(state)
    await rowsIn(tx).instalment({ userId: me, orderId: order, status: 'paid', paidWith })
    expect(await decide(paidWith)).toMatchObject({ code: 'order_cancelled' })
  }),
)

test(
  'a review ends, with a loss where no debt is reinstated',
  inside(async (tx) => {
    const started = await report(tx, [{}, { state: 'in_mediation', status: 'in_mediation' }])
    const paymentId = (await row(tx))?.id ?? ''
    const decide = (reinstateDebt: boolean, which = paymentId) =>
      reviewPayment(tx, { paymentId: which, reinstateDebt, by: me, reason: 'why' }, started.deps)
    expect(await decide(true)).toMatchObject({ code: 'not_charged_back' })
    expect(await decide(false, id(99))).toMatchObject({ code: 'nothing_to_review' })
    expect(await decide(false)).toEqual({ ok: true, value: 0 })
    expect(await row(tx)).toMatchObject({ reviewReason: null, state: 'in_mediation' })
    await again(started, [taken])
    expect(await ordersPaidWith(tx, { paymentId })).toEqual([order])
    expect(await decide(false)).toEqual({ ok: true, value: 0 })
    expect(await books(tx, started)).toMatchObject({ ledger: 'chargebacks 15000, receivable -15000' })
  }),
)

test(
  'money dismissed as unowned becomes a credit of the charge’s payer once a report names the charge',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: undefined }])
    const dismiss = async (reason: string) => {
      const open = (await tx.select().from(credits)).find(({ status }) => status === 'open')
      return dismissCredit(tx, { creditId: open?.id ?? '', by: me, reason }, started.deps)
    }
    expect(await dismiss('unknown')).toEqual({ ok: true, value: 15_000 })
    expect((await books(tx, started)).ledger).toBe('provider:bank 15000, unclaimed -15000')
    await again(started, [{}, {}])
    expect(await books(tx, started)).toMatchObject({
      ...{ charge: 'approved', instalments: 'pending, pending', mail: 'credit.kept' },
      ...{ credits: 'unmatched 15000 matched, unmatched 15000 open' },
      ledger: 'credits -15000, provider:bank 15000',
    })
    const all = await tx.select().from(credits).orderBy(asc(credits.createdAt))
    expect(all).toMatchObject([
      { status: 'matched', chargeId: null, resolvedBy: me, resolution: 'unknown' },
      { status: 'open', chargeId: charge, userId: me, instalmentId: null, resolvedBy: null },
    ])
    // The team decides again, either way.
    expect(await dismiss('returned at the bank')).toEqual({ ok: true, value: 15_000 })
    await again(started, [{}, { fee: 1 }])
    expect(await books(tx, started)).toMatchObject({
      credits: 'unmatched 15000 matched, unmatched 15000 dismissed',
      ledger: 'fees 1, provider:bank 14999, unclaimed -15000',
    })
  }),
)

test(
  'two payments that came without our reference pay their own charges, in the books too',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const started = depsIn(tx, [scriptedBank([]).bank])
    for (const one of ['a', 'b']) {
      const chargeId = await rows.charge({ userId: me, reference: one })
      await rows.line(chargeId, await rows.instalment({ userId: me }))
    }
    for (const reference of [undefined, 'a', 'b'])
      for (const providerId of ['a', 'b'])
        if (reference === undefined || reference === providerId)
          await settleReport(started.deps, {
            ...{ provider: 'bank', cause: 'check', now: at(5) },
            report: reported({ providerId, reference, updatedAt: undefined }),
          })
    expect(await books(tx, started)).toMatchObject({
      ...{ charge: 'approved,approved', ledger: 'provider:bank 20000, receivable -20000' },
    })
  }),
)

test(
  'logs money that pays nothing with its reason, and no other money',
  inside(async (tx) => {
    const reasonsOf = (lines: string[]) =>
      lines.flatMap((line) => (line.includes('became credits') ? [JSON.parse(line).reasons] : []))
    const started = await report(tx, [{}])
    expect(reasonsOf(started.logged)).toEqual([])
    await again(started, [{ providerId: '2' }])
    expect(reasonsOf(started.logged)).toEqual([['duplicate']])
  }),
)

test(
  'dismissed money returns to the one instalment of its charge, unless part of it was refunded',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const settleReported = (one: string, more: Partial<PaymentReport>) =>
      settleReport(deps, {
        ...{ provider: 'bank', cause: 'check', now: at(5) },
        report: reported({ providerId: one, updatedAt: undefined, ...more }),
      })
    const instalmentOf = new Map<string, string>()
    for (const one of ['a', 'b', 'c']) {
      const chargeId = await rows.charge({ userId: me, reference: one })
      instalmentOf.set(one, await rows.instalment({ userId: me }))
      await rows.line(chargeId, instalmentOf.get(one) ?? '')
      await settleReported(one, {})
      const [open] = await tx.select().from(credits).where(eq(credits.status, 'open'))
      await dismissCredit(tx, { creditId: open?.id ?? '', by: me, reason: 'unknown' }, deps)
    }
    const refunded = { refunded: 1 }
    await settleReported('c', refunded)
    for (const one of ['a', 'b', 'c'])
      await settleReported(one, { reference: one, ...(one === 'c' && refunded) })
    const reopened = await tx.select().from(credits).where(eq(credits.status, 'open'))
    expect(reopened.map(({ instalmentId, amount, userId }) => [instalmentId, amount, userId])).toEqual([
      [instalmentOf.get('a'), 10_000, me],
      [instalmentOf.get('b'), 10_000, me],
    ])
    const posted = (await tx.select().from(ledgerTransactions)).filter(
      ({ kind }) => kind === 'credit_reopened',
    )
    expect(posted).toHaveLength(2)
  }),
)

test(
  'a refused payment settles nothing, and the charge keeps its payer',
  inside(async (tx) => {
    const payer = { firstName: 'A', lastName: 'B', document: '1' }
    const refused = { state: 'rejected', status: 'rejected', approvedAt: undefined } as const
    const { logged } = await report(tx, [refused, refused], { charge: { payer } })
    expect(await chargeRow(tx)).toMatchObject({ status: 'rejected', settledAt: null, payer })
    const moved = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'charge')
    expect(moved).toMatchObject([{ chargeId: charge, from: 'pending', to: 'rejected', cause: 'check' }])
  }),
)

test(
  'late money that the team keeps is not refunded by the next report',
  inside(async (tx) => {
    const started = await report(tx, [{}], { second: { status: 'cancelled' } })
    await tx.update(refunds).set({ status: 'given_up' })
    await tx.update(credits).set({ status: 'open' })
    await again(started, [{ fee: 1 }])
    expect(await books(tx, started)).toMatchObject({
      ...{ credits: 'late 5000 open', refunds: 'automatic 5000 given_up 0' },
    })
  }),
)

test(
  'a credit whose refund awaits approval gets its payer and stays with the team',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: undefined }])
    const [credit] = await tx.select().from(credits)
    const asked = { kind: 'credit' as const, ask: {}, amount: 15_000, reason: 'why' }
    await insertApproval(tx, {
      ...{ id: id(80), subjectId: credit?.id ?? '', requestedBy: me, requestedAt: at(0), ...asked },
    })
    await again(started, [{}])
    expect(await books(tx, started)).toMatchObject({
      ...{ charge: 'approved', instalments: 'pending, pending', credits: 'unmatched 15000 open' },
      ledger: 'credits -15000, provider:bank 15000',
    })
    expect(await tx.select().from(credits)).toMatchObject([{ chargeId: charge, userId: me }])
    expect(await row(tx)).toMatchObject({ chargeId: charge, reference: 'r' })
    expect(await chargeRow(tx)).toMatchObject({ providerId: '1', settledAt: at(6), nextCheckAt: null })
  }),
)

test.each([
  ['another instalment of its payer', { userId: me }, {}, null],
  ['an instalment of another customer', { userId: id(70) }, {}, 'applied_elsewhere'],
  ['an instalment, though it was for a look-up', { userId: me }, sale, 'applied_elsewhere'],
] as const)('money that had paid %s before its charge was known', (_, paid, charged, reviewReason) =>
  inside(async (tx) => {
    const started = await report(tx, [{ reference: undefined }], { charge: charged })
    const [payment] = await tx.select().from(payments)
    await tx.update(credits).set({ status: 'applied', resolvedAt: at(1) })
    await rowsIn(tx).instalment({
      ...{ id: id(71), orderId: id(72), number: 7, status: 'paid', paidWith: payment?.id, ...paid },
      ...{ paidAmount: 10_000, paymentDate: at(1) },
    })
    await again(started, [{}, { fee: 1 }])
    expect(await row(tx)).toMatchObject({ chargeId: charge, reviewReason })
  })(),
)

test(
  'money assigned to a payer again is keyed by credit and charge, so that it happens once',
  inside(async (tx) => {
    const started = await report(tx, [{ reference: undefined }], { second: { status: 'cancelled' } })
    const [nobodys] = await tx.select().from(credits)
    const { deps } = started
    await dismissCredit(tx, { creditId: nobodys?.id ?? '', by: me, reason: 'unknown' }, deps)
    await again(started, [{}])
    const keys = (await tx.select().from(credits)).map(({ key, status }) => [status, key])
    expect(keys.toSorted()).toEqual([
      ['matched', nobodys?.key],
      ['open', `${nobodys?.key}/${charge}`],
    ])
    const posted = (await tx.select().from(ledgerTransactions)).map(({ key }) => key)
    expect(posted).toContain(`credit-reopened:${nobodys?.id}`)
    expect(posted).toContain(`receipt:${nobodys?.paymentId}`)
  }),
)

test(
  'money that pays its charge later leaves its credit once, under the credit’s key',
  inside(async (tx) => {
    await report(tx, [{ reference: undefined }, {}])
    const [credit] = await tx.select().from(credits)
    const posted = (await tx.select().from(ledgerTransactions)).map(({ key }) => key)
    expect(posted).toEqual([`receipt:${credit?.paymentId}`, `credit:${credit?.id}`])
  }),
)

test.each<[name: string, paid: object, said: object, isWhole: boolean]>([
  ['as it was booked', {}, {}, true],
  ['with a centavo refunded before', { refunded: 1 }, {}, false],
  ['with a centavo refunded now', {}, { refunded: 1 }, false],
  ['now reported with another amount', {}, { amount: 10_001 }, false],
])('whether the credit of money %s contains all of it', (_, paid, said, isWhole) =>
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const paymentId = await rows.payment(paid)
    const creditId = await rows.credit({ paymentId, reason: 'unmatched' })
    const paymentRow = await findPayment(tx, paymentId)
    if (!paymentRow) throw new Error('no payment')
    const credit = await lockUnappliedCredit(tx, paymentRow, reported(said))
    expect(credit?.id).toBe(isWhole ? creditId : undefined)
  })(),
)

test(
  'late money that partly came back is refunded for the rest, without a decision',
  inside(async (tx) => {
    const started = await report(tx, [], { second: { status: 'cancelled' } })
    await tx.update(instalments).set({ status: 'cancelled' })
    await again(started, [{ refunded: 6_000 }])
    expect(await books(tx, started)).toMatchObject({
      credits: 'late 2000 refunded, late 3000 refunding, late 4000 refunded, late 6000 refunding',
      refunds: 'panel 2000 done 0, automatic 3000 requested 0, panel 4000 done 0, automatic 6000 requested 0',
    })
  }),
)
