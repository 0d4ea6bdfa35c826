// Databases: one. Random histories of charges at a bank: several Pix for one charge, returns in any order and state, lost answers, and
// what the team decides meanwhile.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type Random, random as seeded } from '../../../scripts/torture/random.ts'
import { testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'
import { apiPix } from './providers.ts'
import {
  bookedOf,
  creditsWithoutMoney,
  decide,
  expectClosesToAgree,
  expectFiguresOfRows,
  type RandomCharge,
  type RandomShop,
  refund,
} from './random-histories.ts'

/** Number of charges that are followed to their end. `HISTORIES=250` searches further. */
const histories = Number(process.env.HISTORIES ?? 8)
const stepsOfHistory = 14

let harness: PaymentsHarness
let bank: Awaited<ReturnType<typeof apiPix>>
let payments: PaymentsHarness['payments']
let shop: RandomShop
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  bank = await apiPix(harness.clock, { isPlain: true, attempts: 1 })
  payments = harness.build(bank.provider)
  shop = { harness, payments }
})
afterAll(async () => {
  await bank.close()
  await harness.close()
})

interface BankPix {
  endToEndId: string
  txid?: string
  valor: string
  devolucoes?: { id: string; valor: string; status: string }[]
}
const centavos = (valor: string) => Math.round(Number(valor) * 100)
const pixOf = async (txid: string): Promise<BankPix[]> =>
  (await bank.state()).pix.filter((pix: BankPix) => pix.txid === txid)
const pendingOf = ({ devolucoes = [] }: BankPix) =>
  devolucoes.filter(({ status }) => status === 'EM_PROCESSAMENTO')
const work = () => harness.work(undefined, payments)

async function start(random: Random): Promise<RandomCharge> {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: random.between(1, 3) })
  const started = await payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  return { chargeId, reference, orderId, instalmentIds, random }
}

/** What may happen to a charge; the bank refuses what is not possible. */
const steps = {
  async pay({ reference, instalmentIds, random }: RandomCharge) {
    if ((await pixOf(reference)).length > 2) return
    const amount = instalmentIds.length * 100 + random.pick([0, 0, 0, -30, 10])
    await bank.act(`charges/${reference}/pay`, { late: true, amount: amount.toFixed(2) })
  },
  settle: ({ chargeId }: RandomCharge) => payments.settleCharge({ chargeId }),
  async reconcile({ random }: RandomCharge) {
    harness.clock.advance(random.between(1, 40) * minute)
    await payments.reconcile()
  },
  work,
  async returnByBank({ reference, random }: RandomCharge) {
    const all = await pixOf(reference)
    const pix = all[random.between(0, all.length - 1)]
    harness.clock.advance(minute)
    const amount = `${random.between(1, 10) * 10}.00`
    const nature = random.pick(['ORIGINAL', 'ORIGINAL', 'MED_FRAUDE'])
    if (pix) await bank.act(`pix/${pix.endToEndId}/return`, { amount, nature }).catch(() => {})
  },
  async endReturn({ reference, random }: RandomCharge) {
    const status = random.pick(['DEVOLVIDO', 'NAO_REALIZADO'])
    for (const pix of await pixOf(reference))
      for (const { id } of pendingOf(pix)) await bank.act(`pix/${pix.endToEndId}/returns/${id}`, { status })
  },
  refund: (history: RandomCharge) => refund(shop, history),
  decide: (history: RandomCharge) => decide(shop, history),
  cancel: ({ chargeId }: RandomCharge) => payments.cancelCharge({ chargeId }),
  removeByBank: ({ reference }: RandomCharge) => bank.act(`charges/${reference}/remove`).catch(() => {}),
  disturb: ({ random }: RandomCharge) =>
    bank.act('faults', { slowReturns: random.chance(0.5), lose: random.pick([0, 0, 2]) }),
}

/** The bank answers again and carries out every return, and the team decides what is open. */
async function end(history: RandomCharge): Promise<void> {
  await bank.act('faults', {})
  for (let round = 0; round < 8; round++) {
    for (const pix of await pixOf(history.reference))
      for (const { id } of pendingOf(pix))
        await bank.act(`pix/${pix.endToEndId}/returns/${id}`, { status: 'DEVOLVIDO' })
    harness.clock.advance(130 * minute)
    await payments.reconcile()
    for (let again = 0; again < 3; again++) await work()
    if (round < 6) await decide(shop, history)
  }
}

test('every centavo of a random history at a bank is booked once, and the closes of its days agree', async () => {
  const log: string[] = []
  onTestFailed(() => console.error(`STORY_SEED=${propertySeed}\n${log.join('\n')}`))
  const begun = harness.clock.now()
  for (let number = 0; number < histories; number++) {
    const history = await start(seeded(`bank histories ${propertySeed} ${number}`))
    const names = Object.keys(steps) as [keyof typeof steps]
    const chosen = Array.from({ length: stepsOfHistory }, () => history.random.pick(names))
    log.splice(0, log.length, `history ${number}`)
    for (const name of ['pay', 'settle', ...chosen] as const) {
      log.push(name)
      await steps[name](history)
    }
    await end(history)
    for (const { endToEndId, valor, devolucoes = [] } of await pixOf(history.reference)) {
      const returned = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
      const total = returned.reduce((sum, one) => sum + centavos(one.valor), 0)
      const { refunded = 0, chargedBack = 0, ...booked } = (await bookedOf(shop, endToEndId)) ?? {}
      expect({ ...booked, returned: refunded + chargedBack }).toEqual({
        ...{ amount: centavos(valor), receipts: 1, returned: total },
      })
    }
    expect(await creditsWithoutMoney(shop)).toEqual([])
    const waiting = await harness.query(
      "select id from refunds where charge_id = $1 and status = 'requested'",
      [history.chargeId],
    )
    expect(waiting).toEqual([])
    await expectFiguresOfRows(shop)
  }
  await expectClosesToAgree(shop, begun)
})
