// Databases: one. Random histories of charges at Mercado Pago, of instalments and look-ups: paid twice or with another amount, refunded here
// and at the panel, disputed and won, with new schedules, money by hand, withdrawals and what the team decides meanwhile.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type Random, random as seeded } from '../../../scripts/torture/random.ts'
import type { Instalment } from '../../../src/modules/payments/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'
import {
  bookedOf,
  creditsWithoutMoney,
  decide,
  decision,
  expectClosesToAgree,
  expectFiguresOfRows,
  type RandomCharge,
  type RandomShop,
  refund,
} from './random-histories.ts'

/** Number of charges that are followed to their end. `HISTORIES=250` searches further. */
const histories = Number(process.env.HISTORIES ?? 8)
const stepsOfHistory = 18

let harness: PaymentsHarness
let payments: PaymentsHarness['payments']
let shop: RandomShop
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  payments = harness.payments
  shop = { harness, payments }
})
afterAll(() => harness.close())

const within = <T>(work: Parameters<typeof harness.database.transaction<T>>[0]) =>
  harness.database.transaction(work)
const today = () => harness.clock.now().toISOString().slice(0, 10)

interface TruePayment {
  id: number
  external_reference: string
  status: string
  amount: number
  refunded: number
  approved_at: string | null
}
async function truthOf({ reference }: RandomCharge): Promise<TruePayment[]> {
  const response = await fetch(`${harness.simulator.url}/sim/truth.json`)
  const truth = (await response.json()) as { payments: TruePayment[] }
  return truth.payments.filter((payment) => payment.external_reference === reference)
}

async function startLookup(random: Random): Promise<RandomCharge> {
  const chargeId = await within((tx) =>
    payments.requestCharge(tx, {
      purpose: { kind: 'consultation', id: newId() },
      ...{ method: 'pix', amount: 10_000, description: 'Consulta', selectionKey: `consultation:${newId()}` },
      payer: { email: 'a@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
      referencePrefix: 'bacen-consult-',
    }),
  )
  if (chargeId === undefined) throw new Error('no charge')
  await payments.issueCharge({ chargeId })
  const { reference } = await harness.charge(chargeId)
  return { chargeId, reference, orderId: undefined, instalmentIds: [], random }
}

async function start(random: Random): Promise<RandomCharge> {
  if (random.chance(0.25)) return startLookup(random)
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: random.between(1, 3) })
  const paid = instalmentIds.slice(0, random.between(1, instalmentIds.length))
  const started = await payments.startCharge({ viewer, instalmentIds: paid })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  return { chargeId, reference, orderId, instalmentIds, random }
}

/** The payer, the bank or the panel acts on one of the payments, if that is possible. */
async function act(history: RandomCharge, action: string, body: object = {}): Promise<void> {
  const all = await truthOf(history)
  const payment = all[history.random.between(0, all.length - 1)]
  harness.clock.advance(minute)
  await harness.simulator.act(String(payment?.id), action, body).catch(() => {})
}

async function openOf({ orderId }: RandomCharge): Promise<Instalment[]> {
  const all = orderId ? await payments.ofOrder({ orderId }) : []
  return all.filter(({ status }) => status === 'pending')
}

