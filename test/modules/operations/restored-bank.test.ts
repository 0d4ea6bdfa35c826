// Databases: one. Money that is recovered is queried from the bank, independent of the database.
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { movableClock } from '../payments/payments-harness.ts'
import { apiPix, certificate, noticeSecret } from '../payments/providers.ts'

const minute = 60_000
const start = '2026-11-17T15:00:00.000Z'
const centavos = (valor: string) => Math.round(Number(valor) * 100)

interface BankPix {
  endToEndId: string
  txid?: string
  valor: string
  devolucoes?: { id: string; valor: string; status: string }[]
}

let shop: Shop
let bank: Awaited<ReturnType<typeof apiPix>>
afterEach(async () => {
  await shop.close()
  await bank.close()
})

async function open() {
  let clock: Shop['clock'] | undefined
  bank = await apiPix({ ...movableClock(start), now: () => clock?.now() ?? new Date(start) })
  shop = await startShop({
    start,
    restorable: await restorableDatabase(),
    settings: {
      ...{ PAYMENT_PROVIDER: 'api-pix', API_PIX_BASE_URL: bank.options.baseUrl },
      ...{ API_PIX_TOKEN_URL: bank.options.tokenUrl, API_PIX_CLIENT_ID: bank.options.clientId },
      ...{ API_PIX_CLIENT_SECRET: bank.options.clientSecret, API_PIX_KEY: bank.options.key },
      ...{ API_PIX_CERT_FILE: certificate('shop'), API_PIX_KEY_FILE: certificate('shop-key') },
      ...{ API_PIX_CA_FILE: certificate('ca'), API_PIX_WEBHOOK_SECRET: noticeSecret },
    },
  })
  clock = shop.clock
}

const pixAtBank = async (): Promise<BankPix[]> => (await bank.state()).pix
const pixOf = async (reference: string) => (await pixAtBank()).find(({ txid }) => txid === reference)
const within = <T>(work: Parameters<typeof shop.database.transaction<T>>[0]) =>
  shop.database.transaction(work)

interface Customer {
  viewer: Awaited<ReturnType<Shop['customer']>>
  orderId: string
}

/** Requests the Pix of the next instalments of an order. */
async function charge({ viewer, orderId }: Customer, count = 1) {
  const owed = await shop.openInstalments(orderId)
  return shop.charge(
    viewer,
    owed.slice(0, count).map(({ id }) => id),
  )
}

async function pay(customer: Customer, count = 1) {
  const charged = await charge(customer, count)
  await bank.act(`charges/${charged.reference}/pay`)
  return charged
}

async function sweep() {
  for (let round = 0; round < 3; round++) {
    shop.clock.advance(3 * minute)
    await shop.work()
    await shop.run('payments.reconcile')
  }
}

const refundOf = (chargeId: string, amount: number) =>
  within((tx) =>
    shop.app.payments.refundCharge(tx, {
      ...{ chargeId, amount, origin: 'team', by: newId(), reason: 'acordo' },
    }),
  )

