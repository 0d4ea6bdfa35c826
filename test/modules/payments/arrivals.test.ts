// Databases: both. Every case runs on PostgreSQL; every eighth on the embedded database, whose SQL is the same.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { type Detection, type PaymentScenario, startScenario } from './payment-scenario.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

type Outcome = Awaited<ReturnType<PaymentScenario['outcome']>>

interface PaymentCase {
  order?: Parameters<PaymentsHarness['customer']>[0]
  run: (scenario: PaymentScenario) => Promise<unknown>
  /** Missing fields count as empty; the order has two instalments of R$ 100,00 by default. */
  expected: Partial<Outcome> & Pick<Outcome, 'charges' | 'instalments'>
  /** The daily close differs, because the provider no longer reports the payment as received. */
  differs?: true
}

/** What happens to a payment at the provider, with the fields of the simulator's control. */
type Act = string | [name: string, fields: object]

/** Makes these things happen to one charge, and has each processed. */
const onCharge =
  (...acts: Act[]) =>
  async (scenario: PaymentScenario) => {
    const charge = await scenario.charge()
    for (const act of acts) await scenario.act(charge, ...nameAndFields(act))
  }

/** Makes these things happen to one charge before any of them is processed. */
const onChargeAtOnce =
  (...acts: Act[]) =>
  async (scenario: PaymentScenario) => {
    const charge = await scenario.charge()
    for (const act of acts) await scenario.actUnprocessed(charge, ...nameAndFields(act))
    await scenario.process()
  }

const nameAndFields = (act: Act): [string, object?] => (typeof act === 'string' ? [act] : act)

const day = 24 * 60 * minute
const refundAll = (scenario: PaymentScenario, chargeId: string) =>
  scenario.team((tx) => harness.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'acordo' }))
const refundPart = (scenario: PaymentScenario, chargeId: string, amount: number) =>
  scenario.team((tx) =>
    harness.payments.refundCharge(tx, { chargeId, amount, origin: 'team', reason: 'acordo' }),
  )
const by = '00000000-0000-4000-8000-000000000001'

