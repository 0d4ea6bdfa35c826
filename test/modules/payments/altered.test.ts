// Databases: postgres
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Change, startAlteringProxy } from './altering-proxy.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
let proxy: Awaited<ReturnType<typeof startAlteringProxy>>
let payments: PaymentsHarness['payments']
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  proxy = await startAlteringProxy(harness.simulator.url)
  payments = harness.build(harness.providerAt(proxy.url))
})
afterAll(async () => {
  await proxy.close()
  await harness.close()
})
beforeEach(async () => {
  proxy.reset()
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('delete from daily_closes')
  harness.clock.advance(24 * 60 * minute)
})

/** Amount of every payment at the provider: R$ 200,00. */
const truth = 20_000

interface Forms {
  /** The value is unambiguous. */
  booked?: readonly (string | undefined)[]
  /** The money is booked, and a person reviews the rest. */
  reviewed?: readonly (string | undefined)[]
  /** Nothing is booked: the money waits for a person. */
  waits?: readonly (string | undefined)[]
}

/** Every field of a payment, each in several altered forms, and the resulting handling of the money. */
const alterations: Record<string, Forms> = {
  id: { waits: [undefined, 'null', '""', '"abc"', '1.5', '[1]', '-7', 'true'] },
  status: {
    waits: [undefined, 'null', '7', '""', '"Approved"', '"approved "', '"pagado"', '["approved"]'].concat([
      '"appro\\u0000ved"',
      '"pending"',
      '"rejected"',
      '"cancelled"',
    ]),
    reviewed: ['"refunded"', '"charged_back"', '"in_mediation"'],
  },
  status_detail: { booked: [undefined, 'null', '7', '{}', '"x\\u0000"'] },
  transaction_amount: {
    booked: ['200', '200.0', '200.000', '2e2', '"200.00"', '"200"'],
    waits: [
      undefined,
      'null',
      '""',
      '200.005',
      '"200,00"',
      '"200.0"',
      '"1.000"',
      '-200',
      '0',
      '1e300',
    ].concat([...['"NaN"', '[200]', '{}', 'true', '20000000000']]),
  },
  'transaction_amount again': { waits: ['2.00'] },
  transaction_amount_refunded: {
    booked: [undefined, 'null', '0', '"0.00"', '-0.0'],
    waits: ['1', '200', '200.01', '99999', '-1', '"1,00"', '0.005', '[]', 'true', '1e300'],
  },
  currency_id: { waits: [undefined, 'null', '""', '"USD"', '"brl"', '986', '"BRLX"', '["BRL"]'] },
  fee_details: {
    booked: [undefined, 'null', '[]', '[{"amount":9,"fee_payer":"payer"}]'],
    reviewed: [
      // Read to the centavo, but inconsistent with the seller's net amount (net_received_amount).
      ...['[{"amount":1.994,"fee_payer":"collector"}]', '[{"amount":"1.99","fee_payer":"collector"}]'],
      ...['{}', '"1.99"', '[null]', '[{}]', '[{"amount":1}]', '[{"amount":1,"fee_payer":9}]'],
      ...['[{"amount":"1,99","fee_payer":"collector"}]', '[{"amount":-1,"fee_payer":"collector"}]'],
      '[{"amount":900,"fee_payer":"collector"}]',
    ],
  },
  external_reference: {
    booked: [undefined, 'null', '""', '7', '{}', '"x\\u0000y"', `"${'x'.repeat(70_000)}"`],
  },
  payment_method_id: { booked: [undefined, 'null', '7', '"pombo"'] },
  date_approved: {
    booked: [undefined, 'null'],
    reviewed: [
      ...['"2099-01-01T00:00:00.000-04:00"', '"2026-13-01T00:00:00Z"', '1795219200000', '"ontem"'],
      ...['"2026-12-01T10:00:00"', '"2016-11-21T10:00:00.000-04:00"'],
    ],
  },
  date_last_updated: {
    booked: [
      ...[undefined, 'null', '"2099-01-01T00:00:00.000-04:00"', '"2001-01-01T00:00:00.000-04:00"'],
      ...['"ontem"', '1795219200000', '"0000-01-01T00:00:00Z"', '{}'],
    ],
  },
  date_of_expiration: { booked: [undefined, '"ontem"', '7', '"9999-12-31T23:59:59.999-04:00"'] },
  point_of_interaction: { booked: [undefined, 'null', '7', '[]', '{"transaction_data":{"qr_code":7}}'] },
  payer: { booked: [undefined, 'null', '7', `"${'ã'.repeat(50_000)}"`] },
}

