// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenItem } from '../../../src/modules/payments/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { checkSource } from '../../support/check-source.ts'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase, approvalAbove: 10_000 })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute)
  harness.queue.length = 0
})

const decision = { by: newId(), reason: 'conferido com o cliente' }

/** Queue kind for each kind in the list of `npm run desk -- pendencias`, which reads the rows separately. */
const kinds: { readonly [kind in OpenItem['kind']]: string } = {
  credit: 'credit.decide',
  payment: 'payment.review',
  charge: 'charge.review',
  refund: 'refund.decide',
  slow_refund: 'refund.follow',
  approval: 'refund.approve',
  transfer: 'refund.transfer',
  manual: 'payment.approve',
  return: 'return.attribute',
  close: 'close.accept',
  set_aside: 'set-aside.resolve',
}

async function expectTheSameInTheQueue(): Promise<OpenItem[]> {
  const items = await harness.payments.openItems()
  const found = await Promise.all(harness.payments.obligations.map(checkSource))
  const inQueue = found.flat().map(({ kind, id, amount }) => [kind, id, amount])
  expect(inQueue.toSorted()).toEqual(
    items.map(({ kind, id, amount, currency }) => [kinds[kind], id, currency ? null : amount]).toSorted(),
  )
  for (const { since, dueAt } of found.flat())
    expect(dueAt.getTime() - since.getTime()).toBe(24 * 60 * minute)
  return items
}

async function charged(instalments = 2) {
  const { viewer, instalmentIds } = await harness.customer({ instalments })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  harness.clock.advance(second)
  return { viewer, chargeId: started.value.chargeId, ...(await harness.charge(started.value.chargeId)) }
}

/** References of the charges whose refund the provider has accepted and leaves undone. */
const inProcess: string[] = []