/** What may happen to a charge and its order. */
const steps = {
  async pay(history: RandomCharge) {
    const { instalmentIds, random } = history
    const wrongAmount = Math.max(1, instalmentIds.length) * 100 + random.pick([0, 0, 0, -30, 10])
    await harness.simulator.faults({ wrongAmount, feePercent: random.pick([0, 1]) })
    await act(history, random.pick(['approve', 'approve-late']))
    await harness.simulator.faults({})
  },
  payAgain: (history: RandomCharge) => act(history, 'pay-again'),
  settle: ({ chargeId }: RandomCharge) => payments.settleCharge({ chargeId }),
  async reconcile({ random }: RandomCharge) {
    harness.clock.advance(random.between(1, 40) * minute)
    await payments.reconcile()
  },
  work: () => harness.work(),
  refundAtPanel: (history: RandomCharge) =>
    act(history, 'refund', { amount: history.random.between(1, 10) * 10 }),
  dispute: (history: RandomCharge) => act(history, history.random.pick(['mediate', 'chargeback'])),
  async winDispute(history: RandomCharge) {
    const disputed = (await truthOf(history)).find(({ status }) =>
      /^(in_mediation|charged_back)$/.test(status),
    )
    harness.clock.advance(minute)
    const won = { status: 'approved', status_detail: 'accredited' }
    if (disputed) await harness.simulator.act(String(disputed.id), 'status', won)
  },
  refund: (history: RandomCharge) => refund(shop, history),
  async renegotiate({ orderId, random }: RandomCharge) {
    const open = orderId && (await payments.openScheduleOf({ orderId, on: today() }))
    if (!open || open.isUnderReview) return
    const half = Math.floor((open.total - random.pick([0, 1_000])) / 2)
    const rows = ['2026-12-20', '2027-01-20'].map((dueDate, index) => ({
      ...{ number: open.lastNumber + 1 + index, amount: half, dueDate, method: 'pix' as const },
    }))
    await within((tx) =>
      payments.replaceSchedule(tx, { id: newId(), orderId, replaced: open.instalments, rows }),
    )
  },
  async applyCredit(history: RandomCharge) {
    const creditId = await harness.openItem('credit', history.chargeId)
    const [instalment] = await openOf(history)
    const forgive = history.random.chance(0.5)
    await within(async (tx) => {
      if (!creditId) return
      if (!instalment) return payments.dismissCredit(tx, { creditId, ...decision })
      return payments.applyCredit(tx, { creditId, instalmentIds: [instalment.id], forgive, ...decision })
    })
  },
  async payByHand(history: RandomCharge) {
    const [instalment] = await openOf(history)
    if (!instalment) return
    const entered = {
      ...{ key: newId(), instalmentIds: [instalment.id], receivedOn: today(), payerKind: 'person' as const },
      ...{
        amount: instalment.total + history.random.pick([0, 0, 500, -500]),
        channel: 'cash',
        protocol: 'REC-1234',
      },
    }
    const recorded = await within((tx) => payments.recordManualPayment(tx, { ...entered, ...decision }))
    if (!recorded.ok || history.random.chance(0.6)) return
    await within((tx) => payments.undoManualPayment(tx, { manualPaymentId: recorded.value.id, ...decision }))
  },
  async withdraw({ orderId, random }: RandomCharge) {
    if (!orderId || random.chance(0.6)) return
    await within(async (tx) => {
      await payments.cancelInstalments(tx, { orderId })
      await payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'withdrawal' })
    })
  },
  decide: (history: RandomCharge) => decide(shop, history),
  cancel: ({ chargeId }: RandomCharge) => payments.cancelCharge({ chargeId }),
  disturb: ({ random }: RandomCharge) =>
    harness.simulator.faults({
      ...(random.chance(0.5) && { failRefund: { status: 500, times: 1, afterRefunding: true } }),
      ...(random.chance(0.3) && { slowRefunds: minute }),
    }),
}

/** The provider answers again, and the team decides what is open. */
async function end(history: RandomCharge): Promise<void> {
  await harness.simulator.faults({})
  for (let round = 0; round < 8; round++) {
    harness.clock.advance(130 * minute)
    await payments.reconcile()
    for (let again = 0; again < 3; again++) await harness.work()
    if (round < 6) await decide(shop, history)
  }
}

test('every centavo of a random history at Mercado Pago is booked once, and the closes of its days agree', async () => {
  const log: string[] = []
  onTestFailed(() => console.error(`STORY_SEED=${propertySeed}\n${log.join('\n')}`))
  const begun = harness.clock.now()
  for (let number = 0; number < histories; number++) {
    const history = await start(seeded(`Mercado Pago histories ${propertySeed} ${number}`))
    const names = Object.keys(steps) as [keyof typeof steps]
    const chosen = Array.from({ length: stepsOfHistory }, () => history.random.pick(names))
    log.splice(0, log.length, `history ${number}`)
    for (const name of ['pay', 'settle', ...chosen] as const) {
      log.push(name)
      await steps[name](history)
    }
    await end(history)
    for (const { id, amount, refunded, status, approved_at } of await truthOf(history)) {
      const chargedBack = status === 'charged_back' ? amount - refunded : 0
      expect(await bookedOf(shop, String(id))).toEqual(
        approved_at ? { amount, receipts: 1, refunded, chargedBack } : undefined,
      )
    }
    expect(await creditsWithoutMoney(shop)).toEqual([])
    await expectFiguresOfRows(shop)
  }
  await expectClosesToAgree(shop, begun)
})
