// Databases: one. Money that is recovered is queried from the provider, independent of the database; and back-ups are of
// PostgreSQL.
import { afterEach, expect, test } from 'vitest'
import { readerOf } from '../../../scripts/torture/database.ts'
import { readMoney } from '../../../scripts/torture/ground-truth.ts'
import { invariants } from '../../../scripts/torture/invariants.ts'
import { providerAt } from '../../../scripts/torture/provider.ts'
import { readJobs, readTables } from '../../../scripts/torture/tables.ts'
import { checkSource } from '../../support/check-source.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop } from '../../support/shop.ts'

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
  const [next] = await shop.owed(orderId)
  const { reference } = await shop.charge(viewer, [next?.id ?? ''])
  await shop.simulator.act(reference, 'approve')
  return reference
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
    shop = await startShop({ restorable: await restorableDatabase() })
    const [ana, bia, caio] = [
      await shop.customer(),
      await shop.customer('Bia Lima'),
      await shop.customer('Caio Reis'),
    ]
    const ofAna = await shop.hire(ana, 'semanal-20x')
    const ofBia = await shop.hire(bia, 'semanal-20x')
    const ofCaio = await shop.hire(caio, 'semanal-20x')
    await pay(ana, ofAna)
    await pay(bia, ofBia)
    const open = await shop.charge(caio, [(await shop.owed(ofCaio))[0]?.id ?? ''])
    await shop.work()
    await shop.run('payments.reconcile')
    await shop.backUp()

    // A known charge is paid, a new one too, a contract is signed and paid, another is withdrawn.
    shop.clock.advance(10 * minute)
    await shop.simulator.act(open.reference, 'approve')
    shop.clock.advance(passed - 20 * minute)
    const second = await pay(ana, ofAna)
    const dora = await shop.customer('Dora Paz')
    const signed = await shop.hire(dora, 'semanal-20x')
    const entry = await pay(dora, signed)
    expect(await shop.app.contracting.withdraw({ orderId: ofBia, viewer: bia })).toMatchObject({ ok: true })
    await shop.simulator.noticesSent()
    await shop.work()
    await shop.run('payments.reconcile')
    shop.clock.advance(10 * minute)
    expect(await breaches()).toEqual([])
    const asked = await refundKeys()

    await shop.restore()
    // Before the first sweep: Bia sees no withdrawal, and withdraws again. Meanwhile others buy, and two workers sweep.
    await shop.app.contracting.withdraw({ orderId: ofBia, viewer: bia })
    const eva = await shop.customer('Eva Sol')
    const [ofEva] = await Promise.all([
      shop.hire(eva, 'semanal-20x'),
      shop.work(),
      shop.run('payments.reconcile'),
    ])
    await Promise.all([pay(eva, ofEva), shop.run('payments.reconcile'), shop.run('payments.reconcile')])
    await shop.simulator.noticesSent()
    for (let round = 0; round < 3; round++) {
      shop.clock.advance(3 * minute)
      await shop.work()
      await shop.run('payments.reconcile')
    }

    expect((await breaches()).filter((breach) => !breach.startsWith('refund '))).toEqual([])
    const truth = await readMoney(providerAt(shop.simulator.url))
    expect(truth.payments.filter(({ refunded }) => refunded > 0).map(({ refunded }) => refunded)).toEqual([
      40_000,
    ])
    const added = (await refundKeys()).filter((key) => !asked.includes(key))
    expect(added, 'only the charge of the new customer is new at the provider').toHaveLength(1)
    const paid = await shop.query<{ order_id: string }>("select order_id from payments where status = 'paid'")
    expect(paid.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining([ofAna, ofCaio, ofEva]))

    // The full amount of the forgotten charges waits for a person.
    const credits = await shop.query<{ amount: string; reference: string }>(
      `select c.amount::text, p.reference from credits c join provider_payments p on p.id = c.provider_payment_id
     where c.status = 'open' and c.reason = 'unmatched' order by p.provider_id::bigint`,
    )
    expect(credits).toEqual([
      { amount: '9990', reference: second },
      { amount: '40000', reference: entry },
    ])

    await shop.run('operations.compare-journal')
    await shop.run('operations.compare-journal')
    const sent = await shop.query<{ text: string }>(
      "select text from messages where kind = 'operations.forgotten'",
    )
    expect(sent).toHaveLength(1)
    for (const trace of ['1 × contrato aceito', '1 × desistência', '1 × devolução feita']) {
      expect(sent[0]?.text).toContain(trace)
    }

    const forgotten = await shop.app.backoffice.forgotten()
    const to = (kind: string) =>
      forgotten.messages.filter((entry) => entry.kind === kind).map((entry) => entry.to)
    expect(to('contract.accepted')).toEqual([dora.email])
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
    expect((await checkSource(owed)).map(({ id, about }) => [about, id])).toContainEqual([
      'contrato aceito',
      seen.messageId,
    ])
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