test.each([
  { age: 'an hour', passed: 60 * minute },
  { age: 'a day', passed: 24 * 60 * minute },
])(
  'a back-up of $age ago of a shop at a bank: every Pix and return is booked or listed once',
  async ({ passed }) => {
    await open()
    const hire = async (nome: string) => {
      const viewer = await shop.customer(nome)
      return { viewer, orderId: await shop.hire(viewer, 'semanal-20x') }
    }
    const [ana, bia, caio] = [await hire('Ana Souza'), await hire('Bia Lima'), await hire('Caio Reis')]
    const [davi, edu] = [await hire('Davi Paz'), await hire('Edu Sol')]
    const ofAna = await pay(ana)
    await pay(bia)
    const [ofDavi, ofEdu] = [await pay(davi, 2), await pay(edu)]
    const ofCaio = await charge(caio)
    await sweep()
    // A refund that the bank is carrying out when the back-up is taken.
    await bank.act('faults', { slowReturns: true })
    expect(await refundOf(ofEdu.id, 1_000)).toMatchObject({ ok: true })
    await shop.work()
    await shop.backUp()

    // It is carried out. A known charge is paid, two new ones too, an order is withdrawn, another part is refunded, and the bank takes one.
    shop.clock.advance(10 * minute)
    const inProcess = await pixOf(ofEdu.reference)
    await bank.act(`pix/${inProcess?.endToEndId}/returns/${inProcess?.devolucoes?.[0]?.id}`, {
      status: 'DEVOLVIDO',
    })
    await bank.act('faults', {})
    await bank.act(`charges/${ofCaio.reference}/pay`)
    shop.clock.advance(passed - 20 * minute)
    const forgotten = [await pay(ana), await pay(await hire('Fred Rio'))].map(({ reference }) => reference)
    const withdraw = () => shop.app.contracting.withdraw({ orderId: bia.orderId, viewer: bia.viewer })
    expect(await withdraw()).toMatchObject({ ok: true })
    expect(await refundOf(ofDavi.id, 1_500)).toMatchObject({ ok: true })
    const taken = (await pixOf(ofAna.reference))?.endToEndId
    await bank.act(`pix/${taken}/return`, { amount: '20.00', nature: 'MED_FRAUDE' })
    await sweep()
    const before = await bank.state()

    // Bia and the team, who see nothing of it, ask again before the first sweep; two workers sweep.
    await shop.restore()
    await withdraw()
    expect(await refundOf(ofDavi.id, 1_500)).toMatchObject({ ok: true })
    await Promise.all([shop.work(), shop.run('payments.reconcile'), shop.run('payments.reconcile')])
    await sweep()
    shop.clock.advance(130 * minute)
    await sweep()

    expect((await bank.state()).pix, 'nothing is returned twice').toEqual(before.pix)
    const waiting = await shop.query<{ id: string; provider_id: string; amount: number }>(
      'select id, provider_id, amount::int from set_aside_payments where resolved_at is null',
    )
    const waitingTxids = (await pixAtBank()).flatMap(({ endToEndId, txid = '' }) =>
      waiting.some(({ provider_id }) => provider_id === endToEndId) ? [txid] : [],
    )
    expect(waitingTxids.toSorted()).toEqual(forgotten.toSorted())
    const { movements } = await shop.app.backoffice.forgotten()
    expect(movements.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
      'payment 40000',
      'payment 9990',
      'refund 1500',
      'refund 40000',
    ])
    const items = await shop.app.payments.openItems()
    expect(items.map(({ reason }) => reason).toSorted()).toEqual([
      'charged_back_in_part',
      'perhaps_ours',
      'perhaps_ours',
      'refund_held',
      'unattributed_return',
    ])

    // A person says that the forgotten charges are ours.
    for (const { id } of waiting)
      expect(
        await within((tx) =>
          shop.app.payments.confirmSetAside(tx, { setAsideId: id, by: newId(), reason: 'nossa' }),
        ),
      ).toMatchObject({ ok: true })
    shop.clock.advance(10 * minute)
    await sweep()
    const booked = await shop.query<{ id: string; amount: number; receipts: number; returned: number }>(
      `select p.provider_id as id, p.amount::int,
       (select count(*) from ledger_transactions t where t.key = 'receipt:' || p.id)::int as receipts,
       (select coalesce(sum(amount), 0) from refunds r where r.provider_payment_id = p.id and r.status = 'done')::int as returned
     from provider_payments p where p.received_at is not null order by 1`,
    )
    expect(booked).toEqual(
      (await pixAtBank())
        .map(({ endToEndId: id, valor, devolucoes = [] }) => ({
          ...{ id, amount: centavos(valor), receipts: 1 },
          returned: devolucoes.reduce((sum, one) => sum + centavos(one.valor), 0),
        }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    )
    expect(await shop.app.payments.checkBooks()).toEqual([])
  },
  240_000,
)

test.each([1, 2])(
  'a part of %d instalments that was sent after the back-up, which knows only that it was requested, is returned once',
  async (count) => {
    await open()
    const viewer = await shop.customer('Gil Mar')
    const { id, reference } = await pay({ viewer, orderId: await shop.hire(viewer, 'semanal-20x') }, count)
    await sweep()
    expect(await refundOf(id, 1_500)).toMatchObject({ ok: true })
    await shop.backUp()
    await shop.work()
    await shop.restore()
    await sweep()
    const found = (await shop.app.payments.openItems()).find(({ kind }) => kind === 'return')
    const attributed = { refundId: found?.id ?? '', targets: [], by: newId(), reason: 'visto no banco' }
    if (count > 1)
      expect(await within((tx) => shop.app.payments.attributeReturn(tx, attributed))).toMatchObject({
        ok: true,
      })
    shop.clock.advance(130 * minute)
    await sweep()
    expect((await pixOf(reference))?.devolucoes).toHaveLength(1)
    expect(await shop.query('select origin, status, last_error from refunds order by origin')).toEqual([
      { origin: 'panel', status: 'done', last_error: null },
      { origin: 'team', status: 'given_up', last_error: 'came_back' },
    ])
    expect(await shop.app.payments.openItems()).toEqual([])
    expect(await shop.app.payments.checkBooks()).toEqual([])
  },
  120_000,
)

test('a credit that was given back after the back-up is not given back again when a person took that return for another', async () => {
  await open()
  const viewer = await shop.customer('Gil Mar')
  const { reference } = await charge({ viewer, orderId: await shop.hire(viewer, 'semanal-20x') })
  await bank.act(`charges/${reference}/pay`, { amount: '410.00' })
  await sweep()
  const items = (kind: string) =>
    shop.app.payments.openItems().then((all) => all.filter((item) => item.kind === kind))
  const [credit] = await items('credit')
  const asked = { creditId: credit?.id ?? '', by: newId(), reason: 'pagou a mais' }
  expect(await within((tx) => shop.app.payments.refundCredit(tx, asked))).toMatchObject({ ok: true })
  await shop.backUp()
  await shop.work()
  await shop.restore()
  await sweep()
  const [found] = await items('return')
  const [paid] = await shop.query<{ id: string }>("select id from payments where status = 'paid'")
  const attributed = { refundId: found?.id ?? '', targets: [paid?.id ?? ''], by: newId(), reason: 'acordo' }
  expect(await within((tx) => shop.app.payments.attributeReturn(tx, attributed))).toMatchObject({ ok: true })
  await sweep()
  expect((await pixOf(reference))?.devolucoes).toHaveLength(1)
  expect(await items('refund')).toMatchObject([{ amount: 1_000 }])
  expect(await shop.query("select status, last_error from refunds where origin = 'team'")).toEqual([
    { status: 'failed', last_error: 'refused' },
  ])
  expect(await shop.app.payments.checkBooks()).toEqual([])
}, 120_000)