const happenings = {
  'too much': async () => {
    const { reference } = await charged()
    await harness.simulator.act(reference, 'approve', { amount: 250 })
  },
  'too little': async () => {
    const { reference } = await charged()
    await harness.simulator.act(reference, 'approve', { amount: 130 })
  },
  'of nobody': async () => void (await harness.simulator.stray({ amount: 44 })),
  'taken by the bank': async () => {
    const { reference } = await charged()
    await harness.simulator.act(reference, 'approve')
    await settle()
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'chargeback')
  },
  'a part back from the panel, and a withdrawal': async () => {
    const first = await harness.customer({ instalments: 1 })
    const other = await harness.customer({ instalments: 1, sameAs: first })
    const instalmentIds = [first, other].flatMap((order) => order.instalmentIds)
    const started = await harness.payments.startCharge({ viewer: first.viewer, instalmentIds })
    if (!started.ok) throw new Error(started.code)
    const { reference } = await harness.charge(started.value.chargeId)
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'approve')
    await settle()
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'refund', { amount: 50 })
    await settle()
    const withdrawal = { orderId: first.orderId, origin: 'withdrawal' as const, reason: 'arrependimento' }
    await harness.database.transaction((tx) => harness.payments.refundOrder(tx, withdrawal))
  },
  'a charge the provider refuses': async () => {
    const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
    const refusing = harness.build({ createPix: async () => ({ ok: false, code: 'refused', detail: 'x' }) })
    await refusing.startCharge({ viewer, instalmentIds })
  },
  'a refund that the provider leaves in process': async () => {
    const { reference, chargeId } = await charged()
    await harness.simulator.act(reference, 'approve')
    await settle()
    await harness.simulator.faults({ dropWebhooks: true, slowRefunds: true })
    await harness.database.transaction((tx) =>
      harness.payments.refundCharge(tx, { chargeId, origin: 'automatic', reason: 'late' }),
    )
    await harness.work('refunds.issue')
    await harness.simulator.faults({ dropWebhooks: true })
    await harness.query(
      "update refunds set created_at = created_at - interval '7 hours' where charge_id = $1",
      [chargeId],
    )
    inProcess.push(reference)
  },
  'a refund above what one person decides': async () => {
    const { reference, chargeId } = await charged()
    await harness.simulator.act(reference, 'approve')
    await settle()
    const ask = { kind: 'charge' as const, subjectId: chargeId, ...decision }
    await harness.database.transaction((tx) => harness.payments.requestTeamRefund(tx, ask))
  },
  'money by hand above what one person decides': async () => {
    await byHand({ amount: 20_000, instalments: 2 })
  },
  'a refund of money by hand': async () => {
    const { instalmentIds } = await byHand({ amount: 10_000, instalments: 1 })
    const [row] = await harness.query<{ paid_by: string }>('select paid_by from payments where id = $1', [
      instalmentIds[0],
    ])
    const ask = { chargeId: row?.paid_by ?? '', origin: 'team' as const, ...decision }
    await harness.database.transaction((tx) => harness.payments.refundCharge(tx, ask))
    await harness.work()
  },
  'a refund the provider refuses': async () => {
    const { reference, chargeId } = await charged()
    await harness.simulator.act(reference, 'approve')
    await settle()
    const ask = { chargeId, amount: 1_000, origin: 'team' as const, ...decision }
    await harness.database.transaction((tx) => harness.payments.refundCharge(tx, ask))
    const [row] = await harness.query<{ id: string }>('select id from refunds where charge_id = $1', [
      chargeId,
    ])
    harness.queue.length = 0
    const refusing = harness.build({ refund: async () => ({ ok: false, code: 'refused', detail: 'x' }) })
    await refusing.jobs['refunds.issue'].run({ refundId: row?.id ?? '' })
  },
  'in another currency': async () => {
    const id = newId()
    await harness.query(
      `insert into set_aside_payments
         (id, provider, provider_id, reason, detail, amount, currency, digest, since, tries, next_try_at, tell_after)
       values ($1, 'mercado-pago', $2, 'foreign_currency', '', 1200, 'USD', 'd', $3, 1, '2030-01-01', 1)`,
      [id, id, harness.clock.now()],
    )
  },
  'a day that differs': async () => {
    const at = harness.clock.now()
    const day = at.toISOString().slice(0, 10)
    await harness.query(
      `insert into daily_closes (provider, day, status, theirs, ours, differences, closed_at)
       values ('mercado-pago', $1, 'differs', 100, 40, '[]', $2) on conflict do nothing`,
      [day, at],
    )
  },
} satisfies Record<string, () => Promise<void>>

async function byHand({ amount, instalments }: { amount: number; instalments: number }) {
  const { instalmentIds } = await harness.customer({ instalments })
  const cash = { key: newId(), instalmentIds, amount, channel: 'cash', protocol: 'recibo 12' }
  const receivedOn = harness.clock.now().toISOString().slice(0, 10)
  const payer = { payerKind: 'person' as const, ...decision }
  await harness.database.transaction((tx) =>
    harness.payments.recordManualPayment(tx, { ...cash, receivedOn, ...payer }),
  )
  return { instalmentIds }
}

async function settle(): Promise<void> {
  harness.clock.advance(31 * second)
  await harness.payments.reconcile()
  await harness.work()
}