const cases: Record<string, PaymentCase> = {
  'the exact amount': {
    run: onCharge('approve'),
    expected: { charges: ['approved'], history: ['pending approved'], instalments: ['paid', 'paid'] },
  },
  'the exact amount, with a provider fee': {
    async run(scenario) {
      await scenario.faults({ feePercent: 0.99 })
      await scenario.act(await scenario.charge(), 'approve')
    },
    expected: { charges: ['approved'], instalments: ['paid', 'paid'] },
  },
  'in review, then approved': {
    run: onCharge('review', 'approve'),
    expected: {
      charges: ['approved'],
      history: ['pending in_process approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'in review, then rejected': {
    run: onCharge('review', 'reject'),
    expected: {
      charges: ['rejected'],
      history: ['pending in_process rejected'],
      instalments: ['pending', 'pending'],
    },
  },
  'approved after it expired': {
    run: onCharge('expire', 'approve-late'),
    expected: {
      charges: ['approved'],
      history: ['pending expired approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'approved a day after it expired, with a reconciliation in between': {
    async run(scenario) {
      const charge = await scenario.charge()
      harness.clock.advance(day)
      await harness.payments.reconcile()
      await scenario.act(charge, 'approve-late')
    },
    expected: { charges: ['approved'], instalments: ['paid', 'paid'] },
  },
  'approved after it was cancelled at the provider’s panel': {
    run: onCharge('cancel', 'approve-late'),
    expected: {
      charges: ['approved'],
      history: ['pending cancelled approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'approved after a second charge was started for the same instalments, which is cancelled': {
    async run(scenario) {
      const first = await scenario.charge()
      await scenario.act(first, 'expire')
      await scenario.charge()
      await scenario.act(first, 'approve-late')
    },
    expected: { charges: ['approved', 'cancelled'], instalments: ['paid', 'paid'] },
  },
  'both the expired charge and the one that replaced it are paid': {
    async run(scenario) {
      const first = await scenario.charge()
      await scenario.act(first, 'expire')
      await scenario.act(await scenario.charge(), 'approve')
      await scenario.act(first, 'approve-late')
    },
    expected: {
      charges: ['approved', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 10000 open', 'duplicate 10000 open'],
      waiting: ['credit duplicate', 'credit duplicate'],
    },
  },
  'one centavo less': {
    run: onCharge(['approve', { amount: 199.99 }]),
    expected: {
      charges: ['divergent'],
      instalments: ['pending', 'pending'],
      credits: ['partial 19999 open'],
      waiting: ['credit partial'],
    },
  },
  'one centavo more': {
    run: onCharge(['approve', { amount: 200.01 }]),
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['excess 1 open'],
      waiting: ['credit excess'],
    },
  },
  'an underpayment, then the rest as a second payment': {
    run: onCharge(['approve', { amount: 150 }], ['pay-again', { amount: 50 }]),
    expected: {
      charges: ['divergent'],
      instalments: ['pending', 'pending'],
      credits: ['partial 15000 open', 'partial 5000 open'],
      waiting: ['credit partial', 'credit partial'],
    },
  },
  'an underpayment refunded at the panel: payable again': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve', { amount: 150 })
      await scenario.act(charge, 'refund')
      await scenario.act(await scenario.charge(), 'approve')
    },
    expected: {
      charges: ['refunded', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['partial 15000 refunded'],
      refunds: ['panel 15000 done'],
    },
  },
  'the same Pix twice': {
    run: onCharge('approve', 'pay-again'),
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'the same Pix three times with other amounts, processed at once': {
    run: onChargeAtOnce('approve', ['pay-again', { amount: 1 }], ['pay-again', { amount: 500 }]),
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 100 open', 'duplicate 50000 open'],
      waiting: ['credit duplicate', 'credit duplicate'],
    },
  },
  'a narrower and then a wider selection, both paid': {
    async run(scenario) {
      const [one, both] = [await scenario.charge({ of: [0] }), await scenario.charge()]
      await scenario.actUnprocessed(one, 'approve')
      await scenario.actUnprocessed(both, 'approve')
      await scenario.process()
    },
    expected: {
      charges: ['approved', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 10000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'a wider and then a narrower selection, both paid': {
    async run(scenario) {
      const [one, both] = [await scenario.charge({ of: [1] }), await scenario.charge()]
      await scenario.actUnprocessed(both, 'approve')
      await scenario.actUnprocessed(one, 'approve')
      await scenario.process()
    },
    expected: {
      charges: ['approved', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 10000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'selections that overlap in the middle, both paid, the second with one centavo less': {
    order: { instalments: 3 },
    async run(scenario) {
      const [head, tail] = [await scenario.charge({ of: [0, 1] }), await scenario.charge({ of: [1, 2] })]
      await scenario.actUnprocessed(head, 'approve')
      await scenario.actUnprocessed(tail, 'approve', { amount: 199.99 })
      await scenario.process()
    },
    expected: {
      charges: ['approved', 'divergent'],
      instalments: ['paid', 'paid', 'pending'],
      credits: ['partial 19999 open'],
      waiting: ['credit partial'],
    },
  },
  'paid after the order was cancelled': {
    async run(scenario) {
      const charge = await scenario.charge()
      await harness.database.transaction((tx) => harness.payments.cancelInstalments(tx, scenario))
      await scenario.act(charge, 'approve')
    },
    expected: {
      charges: ['refunded'],
      history: ['pending approved refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 10000 refunded', 'late 10000 refunded'],
      refunds: ['automatic 20000 done'],
    },
  },
  'paid after the withdrawal, which had cancelled it at the provider': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.withdraw()
      await scenario.act(charge, 'approve-late')
    },
    expected: {
      charges: ['refunded'],
      history: ['pending cancelled approved refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 10000 refunded', 'late 10000 refunded'],
      refunds: ['automatic 20000 done'],
    },
  },
  'paid after the withdrawal, and refunded at the panel before it was processed': {
    async run(scenario) {
      const charge = await scenario.charge({ of: [0] })
      await scenario.withdraw()
      await scenario.actUnprocessed(charge, 'approve-late')
      await scenario.actUnprocessed(charge, 'refund')
      await scenario.process()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 10000 refunded'],
      refunds: ['panel 10000 done'],
    },
  },
  'paid after the withdrawal, and partly refunded at the panel before it was processed': {
    async run(scenario) {
      const charge = await scenario.charge({ of: [0] })
      await scenario.withdraw()
      await scenario.actUnprocessed(charge, 'approve-late')
      await scenario.actUnprocessed(charge, 'refund', { amount: 30 })
      await scenario.process()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 3000 refunded', 'late 7000 refunded'],
      refunds: ['automatic 7000 done', 'panel 3000 done'],
    },
  },
  'one instalment paid: the withdrawal refunds it and cancels the other': {
    async run(scenario) {
      await scenario.act(await scenario.charge({ of: [0] }), 'approve')
      await scenario.withdraw()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'cancelled'],
      refunds: ['withdrawal 10000 done'],
    },
  },
  'a withdrawal during an amount mismatch': {
    async run(scenario) {
      await scenario.act(await scenario.charge(), 'approve', { amount: 150 })
      await scenario.withdraw()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['partial 15000 refunded'],
      refunds: ['withdrawal 15000 done'],
    },
  },
  'fully refunded at the panel': {
    run: onCharge('approve', 'refund'),
    expected: {
      charges: ['refunded'],
      history: ['pending approved refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'refunded at the panel in two parts': {
    run: onCharge('approve', ['refund', { amount: 50 }], 'refund'),
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'partly refunded at the panel, then the rest by us': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.act(charge, 'refund', { amount: 50 })
      await refundAll(scenario, charge.chargeId)
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 5000 done', 'team 15000 done'],
    },
  },
  'partly refunded by us, then the rest at the panel': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await refundPart(scenario, charge.chargeId, 5_000)
      await scenario.act(charge, 'refund')
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 15000 done', 'team 5000 done'],
    },
  },
  'refunded at the panel while our refund is in process': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.actUnprocessed(charge, 'refund')
      await refundAll(scenario, charge.chargeId)
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done', 'team 20000 given_up'],
    },
  },
  'partly refunded at the panel while our full refund is in process': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.actUnprocessed(charge, 'refund', { amount: 50 })
      await refundAll(scenario, charge.chargeId)
      await scenario.process()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 5000 done', 'team 15000 done'],
    },
  },
  'a duplicate refunded at the panel': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.act(await scenario.act(charge, 'pay-again'), 'refund')
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'a duplicate refunded in part at the panel, the rest by the team': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.act(await scenario.act(charge, 'pay-again'), 'refund', { amount: 60 })
      const creditId = await scenario.openItem('credit')
      await scenario.team((tx) => harness.payments.refundCredit(tx, { creditId, by, reason: 'em dobro' }))
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 14000 refunded', 'duplicate 6000 refunded'],
      refunds: ['panel 6000 done', 'team 14000 done'],
    },
  },
  'charged back': {
    run: onCharge('approve', 'chargeback'),
    expected: {
      charges: ['charged_back'],
      history: ['pending approved charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'charged back after a partial refund': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await refundPart(scenario, charge.chargeId, 5_000)
      await scenario.act(charge, 'chargeback')
    },
    expected: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 15000 done', 'team 5000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'partly refunded at the panel and the rest charged back, with only the last report': {
    run: onChargeAtOnce('approve', ['refund', { amount: 50 }], 'chargeback'),
    expected: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 15000 done', 'panel 5000 done'],
      waiting: ['payment charged_back', 'return unattributed_return'],
    },
  },
  'charged back while our partial refund is in process': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.actUnprocessed(charge, 'chargeback')
      await refundPart(scenario, charge.chargeId, 5_000)
      await scenario.process()
    },
    expected: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done', 'team 5000 failed'],
      waiting: ['payment charged_back', 'refund refund_refused'],
    },
  },
  'a payment with an open credit is charged back': {
    run: onCharge(['approve', { amount: 250 }], 'chargeback'),
    expected: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      credits: ['excess 5000 refunded'],
      refunds: ['chargeback 25000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'a payment whose credit is being refunded is charged back first': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      const duplicate = await scenario.act(charge, 'pay-again')
      const creditId = await scenario.openItem('credit')
      await scenario.actUnprocessed(duplicate, 'chargeback')
      await scenario.team((tx) => harness.payments.refundCredit(tx, { creditId, by, reason: 'em dobro' }))
      await scenario.process()
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 refunded'],
      refunds: ['chargeback 20000 done', 'team 20000 failed'],
      waiting: ['payment charged_back', 'refund refund_refused'],
    },
  },
  'a payment whose credit paid another instalment is charged back, and the debt is reinstated': {
    async run(scenario) {
      const charge = await scenario.charge({ of: [0] })
      await scenario.act(charge, 'approve')
      const duplicate = await scenario.act(charge, 'pay-again')
      const creditId = await scenario.openItem('credit')
      const instalmentIds = scenario.instalmentIds.slice(1)
      await scenario.team((tx) =>
        harness.payments.applyCredit(tx, { creditId, instalmentIds, forgive: false, by, reason: 'a pedido' }),
      )
      await scenario.act(duplicate, 'chargeback')
      const paymentId = await scenario.openItem('payment')
      await scenario.team((tx) =>
        harness.payments.reviewPayment(tx, { paymentId, reinstateDebt: true, by, reason: 'contestado' }),
      )
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'pending'],
      credits: ['duplicate 10000 applied'],
      refunds: ['chargeback 10000 done'],
    },
  },
  'disputed and won': {
    run: onCharge('approve', 'mediate', 'approve'),
    expected: {
      charges: ['approved'],
      history: ['pending approved in_mediation approved'],
      instalments: ['paid', 'paid'],
      waiting: ['payment dispute_over'],
    },
  },
  'disputed and lost': {
    run: onCharge('approve', 'mediate', 'refund'),
    expected: {
      charges: ['refunded'],
      history: ['pending approved in_mediation refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
      waiting: ['payment dispute_over'],
    },
  },
  'charged back, then the dispute is won: the loss is undone': {
    run: onCharge('approve', 'chargeback', [
      'status',
      { status: 'charged_back', status_detail: 'reimbursed' },
    ]),
    expected: {
      charges: ['approved'],
      history: ['pending approved charged_back approved'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 reversed'],
      waiting: ['payment chargeback_reversed'],
    },
  },
  'charged back, won, partly refunded and charged back again, with only the last report': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.act(charge, 'chargeback')
      await scenario.actUnprocessed(charge, 'status', { status: 'approved', status_detail: 'accredited' })
      await scenario.actUnprocessed(charge, 'refund', { amount: 50 })
      await scenario.actUnprocessed(charge, 'chargeback')
      await scenario.process()
    },
    expected: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 15000 done', 'chargeback 20000 reversed', 'panel 5000 done'],
      waiting: ['payment charged_back', 'return unattributed_return'],
    },
  },
  'charged back and the debt reinstated, then the dispute is won: the money is a credit': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.act(charge, 'chargeback')
      const paymentId = await scenario.openItem('payment')
      await scenario.team((tx) =>
        harness.payments.reviewPayment(tx, { paymentId, reinstateDebt: true, by, reason: 'contestado' }),
      )
      await scenario.act(charge, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
    },
    expected: {
      charges: ['approved'],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 20000 open'],
      refunds: ['chargeback 20000 reversed'],
      waiting: ['credit regained'],
    },
  },
  'a credit charged back, then the dispute is won: the credit is open again': {
    run: onCharge(['approve', { amount: 250 }], 'chargeback', [
      'status',
      { status: 'charged_back', status_detail: 'reimbursed' },
    ]),
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['excess 5000 open'],
      refunds: ['chargeback 25000 reversed'],
      waiting: ['credit excess', 'payment chargeback_reversed'],
    },
  },
  'an underpayment is charged back, then the dispute is won: still an amount mismatch': {
    run: onCharge(['approve', { amount: 150 }], 'chargeback', [
      'status',
      { status: 'charged_back', status_detail: 'reimbursed' },
    ]),
    expected: {
      charges: ['divergent'],
      instalments: ['pending', 'pending'],
      credits: ['partial 15000 open'],
      refunds: ['chargeback 15000 reversed'],
      waiting: ['credit partial', 'payment chargeback_reversed'],
    },
  },
  'charged back, won, and charged back again': {
    run: onCharge(
      'approve',
      'chargeback',
      ['status', { status: 'charged_back', status_detail: 'reimbursed' }],
      ['status', { status: 'charged_back', status_detail: 'settled' }],
    ),
    expected: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done', 'chargeback 20000 reversed'],
      waiting: ['payment charged_back'],
    },
  },
  'approved, disputed and refunded, with only the last report': {
    run: onChargeAtOnce('approve', 'mediate', 'refund'),
    expected: {
      charges: ['refunded'],
      history: ['pending approved refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'approved and charged back, with only the last report': {
    run: onChargeAtOnce('approve', 'chargeback'),
    expected: {
      charges: ['charged_back'],
      history: ['pending approved charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'an unknown status': {
    run: onCharge(['status', { status: 'processed' }]),
    expected: {
      charges: ['pending'],
      instalments: ['pending', 'pending'],
      waiting: ['payment unknown_status'],
    },
  },
  'an unknown status that was reviewed is not reviewed again': {
    async run(scenario) {
      await scenario.act(await scenario.charge(), 'status', { status: 'processed' })
      const paymentId = await scenario.openItem('payment')
      await scenario.team((tx) =>
        harness.payments.reviewPayment(tx, { paymentId, reinstateDebt: false, by, reason: 'visto' }),
      )
    },
    expected: { charges: ['pending'], instalments: ['pending', 'pending'] },
  },
  'an unknown status, then approved': {
    run: onCharge(
      ['status', { status: 'processed' }],
      ['status', { status: 'approved', status_detail: 'accredited' }],
    ),
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      waiting: ['payment unknown_status'],
    },
  },
  'approved, then an unknown status': {
    run: onCharge('approve', ['status', { status: 'processed' }]),
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      waiting: ['payment unknown_status'],
    },
    differs: true,
  },
  'refunded, then reported as approved': {
    run: onCharge('approve', 'refund', ['status', { status: 'approved' }]),
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
      waiting: ['payment illegal_move'],
    },
  },
  'an unmatched payment without a reference': {
    run: (scenario) => scenario.stray({ amount: 12.34 }),
    expected: {
      charges: [],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 1234 open'],
      waiting: ['credit unmatched'],
    },
  },
  'an unmatched payment with a foreign reference, twice': {
    async run(scenario) {
      await scenario.stray({ amount: 12.34, external_reference: 'loja velha #7' })
      await scenario.stray({ amount: 12.34, external_reference: 'loja velha #7' })
    },
    expected: {
      charges: [],
      instalments: ['pending', 'pending'],
      // Its notices reach us: a person decides whose payment it is.
      waiting: ['set_aside perhaps_ours', 'set_aside perhaps_ours'],
    },
    differs: true,
  },
  'an unmatched payment refunded at the panel': {
    async run(scenario) {
      await scenario.act(await scenario.stray({ amount: 12.34 }), 'refund')
    },
    expected: {
      charges: [],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 1234 refunded'],
      refunds: ['panel 1234 done'],
    },
  },
  'an unmatched payment that is not paid yet': {
    async run(scenario) {
      const stray = await scenario.stray({ amount: 12.34, status: 'pending' })
      await scenario.act(stray, 'cancel')
    },
    expected: { charges: [], instalments: ['pending', 'pending'] },
  },
  'an unmatched payment applied to an instalment of its payer': {
    async run(scenario) {
      await scenario.stray({ amount: 100 })
      const creditId = await scenario.openItem('credit')
      const instalmentIds = [scenario.first]
      await scenario.team((tx) =>
        harness.payments.applyCredit(tx, {
          creditId,
          instalmentIds,
          forgive: false,
          by,
          reason: 'comprovante',
        }),
      )
    },
    expected: {
      charges: [],
      instalments: ['paid', 'pending'],
      credits: ['unmatched 10000 applied'],
    },
  },
  'stale reads': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.faults({ staleReads: 20_000 })
      await scenario.actUnprocessed(charge, 'approve')
      await scenario.process()
      await scenario.actUnprocessed(charge, 'refund', { amount: 50 })
      await scenario.process()
      await scenario.faults({})
      harness.clock.advance(minute)
      await harness.payments.reconcile()
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      refunds: ['panel 5000 done'],
      waiting: ['return unattributed_return'],
    },
  },
  'a search that lags by ten minutes': {
    async run(scenario) {
      await scenario.faults({ searchLag: 10 * minute })
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.actUnprocessed(charge, 'refund')
      harness.clock.advance(11 * minute)
      await scenario.process()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'an approved card': {
    async run(scenario) {
      const { initPoint = '' } = await scenario.charge({ method: 'credit_card' })
      await harness.simulator.checkout(initPoint, 'approve')
      await scenario.process()
    },
    expected: { charges: ['approved'], history: ['pending approved'], instalments: ['paid', 'paid'] },
  },
  'a card rejected and then approved on the same page': {
    async run(scenario) {
      const { initPoint = '' } = await scenario.charge({ method: 'credit_card' })
      await harness.simulator.checkout(initPoint, 'reject')
      await scenario.process()
      await harness.simulator.checkout(initPoint, 'approve')
      await scenario.process()
    },
    expected: {
      charges: ['approved'],
      history: ['pending rejected approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'a card charged twice on the same page': {
    async run(scenario) {
      const { initPoint = '' } = await scenario.charge({ method: 'credit_card' })
      await harness.simulator.checkout(initPoint, 'approve')
      await harness.simulator.checkout(initPoint, 'approve')
      await scenario.process()
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'a card approved after review and charged back': {
    async run(scenario) {
      const { initPoint = '', reference } = await scenario.charge({ method: 'credit_card' })
      await harness.simulator.checkout(initPoint, 'pending')
      await scenario.process()
      await scenario.act({ reference }, 'approve')
      await scenario.act({ reference }, 'chargeback')
    },
    expected: {
      charges: ['charged_back'],
      history: ['pending in_process approved charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'a rejected card, then a Pix instead: the card page is closed': {
    async run(scenario) {
      const { initPoint = '' } = await scenario.charge({ method: 'credit_card' })
      await harness.simulator.checkout(initPoint, 'reject')
      await scenario.process()
      const pix = await scenario.charge()
      await scenario.process()
      expect(await harness.simulator.checkout(initPoint, 'approve')).toBe(410)
      await scenario.act(pix, 'approve')
    },
    expected: {
      charges: ['cancelled', 'approved'],
      history: ['pending rejected cancelled', 'pending approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'a refund that fails temporarily at the provider': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.faults({ failRefund: 12 })
      await refundAll(scenario, charge.chargeId)
      await scenario.faults({})
      await scenario.process()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['team 20000 done'],
    },
  },
  'a refund whose response was lost': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      await scenario.faults({ failRefund: { status: 500, afterRefunding: true } })
      await refundAll(scenario, charge.chargeId)
      await scenario.process()
      await scenario.faults({})
      await scenario.process()
    },
    expected: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['team 20000 done'],
    },
  },
  'a refund that the provider refuses, given up': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve', { amount: 250 })
      await scenario.faults({ failRefund: '400' })
      const creditId = await scenario.openItem('credit')
      await scenario.team((tx) => harness.payments.refundCredit(tx, { creditId, by, reason: 'a mais' }))
      await scenario.faults({})
      const refundId = await scenario.openItem('refund')
      await scenario.team((tx) => harness.payments.decideRefund(tx, { refundId, retry: false }))
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['excess 5000 open'],
      refunds: ['team 5000 given_up'],
      waiting: ['credit excess'],
    },
  },
  'a refund of a Pix older than 90 days': {
    async run(scenario) {
      const charge = await scenario.charge()
      await scenario.act(charge, 'approve')
      harness.clock.advance(91 * day)
      await refundAll(scenario, charge.chargeId)
    },
    expected: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      refunds: ['team 20000 failed'],
      waiting: ['refund refund_refused'],
    },
  },
}

const nothing = { credits: [], refunds: [], waiting: [] }

const everyNth = onDatabase({ postgres: 1, embedded: 8 })
const selected = Object.entries(cases).filter((_, index) => index % everyNth === 0)

describe.each<Detection>(['notices', 'reconciliation'])('by %s', (detection) => {
  test.each(selected)('%s', async (_, { order, run, expected, differs }) => {
    const scenario = await startScenario(harness, detection, order)
    await run(scenario)
    const outcome = await scenario.outcome()
    const { history = outcome.history } = expected
    expect(outcome).toEqual({ ...nothing, ...expected, history })
    await scenario.expectConsistent({ status: differs ? 'differs' : 'agrees' })
  })
})
