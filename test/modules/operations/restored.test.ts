// Databases: one. Money that is recovered is queried from the provider, independent of the database; and back-ups are of
// PostgreSQL.
import { afterEach, expect, test } from 'vitest'
import { readerOf } from '../../../scripts/torture/database.ts'
import { readMoney } from '../../../scripts/torture/ground-truth.ts'
import { invariants } from '../../../scripts/torture/invariants.ts'
import { providerAt } from '../../../scripts/torture/provider.ts'
import { readJobs, readTables } from '../../../scripts/torture/tables.ts'
import { newId } from '../../../src/platform/ids.ts'
import { checkSource } from '../../support/check-source.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop, type Viewer } from '../../support/shop.ts'
import { until } from '../payments/payments-harness.ts'

const minute = 60_000
let shop: Shop
afterEach(() => shop.close())

const noPhones = { messages: [], requests: 0, answers: [], absent: [], notices: { waiting: 0, abandoned: 0 } }

/** Returns the faults of the money that the torture test's checker finds, which shares no code with the product. */
async function breaches(): Promise<string[]> {
  const database = readerOf(String(shop.database.$client.options.connectionString))
  try {
    const evidence = {
      ...{ tables: await readTables(database), jobs: await readJobs(database) },
      truth: { ...(await readMoney(providerAt(shop.simulator.url))), mails: [], phones: noPhones },
      isGone: () => false,
      ...{ acknowledgements: [], acknowledgedDecisions: 0, crashes: [] },
      alteredRefusals: new Set<string>(),
    }
    const ofMoney = [
      'centavosBookedOrVisible',
      'receiptsRecordedOnce',
      'receiptsFullyAllocated',
      'returnsMatchProvider',
      'refundsIssued',
    ]
    return [...ofMoney, 'movementsBalance', 'ledgerMatchesRows'].flatMap(
      (name) => invariants[name]?.(evidence) ?? [`${name} is no invariant`],
    )
  } finally {
    await database.close()
  }
}

async function pay(viewer: Awaited<ReturnType<Shop['customer']>>, orderId: string): Promise<string> {
  const [next] = await shop.openInstalments(orderId)
  const { reference } = await shop.charge(viewer, [next?.id ?? ''])
  await shop.simulator.act(reference, 'approve')
  return reference
}