const cases = Object.entries(alterations).flatMap(([field, { booked = [], reviewed = [], waits = [] }]) => [
  ...booked.map((json) => ({ field, json, outcome: 'booked' })),
  ...reviewed.map((json) => ({ field, json, outcome: 'booked, reviewed' })),
  ...waits.map((json) => ({ field, json, outcome: 'waits' })),
])

test('with any field altered, a payment is booked once, or waits for a person and shows as a difference of the day', async () => {
  const listed: { id: string; name: string; outcome: string; change: Change }[] = []
  for (const { field, json, outcome } of cases) {
    harness.clock.advance(second)
    const id = String((await harness.simulator.stray({ amount: truth / 100 })).id)
    const change = { [field]: json }
    listed.push({ id, name: `${field}: ${json?.slice(0, 60)}`, outcome, change })
    proxy.alter(id, change)
  }
  const day = harness.clock.now().toISOString().slice(0, 10)
  harness.clock.advance(minute)
  await payments.reconcile()

  const booked = await receipts()
  const items = (await payments.openItems({ limit: 10_000 })).filter(({ kind }) => kind !== 'credit')
  const rows = await harness.query<{ id: string; provider_id: string }>(
    'select id, provider_id from provider_payments',
  )
  const rowOf = (id: string) => rows.find((row) => row.provider_id === id)?.id
  const waits = (id: string) =>
    items.some(
      (item) => item.id === rowOf(id) || (item.kind === 'set_aside' && item.detail?.includes(` ${id}:`)),
    )
  const unnamed = listed.filter(({ change }) => 'id' in change)
  const named = listed.filter(({ change }) => !('id' in change))
  const outcomeOf = (id: string) => {
    const parts = [booked.get(id) === truth ? ['booked'] : [], waits(id) ? ['reviewed'] : []].flat()
    return parts.join() === 'reviewed' ? 'waits' : parts.join(', ')
  }
  const found = named.map(({ id, name }) => `${name}: ${outcomeOf(id)}`)
  expect(found).toEqual(named.map(({ name, outcome }) => `${name}: ${outcome}`))
  expect(items.filter(({ detail }) => detail?.includes('sha256:'))).toHaveLength(unnamed.length)
  expect(await payments.checkBooks()).toEqual([])

  // The daily close differs by every payment that is not booked as the provider reports it.
  const closed = await harness.build(harness.providerAt(proxy.url), tomorrow()).closeDay({ day })
  if (!closed.ok) throw new Error(closed.code)
  const differences = new Set(closed.value[0]?.differences.map(({ providerId }) => providerId))
  const unbooked = named.filter(({ id }) => booked.get(id) !== truth)
  expect(unbooked.filter(({ id }) => !differences.has(id)).map(({ name }) => name)).toEqual([])

  // A second run changes nothing, and sends no further message.
  const sentBefore = harness.outbox.length
  harness.clock.advance(5 * second)
  await payments.reconcile()
  expect(await receipts()).toEqual(booked)
  expect(harness.outbox.length).toBe(sentBefore)

  // Once the provider responds correctly, everything is booked once, and no payment with an id is still set aside.
  proxy.reset()
  harness.clock.advance(60 * minute)
  await payments.reconcile()
  await payments.reconcile()
  await payments.reconcile()
  const now = await receipts()
  expect(listed.filter(({ id }) => now.get(id) !== truth).map(({ name }) => name)).toEqual([])
  const left = (await payments.openItems({ limit: 10_000 })).filter(({ kind }) => kind === 'set_aside')
  expect(left.filter(({ detail }) => !detail?.includes('sha256:'))).toEqual([])
  expect(await payments.checkBooks()).toEqual([])
})

test('a payment reported without our reference pays its charge once a report contains it', async () => {
  const { viewer, first, instalmentIds } = await harness.customer({ instalments: 1 })
  const started = await payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id } = await harness.charge(chargeId)
  proxy.alter(provider_id ?? '', { external_reference: undefined })
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'approve')
  await payments.reconcile()
  expect(await harness.statuses([first])).toEqual(['pending'])
  const credits = () => harness.query('select status from credits where charge_id = $1', [chargeId])
  expect(await credits()).toEqual([{ status: 'open' }])

  proxy.reset()
  harness.clock.advance(30 * second)
  await payments.reconcile()
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect((await harness.charge(chargeId)).status).toBe('approved')
  expect(await credits()).toEqual([{ status: 'matched' }])
  expect((await receipts()).get(provider_id ?? '')).toBe(10_000)
  expect(await payments.checkBooks()).toEqual([])
})

