// Databases: one. Random histories of charges at a bank: several Pix for one charge, returns in any order and state, lost answers, and
// what the team decides meanwhile.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type Random, random as seeded } from '../../../scripts/torture/random.ts'
import { checkFigures, refreshFigures } from '../../../src/platform/figures/figures.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'
import { apiPix } from './providers.ts'

/** Number of charges that are followed to their end. `HISTORIES=250` searches further. */
const histories = Number(process.env.HISTORIES ?? 8)
const stepsOfHistory = 14
const day = 24 * 60 * minute

let harness: PaymentsHarness
let bank: Awaited<ReturnType<typeof apiPix>>
let payments: PaymentsHarness['payments']
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  bank = await apiPix(harness.clock, { isPlain: true, attempts: 1 })
  payments = harness.build(bank.provider)
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
const decision = { by: newId(), reason: 'acordo' }
const within = <T>(work: Parameters<typeof harness.database.transaction<T>>[0]) =>
  harness.database.transaction(work)
const centavos = (valor: string) => Math.round(Number(valor) * 100)
const pixOf = async (txid: string): Promise<BankPix[]> =>
  (await bank.state()).pix.filter((pix: BankPix) => pix.txid === txid)
const pendingOf = ({ devolucoes = [] }: BankPix) =>
  devolucoes.filter(({ status }) => status === 'EM_PROCESSAMENTO')
const work = () => harness.work(undefined, payments)

interface History {
  chargeId: string
  reference: string
  instalmentIds: string[]
  random: Random
}

async function start(random: Random): Promise<History> {
  const { viewer, instalmentIds } = await harness.customer({ instalments: random.between(1, 3) })
  const started = await payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  return { chargeId, reference, instalmentIds, random }
}

/** What may happen to a charge; the bank refuses what is not possible. */
const steps = {
  async pay({ reference, instalmentIds, random }: History) {
    if ((await pixOf(reference)).length > 2) return
    const amount = instalmentIds.length * 100 + random.pick([0, 0, 0, -30, 10])
    await bank.act(`charges/${reference}/pay`, { late: true, amount: amount.toFixed(2) })
  },
  settle: ({ chargeId }: History) => payments.settleCharge({ chargeId }),
  async reconcile({ random }: History) {
    harness.clock.advance(random.between(1, 40) * minute)
    await payments.reconcile()
  },
  work,
  async returnByBank({ reference, random }: History) {
    const all = await pixOf(reference)
    const pix = all[random.between(0, all.length - 1)]
    harness.clock.advance(minute)
    const amount = `${random.between(1, 10) * 10}.00`
    const nature = random.pick(['ORIGINAL', 'ORIGINAL', 'MED_FRAUDE'])
    if (pix) await bank.act(`pix/${pix.endToEndId}/return`, { amount, nature }).catch(() => {})
  },
  async endReturn({ reference, random }: History) {
    const status = random.pick(['DEVOLVIDO', 'NAO_REALIZADO'])
    for (const pix of await pixOf(reference))
      for (const { id } of pendingOf(pix)) await bank.act(`pix/${pix.endToEndId}/returns/${id}`, { status })
  },
  refund: ({ chargeId, instalmentIds, random }: History) =>
    within((tx) =>
      payments.refundCharge(tx, {
        ...{ chargeId, origin: 'team', ...decision },
        ...(random.chance(0.4) && { amount: random.between(1, 10) * 1000 }),
        ...(random.chance(0.4) && { instalmentIds: instalmentIds.slice(0, 1) }),
      }),
    ),
  decide,
  cancel: ({ chargeId }: History) => payments.cancelCharge({ chargeId }),
  removeByBank: ({ reference }: History) => bank.act(`charges/${reference}/remove`).catch(() => {}),
  disturb: ({ random }: History) =>
    bank.act('faults', { slowReturns: random.chance(0.5), lose: random.pick([0, 0, 2]) }),
}