/** Sends a custom offer to a customer, who accepts it. */
async function acceptOffer(viewer: Viewer): Promise<void> {
  const sent = await shop.database.transaction((tx) =>
    shop.app.proposals.sendCustomOffer(tx, {
      ...{ serviceId: 'clean-name', paymentType: 'entrada R$ 400 + 12x R$ 199,90', priceText: 'R$ 1.500,00' },
      ...{ validUntil: '2026-12-10', email: viewer.email, by: newId() },
    }),
  )
  if (!sent.ok) throw new Error(sent.code)
  const started = await shop.app.contracting.startHiring({
    ...{ customOfferId: sent.value.offerId, viewer, name: viewer.nome },
    ...{ cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  if (!started.ok) throw new Error(started.code)
  const accepted = await shop.app.contracting.acceptContract({
    ...{ draftId: started.value.draftId, viewer, ticked: ['Li e aceito os termos do contrato.'] },
    evidence: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  })
  if (!accepted.ok) throw new Error(accepted.code)
}

function refundKeys() {
  return shop.simulator.keys().then((keys) => keys.toSorted())
}

const [anHour, aDay] = [
  { age: 'an hour', passed: 60 * minute },
  { age: 'a day', passed: 24 * 60 * minute },
]
test.each([anHour, aDay])(
  'a back-up of $age ago, restored under traffic: all money is booked once, and what is missing is listed',
  async ({ passed }) => {
    shop = await startShop({
      restorable: await restorableDatabase(),
      settings: { REFUND_APPROVAL_ABOVE: '100' },
    })
    const [ana, bia, caio] = [
      await shop.customer(),
      await shop.customer('Bia Lima'),
      await shop.customer('Caio Reis'),
    ]
    const ofAna = await shop.hire(ana, 'semanal-20x')
    const ofBia = await shop.hire(bia, 'semanal-20x')
    const ofCaio = await shop.hire(caio, 'semanal-20x')
    const first = await pay(ana, ofAna)
    await pay(bia, ofBia)
    const open = await shop.charge(caio, [(await shop.openInstalments(ofCaio))[0]?.id ?? ''])
    await shop.work()
    await shop.run('payments.reconcile')

    // Orders, payments and notices continue while the back-up is made: some of them are in it.
    const meanwhile = ['Davi Reis', 'Edu Lima', 'Fabi Sol', 'Gil Paz']
    const customers: Viewer[] = []
    const serve = async () => {
      for (const nome of meanwhile) {
        const viewer = await shop.customer(nome)
        customers.push(viewer)
        await pay(viewer, await shop.hire(viewer, 'semanal-20x'))
        await shop.work()
      }
    }
    const serving = serve()
    await until(() => customers.length === 2, 60)
    await Promise.all([serving, shop.backUp()])

    // A known charge is paid, a new one too, a contract is signed and paid, another is withdrawn, an offer is sent and accepted, and a
    // refund is asked that a second person has to approve.
    shop.clock.advance(10 * minute)
    await shop.simulator.act(open.reference, 'approve')
    shop.clock.advance(passed - 20 * minute)
    const second = await pay(ana, ofAna)
    const dora = await shop.customer('Dora Paz')
    const signed = await shop.hire(dora, 'semanal-20x')
    const entry = await pay(dora, signed)
    expect(await shop.app.contracting.withdraw({ orderId: ofBia, viewer: bia })).toMatchObject({ ok: true })
    await acceptOffer(caio)
    const [{ id: refundable } = { id: '' }] = await shop.query<{ id: string }>(
      'select id from charges where reference = $1',
      [first],
    )
    const approval = await shop.database.transaction((tx) =>
      shop.app.payments.requestTeamRefund(tx, {
        ...{ kind: 'charge', subjectId: refundable, by: newId(), reason: 'acordo' },
      }),
    )
    expect(approval).toMatchObject({ ok: true, value: { approvalId: expect.any(String) } })
    await shop.simulator.noticesSent()
    await shop.work()
    await shop.run('payments.reconcile')
    shop.clock.advance(10 * minute)
    expect(await breaches()).toEqual([])
    const late = await shop.charge(ana, [(await shop.openInstalments(ofAna))[0]?.id ?? ''])
    const asked = await refundKeys()
    // A customer pays while the shop is restored: nobody takes the notice.
    await Promise.all([shop.restore(), shop.simulator.act(late.reference, 'approve')])
    const charges = await shop.query<{ reference: string }>('select reference from charges')
    const known = new Set(charges.map(({ reference }) => reference))
    const buyers = new Set(
      (await shop.query<{ user_id: string }>('select user_id from orders')).map(({ user_id }) => user_id),
    )
    const lost = customers.filter(({ id }) => !buyers.has(id))
    expect(lost.length).toBeGreaterThan(0)
    // Before the first sweep: Bia sees no withdrawal, and withdraws again. Meanwhile others buy, and two workers sweep.
    await shop.app.contracting.withdraw({ orderId: ofBia, viewer: bia })
    const eva = await shop.customer('Eva Sol')
    const [ofEva] = await Promise.all([
      shop.hire(eva, 'semanal-20x'),
      shop.work(),
      shop.run('payments.reconcile'),
    ])
    const [newest] = await Promise.all([
      pay(eva, ofEva),
      shop.run('payments.reconcile'),
      shop.run('payments.reconcile'),
    ])
    // The notice that nobody took comes again, now or when all is long settled.
    for (let round = 0; round < 3; round++) {
      shop.clock.advance(3 * minute)
      await shop.work()
      await shop.run('payments.reconcile')
    }

    expect(await breaches()).toEqual([])
    const truth = await readMoney(providerAt(shop.simulator.url))
    expect(truth.payments.filter(({ refunded }) => refunded > 0).map(({ refunded }) => refunded)).toEqual([
      40_000,
    ])
    const added = (await refundKeys()).filter((key) => !asked.includes(key))
    expect(added, 'only the charge of the new customer is new at the provider').toHaveLength(1)
    const paid = await shop.query<{ order_id: string }>("select order_id from payments where status = 'paid'")
    expect(paid.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining([ofAna, ofCaio, ofEva]))

    // The full amount of the forgotten charges waits for a person.
    const credits = await shop.query<{ amount: number; reference: string }>(
      `select c.amount::int, p.reference from credits c join provider_payments p on p.id = c.provider_payment_id
     where c.status = 'open' and c.reason = 'unmatched' order by p.reference`,
    )
    const forgottenMoney = truth.payments
      .filter(
        ({ received, reference }) => received > 0 && !known.has(reference ?? '') && reference !== newest,
      )
      .map(({ received: amount, reference }) => ({ amount, reference: reference ?? '' }))
      .toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
    expect(credits).toEqual(forgottenMoney)
    expect(forgottenMoney).toEqual(
      expect.arrayContaining([
        { amount: 9_990, reference: second },
        { amount: 40_000, reference: entry },
        { amount: 9_990, reference: late.reference },
      ]),
    )

    await shop.run('operations.compare-journal')
    await shop.run('operations.compare-journal')
    const sent = await shop.query<{ text: string }>(
      "select text from messages where kind = 'operations.forgotten'",
    )
    expect(sent).toHaveLength(1)
    // The most frequent five; all of them are listed for the team, below.
    expect(sent[0]?.text).toContain(`${lost.length + 2} × contrato aceito`)

    const forgotten = await shop.app.backoffice.forgotten()
    const to = (kind: string) =>
      forgotten.messages.filter((entry) => entry.kind === kind).map((entry) => entry.to)
    const addresses = [dora, caio, ...lost].map(({ email }) => email)
    expect(to('contract.accepted').toSorted()).toEqual(addresses.toSorted())
    expect(to('custom-offer.sent')).toEqual([caio.email])
    expect(to('contract.withdrawn')).toEqual([bia.email])
    expect(forgotten.movements.map(({ kind, reference, amount }) => [kind, reference, amount])).toEqual(
      expect.arrayContaining([
        ['payment', second, 9_990],
        ['payment', entry, 40_000],
        ['refund', expect.any(String), 40_000],
      ]),
    )

    // After a person has handled it, it is no longer listed, and the team is not notified again.
    const staff = await shop.customer('Equipe')
    await shop.query("update users set role = 'staff' where id = $1", [staff.id])
    const [contract] = forgotten.messages.filter(({ kind }) => kind === 'contract.accepted')
    const seen = { messageId: contract?.id ?? '', actor: staff.id, reason: 'contrato refeito' }
    const owed = shop.app.operations.obligations.find(({ kind }) => kind === 'forgotten.settle')
    if (!owed) throw new Error('no source')
    const listed = (await checkSource(owed)).map(({ id, about }) => ({ id, about }))
    expect(listed).toContainEqual({ about: 'contrato aceito', id: seen.messageId })
    const traces = ['desistência', 'devolução feita', 'proposta enviada', 'aprovação pedida']
    expect(listed.map(({ about }) => about)).toEqual(expect.arrayContaining(traces))
    expect(await shop.app.backoffice.settleForgotten(seen)).toEqual({ ok: true, value: null })
    expect(await owed.among({ ids: [seen.messageId] })).toEqual([])
    expect(await shop.app.backoffice.settleForgotten(seen)).toMatchObject({ code: 'not_found' })
    expect((await shop.app.backoffice.forgotten()).messages).toHaveLength(forgotten.messages.length - 1)
  },
  240_000,
)

test('no receipt number is used twice, also when the year began after the back-up', async () => {
  shop = await startShop({ restorable: await restorableDatabase() })
  const next = async (kind: string, year: number) =>
    (await shop.query<{ n: number }>('select next_receipt_number($1, $2) as n', [kind, year]))[0]?.n
  const year = shop.clock.now().getUTCFullYear()
  expect([await next('receipt', year), await next('receipt', year)]).toEqual([1, 2])
  await shop.backUp()

  shop.clock.advance(365 * 24 * 60 * minute)
  expect([await next('receipt', year + 1), await next('receipt', year + 1)]).toEqual([1, 2])
  await shop.restore()
  // The release before counted in a table; a sequence begins a thousand after it.
  await shop.query("insert into receipt_numbers values ('schedule', $1, 12)", [year + 1])
  await shop.app.finishRestore()
  expect(await next('receipt', year + 1)).toBe(1_001)
  expect(await next('schedule', year + 1)).toBe(2_012)
  expect(await next('receipt', year)).toBe(1_003)
  await shop.app.finishRestore()
  expect(await next('receipt', year + 1)).toBe(2_002)
})