/** A customer with a code for the first of two instalments, of which the provider states these members from now on. */
async function chargedWith(change: Change) {
  const customer = await harness.customer({ instalments: 2 })
  const ask = () =>
    payments.startCharge({ viewer: customer.viewer, instalmentIds: customer.instalmentIds.slice(0, 1) })
  const started = await ask()
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id } = await harness.charge(chargeId)
  proxy.alter(provider_id ?? '', change)
  harness.clock.advance(second)
  const { id: userId } = customer.viewer
  const phase = async () => (await payments.chargeView({ chargeId, userId }))?.phase
  const underReview = async () => (await payments.pendingOf({ userId })).map((row) => row.underReview)
  return { ...customer, ask, chargeId, reference, phase, underReview }
}

test('a customer who paid a code whose amount cannot be read is not charged for it again before it is booked', async () => {
  const { first, ask, reference, phase, underReview } = await chargedWith({ transaction_amount: '"100,00"' })
  await harness.simulator.act(reference, 'approve')
  await payments.reconcile()
  expect(await payments.openItems({ limit: 100 })).toContainEqual(
    expect.objectContaining({ kind: 'set_aside', amount: 10_000 }),
  )
  expect([await phase(), await underReview()]).toEqual(['review', [true, false]])
  expect(await ask()).toMatchObject({ ok: false, code: 'under_review' })
  proxy.reset()
  harness.clock.advance(minute)
  await payments.reconcile()
  expect([await phase(), await underReview()]).toEqual(['approved', [false]])
  expect(await harness.statuses([first])).toEqual(['paid'])
})

test('a customer who paid a code is not charged for it again while its report names another charge, until a person has decided', async () => {
  const { first, ask, chargeId, reference, phase, underReview } = await chargedWith({
    external_reference: '"LOJA-B-1234"',
  })
  await harness.simulator.act(reference, 'approve')
  await payments.reconcile()
  const [credit] = await harness.query<{ id: string; status: string }>(
    'select id, status from credits where charge_id = $1',
    [chargeId],
  )
  expect(credit?.status).toBe('open')
  expect([await phase(), await underReview()]).toEqual(['review', [true, false]])
  expect(await ask()).toMatchObject({ ok: false, code: 'under_review' })

  const decision = { creditId: credit?.id ?? '', by: newId(), reason: 'é dela' }
  const applied = await harness.database.transaction((tx) =>
    payments.applyCredit(tx, { ...decision, instalmentIds: [first], forgive: false }),
  )
  expect(applied).toMatchObject({ ok: true })
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect([await phase(), await underReview()]).toEqual(['waiting', [false]])
})

test('a reference with spaces around it is that of its charge', async () => {
  const { first, chargeId, reference, phase } = await chargedWith({})
  const { provider_id } = await harness.charge(chargeId)
  proxy.alter(provider_id ?? '', { external_reference: JSON.stringify(` ${reference}\n`) })
  await harness.simulator.act(reference, 'approve')
  await payments.reconcile()
  expect(await harness.statuses([first])).toEqual(['paid'])
  expect(await phase()).toBe('approved')
})

test('a customer who paid in another currency can pay in reais once a person has decided about that money', async () => {
  const { ask, chargeId, reference, phase, underReview } = await chargedWith({ currency_id: '"USD"' })
  await harness.simulator.act(reference, 'approve')
  await payments.settleCharge({ chargeId })
  expect([await phase(), await underReview()]).toEqual(['review', [true, false]])
  const [{ id: setAsideId } = { id: '' }] = await harness.query<{ id: string }>(
    'select id from set_aside_payments where charge_id = $1',
    [chargeId],
  )
  const decision = { setAsideId, by: newId(), reason: 'devolvido no painel' }
  expect(await harness.database.transaction((tx) => payments.resolveSetAside(tx, decision))).toMatchObject({
    ok: true,
  })
  expect(await underReview()).toEqual([false, false])
  expect(await ask()).toMatchObject({ ok: true })
})

test('a code that nobody has paid stays payable, although its amount cannot be read', async () => {
  const { ask, chargeId, phase, underReview } = await chargedWith({ transaction_amount: '"100,00"' })
  expect(await payments.settleCharge({ chargeId })).toEqual({ kind: 'set_aside' })
  expect([await phase(), await underReview()]).toEqual(['waiting', [false, false]])
  expect(await ask()).toEqual({ ok: true, value: { chargeId } })
})

/** Returns the centavos that the ledger received, by the provider's id of the payment. */
async function receipts(): Promise<Map<string, number>> {
  const rows = await harness.query<{ provider_id: string; amount: string }>(
    `select p.provider_id, sum(e.amount) as amount from provider_payments p
       join ledger_transactions t on t.key = 'receipt:' || p.id join ledger_entries e on e.transaction_id = t.id
     where e.account = 'provider:mercado-pago' group by 1`,
  )
  return new Map(rows.map(({ provider_id, amount }) => [provider_id, Number(amount)]))
}

const tomorrow = () => ({ now: () => new Date(harness.clock.now().getTime() + 24 * 60 * minute) })