/** Decides some of what is open about a charge. */
async function decide({ chargeId, instalmentIds, random }: History): Promise<void> {
  const itemOf = (kind: 'refund' | 'return' | 'payment' | 'credit') => harness.openItem(kind, chargeId)
  const [refundId, returnId] = [await itemOf('refund'), await itemOf('return')]
  const [paymentId, creditId] = [await itemOf('payment'), await itemOf('credit')]
  const targets = random.chance(0.5) ? [] : instalmentIds.slice(0, 1)
  const [retry, reinstateDebt] = [random.chance(0.5), random.chance(0.5)]
  await within(async (tx) => {
    if (refundId) await payments.decideRefund(tx, { refundId, retry })
    if (returnId) await payments.attributeReturn(tx, { refundId: returnId, targets, ...decision })
    if (paymentId) await payments.reviewPayment(tx, { paymentId, reinstateDebt, ...decision })
    if (creditId && random.chance(0.5))
      await payments.refundCredit(tx, { creditId, isOurs: true, ...decision })
  })
}

/** The bank answers again and carries out every return, and the team decides what is open. */
async function end(history: History): Promise<void> {
  await bank.act('faults', {})
  for (let round = 0; round < 8; round++) {
    for (const pix of await pixOf(history.reference))
      for (const { id } of pendingOf(pix))
        await bank.act(`pix/${pix.endToEndId}/returns/${id}`, { status: 'DEVOLVIDO' })
    harness.clock.advance(130 * minute)
    await payments.reconcile()
    for (let again = 0; again < 3; again++) await work()
    if (round < 6) await decide(history)
  }
}

/** Each figure of days equals what its rows come to, and those of money equal the payments and the refunds. */
async function expectFiguresOfRows(): Promise<void> {
  const days = await harness.query<{ day: string }>(
    'select due_date::text as day from payments union select day::text from ledger_transactions',
  )
  for (const source of payments.figures)
    for (const { day } of days)
      expect(await checkFigures(harness, source, day), `${source.name} of ${day}`).toBe(false)
  const [money] = await harness.query(
    `select
       (select sum(amount) from daily_figures where figure = 'ledger.receipt' and subject like 'provider:%')::int as received,
       (select sum(amount) from provider_payments where received_at is not null)::int as paid,
       (select coalesce(-sum(amount), 0) from daily_figures where subject like 'provider:%'
         and figure in ('ledger.refund', 'ledger.chargeback', 'ledger.dispute_won'))::int as returned,
       (select coalesce(sum(amount), 0) from refunds where status = 'done')::int as refunded`,
  )
  const { received, paid, returned, refunded } = money as Record<string, number>
  expect([received, returned]).toEqual([paid, refunded])
}

test('every centavo of a random history at a bank is booked once, and the closes of its days agree', async () => {
  const log: string[] = []
  onTestFailed(() => console.error(`STORY_SEED=${propertySeed}\n${log.join('\n')}`))
  const begun = harness.clock.now().getTime()
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
      const [row] = await harness.query(
        `select p.amount::int, count(distinct t.id)::int as receipts,
           coalesce((select sum(amount) from refunds r where r.provider_payment_id = p.id and r.status = 'done'), 0)::int as returned
         from provider_payments p left join ledger_transactions t on t.key = 'receipt:' || p.id
         where p.provider_id = $1 and p.received_at is not null group by p.id`,
        [endToEndId],
      )
      const returned = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
      const total = returned.reduce((sum, one) => sum + centavos(one.valor), 0)
      expect(row).toEqual({ amount: centavos(valor), receipts: 1, returned: total })
    }
    const withoutMoney = await harness.query(
      `select k.amount, k.status from credits k join provider_payments p on p.id = k.payment_id
       where p.charge_id = $1 and k.status in ('open', 'refunding') and p.amount =
         (select sum(amount) from refunds r where r.provider_payment_id = p.id and r.status = 'done')`,
      [history.chargeId],
    )
    expect(withoutMoney).toEqual([])
    const waiting = await harness.query(
      "select id from refunds where charge_id = $1 and status = 'requested'",
      [history.chargeId],
    )
    expect(waiting).toEqual([])
    expect(await payments.checkBooks()).toEqual([])
    for (const source of payments.figures) await refreshFigures(harness, source)
    await expectFiguresOfRows()
  }
  harness.clock.advance(2 * day)
  for (let at = begun; at < harness.clock.now().getTime() - day; at += day) {
    const closed = await payments.closeDay({ day: new Date(at).toISOString().slice(0, 10) })
    const differing = closed.ok ? closed.value.filter(({ status }) => status !== 'agrees') : closed
    expect(differing).toEqual([])
  }
})
