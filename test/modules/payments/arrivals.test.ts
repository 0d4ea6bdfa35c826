// Databases: both. Every story on PostgreSQL; on the embedded database, whose SQL is the same, every fourth.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { minute, type Rig, startRig } from './rig.ts'
import { type Hearing, openScene, type Scene } from './scene.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ testDatabase })
})
afterAll(() => rig.close())

type End = Awaited<ReturnType<Scene['end']>>

interface Arrival {
  order?: Parameters<Rig['customer']>[0]
  happens: (scene: Scene) => Promise<unknown>
  /** What is not named is empty; two instalments of R$ 100,00 unless the order says otherwise. */
  ends: Partial<End> & Pick<End, 'charges' | 'instalments'>
  /** The day the money came does not agree: the provider does not say any more that it came. */
  differs?: true
}

const day = 24 * 60 * minute
const refundAll = (scene: Scene, chargeId: string) =>
  scene.team((tx) => rig.payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'acordo' }))
const refundPart = (scene: Scene, chargeId: string, amount: number) =>
  scene.team((tx) => rig.payments.refundCharge(tx, { chargeId, amount, origin: 'team', reason: 'acordo' }))
const by = '00000000-0000-4000-8000-000000000001'

const arrivals: Record<string, Arrival> = {
  'exactly what was asked': {
    happens: async (scene) => scene.bank(await scene.charge(), 'approve'),
    ends: { charges: ['approved'], history: ['pending approved'], instalments: ['paid', 'paid'] },
  },
  'what was asked, with the provider’s fee': {
    async happens(scene) {
      await scene.faults({ feePercent: 0.99 })
      await scene.bank(await scene.charge(), 'approve')
    },
    ends: { charges: ['approved'], instalments: ['paid', 'paid'] },
  },
  'in review, then approved': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'review')
      await scene.bank(charge, 'approve')
    },
    ends: {
      charges: ['approved'],
      history: ['pending in_process approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'in review, then rejected': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'review')
      await scene.bank(charge, 'reject')
    },
    ends: {
      charges: ['rejected'],
      history: ['pending in_process rejected'],
      instalments: ['pending', 'pending'],
    },
  },
  'approved after it expired': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'expire')
      await scene.bank(charge, 'approve-late')
    },
    ends: {
      charges: ['approved'],
      history: ['pending expired approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'approved a day after it expired, everything having been looked at meanwhile': {
    async happens(scene) {
      const charge = await scene.charge()
      rig.clock.advance(day)
      await rig.payments.reconcile()
      await scene.bank(charge, 'approve-late')
    },
    ends: { charges: ['approved'], instalments: ['paid', 'paid'] },
  },
  'approved after it was cancelled at the provider’s panel': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'cancel')
      await scene.bank(charge, 'approve-late')
    },
    ends: {
      charges: ['approved'],
      history: ['pending cancelled approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'approved after a second charge was made for the same instalments, which is withdrawn': {
    async happens(scene) {
      const first = await scene.charge()
      await scene.bank(first, 'expire')
      await scene.charge()
      await scene.bank(first, 'approve-late')
    },
    ends: { charges: ['approved', 'cancelled'], instalments: ['paid', 'paid'] },
  },
  'both the expired charge and the one that replaced it are paid': {
    async happens(scene) {
      const first = await scene.charge()
      await scene.bank(first, 'expire')
      await scene.bank(await scene.charge(), 'approve')
      await scene.bank(first, 'approve-late')
    },
    ends: {
      charges: ['approved', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 10000 open', 'duplicate 10000 open'],
      waiting: ['credit duplicate', 'credit duplicate'],
    },
  },
  'one centavo less': {
    happens: async (scene) => scene.bank(await scene.charge(), 'approve', { amount: 199.99 }),
    ends: {
      charges: ['divergent'],
      instalments: ['pending', 'pending'],
      credits: ['partial 19999 open'],
      waiting: ['credit partial'],
    },
  },
  'one centavo more': {
    happens: async (scene) => scene.bank(await scene.charge(), 'approve', { amount: 200.01 }),
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['excess 1 open'],
      waiting: ['credit excess'],
    },
  },
  'less, and then the rest of it as a second payment': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve', { amount: 150 })
      await scene.bank(charge, 'pay-again', { amount: 50 })
    },
    ends: {
      charges: ['divergent'],
      instalments: ['pending', 'pending'],
      credits: ['duplicate 5000 open', 'partial 15000 open'],
      waiting: ['credit duplicate', 'credit partial'],
    },
  },
  'less, and given back at the panel: it can be paid again': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve', { amount: 150 })
      await scene.bank(charge, 'refund')
      await scene.bank(await scene.charge(), 'approve')
    },
    ends: {
      charges: ['refunded', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['partial 15000 refunded'],
      refunds: ['panel 15000 done'],
    },
  },
  'the same Pix twice': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'pay-again')
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'the same Pix three times with other amounts, heard of at once': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.unheard(charge, 'approve')
      await scene.unheard(charge, 'pay-again', { amount: 1 })
      await scene.unheard(charge, 'pay-again', { amount: 500 })
      await scene.hear()
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 100 open', 'duplicate 50000 open'],
      waiting: ['credit duplicate', 'credit duplicate'],
    },
  },
  'a narrower and then a wider selection, both paid': {
    async happens(scene) {
      const [one, both] = [await scene.charge({ of: [0] }), await scene.charge()]
      await scene.unheard(one, 'approve')
      await scene.unheard(both, 'approve')
      await scene.hear()
    },
    ends: {
      charges: ['approved', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 10000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'a wider and then a narrower selection, both paid': {
    async happens(scene) {
      const [one, both] = [await scene.charge({ of: [1] }), await scene.charge()]
      await scene.unheard(both, 'approve')
      await scene.unheard(one, 'approve')
      await scene.hear()
    },
    ends: {
      charges: ['approved', 'approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 10000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'selections that overlap in the middle, both paid, the second with one centavo less': {
    order: { instalments: 3 },
    async happens(scene) {
      const [head, tail] = [await scene.charge({ of: [0, 1] }), await scene.charge({ of: [1, 2] })]
      await scene.unheard(head, 'approve')
      await scene.unheard(tail, 'approve', { amount: 199.99 })
      await scene.hear()
    },
    ends: {
      charges: ['approved', 'divergent'],
      instalments: ['paid', 'paid', 'pending'],
      credits: ['partial 19999 open'],
      waiting: ['credit partial'],
    },
  },
  'paid after the order was cancelled': {
    async happens(scene) {
      const charge = await scene.charge()
      await rig.database.transaction((tx) => rig.payments.cancelInstalments(tx, scene))
      await scene.bank(charge, 'approve')
    },
    ends: {
      charges: ['refunded'],
      history: ['pending approved refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 10000 refunded', 'late 10000 refunded'],
      refunds: ['automatic 20000 done'],
    },
  },
  'paid after the withdrawal, which had closed it at the provider': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.withdraw()
      await scene.bank(charge, 'approve-late')
    },
    ends: {
      charges: ['refunded'],
      history: ['pending cancelled approved refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 10000 refunded', 'late 10000 refunded'],
      refunds: ['automatic 20000 done'],
    },
  },
  'paid after the withdrawal, and given back at the panel before anybody heard of it': {
    async happens(scene) {
      const charge = await scene.charge({ of: [0] })
      await scene.withdraw()
      await scene.unheard(charge, 'approve-late')
      await scene.unheard(charge, 'refund')
      await scene.hear()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 10000 refunded'],
      refunds: ['panel 10000 done'],
    },
  },
  'paid after the withdrawal, partly given back at the panel before anybody heard of it': {
    async happens(scene) {
      const charge = await scene.charge({ of: [0] })
      await scene.withdraw()
      await scene.unheard(charge, 'approve-late')
      await scene.unheard(charge, 'refund', { amount: 30 })
      await scene.hear()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['late 3000 refunded', 'late 7000 refunded'],
      refunds: ['automatic 7000 done', 'panel 3000 done'],
    },
  },
  'one instalment paid, the withdrawal gives it back and cancels the other': {
    async happens(scene) {
      await scene.bank(await scene.charge({ of: [0] }), 'approve')
      await scene.withdraw()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'cancelled'],
      refunds: ['withdrawal 10000 done'],
    },
  },
  'a withdrawal while other money than was asked waits': {
    async happens(scene) {
      await scene.bank(await scene.charge(), 'approve', { amount: 150 })
      await scene.withdraw()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['cancelled', 'cancelled'],
      credits: ['partial 15000 refunded'],
      refunds: ['withdrawal 15000 done'],
    },
  },
  'refunded whole at the panel': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'refund')
    },
    ends: {
      charges: ['refunded'],
      history: ['pending approved refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'refunded at the panel in two parts': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'refund', { amount: 50 })
      await scene.bank(charge, 'refund')
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'a part refunded at the panel, then the rest by us': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'refund', { amount: 50 })
      await refundAll(scene, charge.chargeId)
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 5000 done', 'team 15000 done'],
    },
  },
  'a part refunded by us, then the rest at the panel': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await refundPart(scene, charge.chargeId, 5_000)
      await scene.bank(charge, 'refund')
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 15000 done', 'team 5000 done'],
    },
  },
  'refunded at the panel while our own refund is on its way': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.unheard(charge, 'refund')
      await refundAll(scene, charge.chargeId)
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done', 'team 20000 failed'],
      waiting: ['refund refund_refused'],
    },
  },
  'a part refunded at the panel while our own refund of all is on its way': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.unheard(charge, 'refund', { amount: 50 })
      await refundAll(scene, charge.chargeId)
      await scene.hear()
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      refunds: ['panel 5000 done', 'team 20000 failed'],
      waiting: ['refund refund_refused'],
    },
  },
  'a duplicate refunded at the panel': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(await scene.bank(charge, 'pay-again'), 'refund')
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'a duplicate refunded in part at the panel, the rest by the team': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(await scene.bank(charge, 'pay-again'), 'refund', { amount: 60 })
      const creditId = await scene.item('credit')
      await scene.team((tx) => rig.payments.refundCredit(tx, { creditId, by, reason: 'em dobro' }))
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 14000 refunded', 'duplicate 6000 refunded'],
      refunds: ['panel 6000 done', 'team 14000 done'],
    },
  },
  'charged back': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'chargeback')
    },
    ends: {
      charges: ['charged_back'],
      history: ['pending approved charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'charged back after a part was refunded': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await refundPart(scene, charge.chargeId, 5_000)
      await scene.bank(charge, 'chargeback')
    },
    ends: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 15000 done', 'team 5000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'a part refunded at the panel and the rest charged back, of which only the end is seen': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.unheard(charge, 'approve')
      await scene.unheard(charge, 'refund', { amount: 50 })
      await scene.unheard(charge, 'chargeback')
      await scene.hear()
    },
    ends: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 15000 done', 'panel 5000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'charged back while our refund of a part is on its way': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.unheard(charge, 'chargeback')
      await refundPart(scene, charge.chargeId, 5_000)
      await scene.hear()
    },
    ends: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done', 'team 5000 failed'],
      waiting: ['payment charged_back', 'refund refund_refused'],
    },
  },
  'money whose credit is open is charged back': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve', { amount: 250 })
      await scene.bank(charge, 'chargeback')
    },
    ends: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      credits: ['excess 5000 refunded'],
      refunds: ['chargeback 25000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'money whose credit is being given back is charged back first': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      const again = await scene.bank(charge, 'pay-again')
      const creditId = await scene.item('credit')
      await scene.unheard(again, 'chargeback')
      await scene.team((tx) => rig.payments.refundCredit(tx, { creditId, by, reason: 'em dobro' }))
      await scene.hear()
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 refunded'],
      refunds: ['chargeback 20000 done', 'team 20000 failed'],
      waiting: ['payment charged_back', 'refund refund_refused'],
    },
  },
  'money whose credit paid for another instalment is charged back, and is owed again': {
    async happens(scene) {
      const charge = await scene.charge({ of: [0] })
      await scene.bank(charge, 'approve')
      const again = await scene.bank(charge, 'pay-again')
      const creditId = await scene.item('credit')
      const instalmentIds = scene.instalmentIds.slice(1)
      await scene.team((tx) =>
        rig.payments.applyCredit(tx, { creditId, instalmentIds, forgive: false, by, reason: 'a pedido' }),
      )
      await scene.bank(again, 'chargeback')
      const paymentId = await scene.item('payment')
      await scene.team((tx) =>
        rig.payments.reviewPayment(tx, { paymentId, owed: true, by, reason: 'contestado' }),
      )
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'pending'],
      credits: ['duplicate 10000 applied'],
      refunds: ['chargeback 10000 done'],
    },
  },
  'disputed and won': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'mediate')
      await scene.bank(charge, 'approve')
    },
    ends: {
      charges: ['approved'],
      history: ['pending approved in_mediation approved'],
      instalments: ['paid', 'paid'],
      waiting: ['payment in_mediation'],
    },
  },
  'disputed and lost': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'mediate')
      await scene.bank(charge, 'refund')
    },
    ends: {
      charges: ['refunded'],
      history: ['pending approved in_mediation refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
      waiting: ['payment in_mediation'],
    },
  },
  'charged back, then the dispute is won: the money is ours again': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'chargeback')
      await scene.bank(charge, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
    },
    ends: {
      charges: ['approved'],
      history: ['pending approved charged_back approved'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 reversed'],
      waiting: ['payment charged_back'],
    },
  },
  'charged back and owed again, then the dispute is won: the money is a credit': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'chargeback')
      const paymentId = await scene.item('payment')
      await scene.team((tx) =>
        rig.payments.reviewPayment(tx, { paymentId, owed: true, by, reason: 'contestado' }),
      )
      await scene.bank(charge, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
    },
    ends: {
      charges: ['approved'],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 20000 open'],
      refunds: ['chargeback 20000 reversed'],
      waiting: ['credit unmatched'],
    },
  },
  'a credit charged back, then the dispute is won: the credit is open again': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve', { amount: 250 })
      await scene.bank(charge, 'chargeback')
      await scene.bank(charge, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['excess 5000 open'],
      refunds: ['chargeback 25000 reversed'],
      waiting: ['credit excess', 'payment charged_back'],
    },
  },
  'less than asked is charged back, then the dispute is won: still less than asked': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve', { amount: 150 })
      await scene.bank(charge, 'chargeback')
      await scene.bank(charge, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
    },
    ends: {
      charges: ['divergent'],
      instalments: ['pending', 'pending'],
      credits: ['partial 15000 open'],
      refunds: ['chargeback 15000 reversed'],
      waiting: ['credit partial', 'payment charged_back'],
    },
  },
  'charged back, won, and charged back again': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'chargeback')
      await scene.bank(charge, 'status', { status: 'charged_back', status_detail: 'reimbursed' })
      await scene.bank(charge, 'status', { status: 'charged_back', status_detail: 'settled' })
    },
    ends: {
      charges: ['charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done', 'chargeback 20000 reversed'],
      waiting: ['payment charged_back'],
    },
  },
  'approved, disputed and refunded, of which only the end is seen': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.unheard(charge, 'approve')
      await scene.unheard(charge, 'mediate')
      await scene.unheard(charge, 'refund')
      await scene.hear()
    },
    ends: {
      charges: ['refunded'],
      history: ['pending approved refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'approved and charged back, of which only the end is seen': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.unheard(charge, 'approve')
      await scene.unheard(charge, 'chargeback')
      await scene.hear()
    },
    ends: {
      charges: ['charged_back'],
      history: ['pending approved charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'a status nobody has heard of': {
    happens: async (scene) => scene.bank(await scene.charge(), 'status', { status: 'processed' }),
    ends: {
      charges: ['pending'],
      instalments: ['pending', 'pending'],
      waiting: ['payment unknown_status'],
    },
  },
  'a status nobody has heard of, looked at by a person, who is not asked again': {
    async happens(scene) {
      await scene.bank(await scene.charge(), 'status', { status: 'processed' })
      const paymentId = await scene.item('payment')
      await scene.team((tx) =>
        rig.payments.reviewPayment(tx, { paymentId, owed: false, by, reason: 'visto' }),
      )
    },
    ends: { charges: ['pending'], instalments: ['pending', 'pending'] },
  },
  'a status nobody has heard of, then approved': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'status', { status: 'processed' })
      await scene.bank(charge, 'status', { status: 'approved', status_detail: 'accredited' })
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      waiting: ['payment unknown_status'],
    },
  },
  'approved, then a status nobody has heard of': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'status', { status: 'processed' })
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      waiting: ['payment unknown_status'],
    },
    differs: true,
  },
  'approved, then said to be alive after it was refunded': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.bank(charge, 'refund')
      await scene.bank(charge, 'status', { status: 'approved' })
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
      waiting: ['payment illegal_move'],
    },
  },
  'money for nothing we know, without a reference': {
    happens: (scene) => scene.stray({ amount: 12.34 }),
    ends: {
      charges: [],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 1234 open'],
      waiting: ['credit unmatched'],
    },
  },
  'money for nothing we know, with a foreign reference, twice': {
    async happens(scene) {
      await scene.stray({ amount: 12.34, external_reference: 'loja velha #7' })
      await scene.stray({ amount: 12.34, external_reference: 'loja velha #7' })
    },
    ends: {
      charges: [],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 1234 open', 'unmatched 1234 open'],
      waiting: ['credit unmatched', 'credit unmatched'],
    },
  },
  'money for nothing we know, given back at the panel': {
    async happens(scene) {
      await scene.bank(await scene.stray({ amount: 12.34 }), 'refund')
    },
    ends: {
      charges: [],
      instalments: ['pending', 'pending'],
      credits: ['unmatched 1234 refunded'],
      refunds: ['panel 1234 done'],
    },
  },
  'money for nothing we know that nobody has paid yet': {
    async happens(scene) {
      const stray = await scene.stray({ amount: 12.34, status: 'pending' })
      await scene.bank(stray, 'cancel')
    },
    ends: { charges: [], instalments: ['pending', 'pending'] },
  },
  'money for nothing we know pays an instalment of whom it is from': {
    async happens(scene) {
      await scene.stray({ amount: 100 })
      const creditId = await scene.item('credit')
      const instalmentIds = [scene.first]
      await scene.team((tx) =>
        rig.payments.applyCredit(tx, { creditId, instalmentIds, forgive: false, by, reason: 'comprovante' }),
      )
    },
    ends: {
      charges: [],
      instalments: ['paid', 'pending'],
      credits: ['unmatched 10000 applied'],
    },
  },
  'reads that lag behind': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.faults({ staleReads: 20_000 })
      await scene.unheard(charge, 'approve')
      await scene.hear()
      await scene.unheard(charge, 'refund', { amount: 50 })
      await scene.hear()
      await scene.faults({})
      rig.clock.advance(minute)
      await rig.payments.reconcile()
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      refunds: ['panel 5000 done'],
    },
  },
  'a search that lags ten minutes behind': {
    async happens(scene) {
      await scene.faults({ searchLag: 10 * minute })
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.unheard(charge, 'refund')
      rig.clock.advance(11 * minute)
      await scene.hear()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['panel 20000 done'],
    },
  },
  'a card, approved': {
    async happens(scene) {
      const { initPoint = '' } = await scene.charge({ method: 'credit_card' })
      await rig.simulator.checkout(initPoint, 'approve')
      await scene.hear()
    },
    ends: { charges: ['approved'], history: ['pending approved'], instalments: ['paid', 'paid'] },
  },
  'a card, rejected and then accepted at the same page': {
    async happens(scene) {
      const { initPoint = '' } = await scene.charge({ method: 'credit_card' })
      await rig.simulator.checkout(initPoint, 'reject')
      await scene.hear()
      await rig.simulator.checkout(initPoint, 'approve')
      await scene.hear()
    },
    ends: {
      charges: ['approved'],
      history: ['pending rejected approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'a card, charged twice at the same page': {
    async happens(scene) {
      const { initPoint = '' } = await scene.charge({ method: 'credit_card' })
      await rig.simulator.checkout(initPoint, 'approve')
      await rig.simulator.checkout(initPoint, 'approve')
      await scene.hear()
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['duplicate 20000 open'],
      waiting: ['credit duplicate'],
    },
  },
  'a card in review is approved, and charged back': {
    async happens(scene) {
      const { initPoint = '', reference } = await scene.charge({ method: 'credit_card' })
      await rig.simulator.checkout(initPoint, 'pending')
      await scene.hear()
      await scene.bank({ reference }, 'approve')
      await scene.bank({ reference }, 'chargeback')
    },
    ends: {
      charges: ['charged_back'],
      history: ['pending in_process approved charged_back'],
      instalments: ['paid', 'paid'],
      refunds: ['chargeback 20000 done'],
      waiting: ['payment charged_back'],
    },
  },
  'a rejected card, then a Pix instead: the card’s page takes nothing any more': {
    async happens(scene) {
      const { initPoint = '' } = await scene.charge({ method: 'credit_card' })
      await rig.simulator.checkout(initPoint, 'reject')
      await scene.hear()
      const pix = await scene.charge()
      await scene.hear()
      expect(await rig.simulator.checkout(initPoint, 'approve')).toBe(410)
      await scene.bank(pix, 'approve')
    },
    ends: {
      charges: ['cancelled', 'approved'],
      history: ['pending rejected cancelled', 'pending approved'],
      instalments: ['paid', 'paid'],
    },
  },
  'a refund the provider cannot make for an hour': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.faults({ failRefund: 12 })
      await refundAll(scene, charge.chargeId)
      await scene.faults({})
      await scene.hear()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['team 20000 done'],
    },
  },
  'a refund whose answer was lost': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      await scene.faults({ failRefund: { status: 500, afterRefunding: true } })
      await refundAll(scene, charge.chargeId)
      await scene.hear()
      await scene.faults({})
      await scene.hear()
    },
    ends: {
      charges: ['refunded'],
      instalments: ['refunded', 'refunded'],
      refunds: ['team 20000 done'],
    },
  },
  'a refund the provider refuses, settled otherwise': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve', { amount: 250 })
      await scene.faults({ failRefund: '400' })
      const creditId = await scene.item('credit')
      await scene.team((tx) => rig.payments.refundCredit(tx, { creditId, by, reason: 'a mais' }))
      await scene.faults({})
      const refundId = await scene.item('refund')
      await scene.team((tx) => rig.payments.decideRefund(tx, { refundId, again: false }))
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      credits: ['excess 5000 open'],
      refunds: ['team 5000 given_up'],
      waiting: ['credit excess'],
    },
  },
  'a refund of a Pix older than 90 days': {
    async happens(scene) {
      const charge = await scene.charge()
      await scene.bank(charge, 'approve')
      rig.clock.advance(91 * day)
      await refundAll(scene, charge.chargeId)
    },
    ends: {
      charges: ['approved'],
      instalments: ['paid', 'paid'],
      refunds: ['team 20000 failed'],
      waiting: ['refund refund_refused'],
    },
  },
}

const nothing = { credits: [], refunds: [], waiting: [] }

const everyNth = onDatabase({ postgres: 1, embedded: 4 })
const told = Object.entries(arrivals).filter((_, index) => index % everyNth === 0)

describe.each<Hearing>(['notices', 'reconciliation'])('by %s', (hearing) => {
  test.each(told)('%s', async (_, { order, happens, ends, differs }) => {
    const scene = await openScene(rig, hearing, order)
    await happens(scene)
    const end = await scene.end()
    const { history = end.history } = ends
    expect(end).toEqual({ ...nothing, ...ends, history })
    await scene.holds({ status: differs ? 'differs' : 'agrees' })
  })
})