/** Handles an open item in the way that its kind requires. */
async function meet({ kind, id, reason, amount }: OpenItem): Promise<void> {
  const { payments, database } = harness
  await database.transaction(async (tx) => {
    switch (kind) {
      case 'credit':
        return void (await payments.dismissCredit(tx, { creditId: id, ...decision }))
      case 'payment':
        return void (await payments.reviewPayment(tx, { paymentId: id, reinstateDebt: false, ...decision }))
      case 'charge':
        return void (await payments.reviewCharge(tx, { chargeId: id }))
      case 'refund':
        if (reason === 'refund_held') return
        return void (await payments.decideRefund(tx, { refundId: id, retry: false }))
      case 'slow_refund':
        for (const reference of inProcess.splice(0))
          await harness.simulator.act(reference, 'end-refund', { status: 'approved' })
        // The provider is asked again every ten minutes.
        harness.clock.advance(10 * minute)
        return
      case 'approval':
        return void (await payments.decideRefundApproval(tx, {
          approvalId: id,
          approve: false,
          by: decision.by,
        }))
      case 'manual':
        return void (await payments.decideManualPayment(tx, {
          ...{ manualPaymentId: id, approve: true, payerKind: 'person', by: newId() },
        }))
      case 'transfer':
        return void (await payments.recordManualRefund(tx, {
          ...{ refundId: id, amount: amount ?? 0, channel: 'transfer', protocol: 'TED 1', ...decision },
          sentOn: harness.clock.now().toISOString().slice(0, 10),
        }))
      case 'return':
        return void (await payments.attributeReturn(tx, { refundId: id, targets: [], ...decision }))
      case 'set_aside':
        return void (await payments.resolveSetAside(tx, { setAsideId: id, ...decision }))
      case 'close': {
        const [provider = '', day = ''] = id.split(' ')
        return void (await payments.acceptClose(tx, { provider, day, ...decision }))
      }
      default:
        kind satisfies never
    }
  })
}

test('every mix of money events is in the queue once, until it is decided', async () => {
  const seen = new Set<string>()
  const names = Object.keys(happenings) as (keyof typeof happenings)[]
  const mixes = fc.shuffledSubarray(names, { minLength: 3, maxLength: names.length })
  await fc.assert(
    fc.asyncProperty(mixes, async (mix) => {
      for (const name of mix) {
        await happenings[name]()
        await settle()
      }
      for (const { kind } of await expectTheSameInTheQueue()) seen.add(kind)
      for (let round = 0; round < 5; round++) {
        for (const item of await expectTheSameInTheQueue()) await meet(item)
        await settle()
      }
      expect(await expectTheSameInTheQueue()).toEqual([])
    }),
    { numRuns: onDatabase({ postgres: 3, embedded: 1 }), examples: [[names]] },
  )
  expect([...seen].toSorted()).toEqual(Object.keys(kinds).toSorted())
})

test('a confirmed payment waits for nobody, until it is booked', async () => {
  const id = newId()
  await harness.query(
    `insert into set_aside_payments (id, provider, provider_id, reason, detail, amount, digest, since, tries, next_try_at, tell_after)
     values ($1, 'mercado-pago', $2, 'perhaps_ours', '', 1000, 'd', $3, 1, '2030-01-01', 1)`,
    [id, id, harness.clock.now()],
  )
  const source = harness.payments.obligations.find(({ kind }) => kind === 'set-aside.resolve')
  expect(await source?.among({ ids: [id] })).toHaveLength(1)
  await harness.database.transaction((tx) =>
    harness.payments.confirmSetAside(tx, { setAsideId: id, ...decision }),
  )
  expect(await source?.among({ ids: [id] })).toEqual([])
})

test('a payment under review is due a day after its review began, however often its provider reports it again', async () => {
  const { reference, chargeId, provider_id } = await charged()
  await harness.simulator.act(reference, 'approve')
  await settle()
  const reported = async (state: 'in_mediation' | 'charged_back') => {
    harness.clock.advance(60 * minute)
    const payment = { state, status: state, reference, providerId: provider_id ?? '', amount: 20_000 }
    await harness.reporting(payment).settleCharge({ chargeId })
    const id = await harness.openItem('payment', chargeId)
    const source = harness.payments.obligations.find(({ kind }) => kind === 'payment.review')
    return ((await source?.among({ ids: [id] })) ?? [])[0]
  }
  const disputed = await reported('in_mediation')
  expect(disputed?.since).toEqual(harness.clock.now())
  expect(await reported('in_mediation')).toEqual(disputed)
  // A chargeback is another decision.
  const taken = await reported('charged_back')
  expect(taken?.since).toEqual(harness.clock.now())
  expect(await reported('charged_back')).toEqual(taken)
})
