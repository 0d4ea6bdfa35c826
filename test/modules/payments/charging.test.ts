// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseBrCode } from '../../../src/core/br-code.ts'
import { newId } from '../../../src/platform/ids.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

const atProvider = async (reference: string) =>
  (await harness.simulator.payments()).filter((payment) => payment.external_reference === reference)

test('a charge and its code ask for the exact amount due', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 2, amount: 9_990 })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const view = await harness.payments.chargeView({ chargeId: started.value.chargeId, userId: viewer.id })
  expect(view).toMatchObject({ phase: 'waiting', amount: 19_980, method: 'pix' })
  expect(parseBrCode(view?.code ?? '')).toMatchObject({ ok: true, value: { amount: 19_980 } })
  expect(view?.expiresAt?.getTime()).toBeGreaterThanOrEqual(harness.clock.now().getTime() + 30 * minute)
})

test('a double click and two tabs create one charge', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  const request = { viewer, instalmentIds }
  const started = await Promise.all([
    harness.payments.startCharge(request),
    harness.payments.startCharge(request),
    harness.payments.startCharge({ viewer, instalmentIds: [...instalmentIds].reverse() }),
  ])
  const ids = new Set(started.map((one) => (one.ok ? one.value.chargeId : one.code)))
  expect(ids.size).toBe(1)
  const [chargeId = ''] = ids
  expect(await atProvider((await harness.charge(chargeId)).reference)).toHaveLength(1)
})

test('another user’s instalments are refused as not_found', async () => {
  const [own, other] = [await harness.customer(), await harness.customer()]
  const refused = { ok: false, code: 'not_found' }
  const start = (instalmentIds: string[]) =>
    harness.payments.startCharge({ viewer: own.viewer, instalmentIds })
  expect(await start(other.instalmentIds)).toMatchObject(refused)
  expect(await start([own.first, other.first])).toMatchObject(refused)
  expect(await start([newId()])).toMatchObject(refused)
  expect(await start(["' or 1=1 --"])).toMatchObject(refused)
  expect(await start([])).toMatchObject({ code: 'nothing_selected' })
  expect(await harness.query('select 1 from charges where user_id = $1', [own.viewer.id])).toEqual([])
})

test('another user’s charge is not shown, renewed or cancelled', async () => {
  const [own, other] = [await harness.customer(), await harness.customer()]
  const started = await harness.payments.startCharge({
    viewer: other.viewer,
    instalmentIds: other.instalmentIds,
  })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  expect(await harness.payments.chargeView({ chargeId, userId: own.viewer.id })).toBeUndefined()
  expect(await harness.payments.chargeView({ chargeId, userId: undefined })).toBeUndefined()
  expect(await harness.payments.renewCharge({ chargeId, viewer: own.viewer })).toMatchObject({
    code: 'not_found',
  })
})

test.each([
  ['no e-mail', { email: '' }, 'no_email'],
  ['no document', { documento: '' }, 'no_client_data'],
  ['a wrong document', { documento: '12345678900' }, 'no_client_data'],
  ['no name', { nome: ' ' }, 'no_client_data'],
])('a person with %s cannot be charged', async (_, change, code) => {
  const { viewer, instalmentIds } = await harness.customer()
  expect(
    await harness.payments.startCharge({ viewer: { ...viewer, ...change }, instalmentIds }),
  ).toMatchObject({
    code,
  })
})

test('a paid instalment is not charged again', async () => {
  const { viewer, first } = await harness.customer()
  const started = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  await harness.simulator.act((await harness.charge(started.value.chargeId)).reference, 'approve')
  await harness.payments.settleCharge(started.value)
  expect(await harness.payments.startCharge({ viewer, instalmentIds: [first] })).toMatchObject({
    code: 'already_paid',
  })
})

test('after a crash between commit and call, the job issues the charge under the same key', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  const crashing = harness.build({
    createPix: () => {
      throw new Error('the process was killed')
    },
  })
  await expect(crashing.startCharge({ viewer, instalmentIds })).rejects.toThrow('killed')
  const [row] = await harness.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const before = await harness.charge(row?.id ?? '')
  expect(before.status).toBe('created')
  harness.clock.advance(20 * second)
  await harness.work('charges.issue')
  const after = await harness.charge(row?.id ?? '')
  expect(after).toMatchObject({ status: 'pending', idempotency_key: before.idempotency_key })
  expect(after.qr_code).toMatch(/^000201/)
  expect(await atProvider(after.reference)).toHaveLength(1)
})

test('a lost response does not create a second charge', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  await harness.simulator.faults({ failCreate: { status: 500, times: 3, afterCreating: true } })
  const lost = await harness.payments.startCharge({ viewer, instalmentIds })
  await harness.simulator.faults({})
  expect(lost).toMatchObject({ ok: false, code: 'unavailable' })
  const [row] = await harness.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  harness.clock.advance(20 * second)
  const again = await harness.payments.startCharge({ viewer, instalmentIds })
  expect(again).toEqual({ ok: true, value: { chargeId: row?.id } })
  const charge = await harness.charge(row?.id ?? '')
  expect(charge.status).toBe('pending')
  expect(await atProvider(charge.reference)).toHaveLength(1)
})

test('a notice that arrives before the create call returns finds its charge by reference', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 1 })
  const withEarlyNotice = harness.build({
    async createPix(request) {
      const { createMercadoPago } = await import(
        '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
      )
      const { url, accessToken } = harness.simulator
      const at = { links: linksAt(harness.publicUrl), webhookSecret: 's', clock: harness.clock }
      const provider = createMercadoPago({ baseUrl: url, accessToken, ...at })
      const issued = await provider.createPix(request)
      await harness.simulator.act(request.reference, 'approve')
      const [charge] = await harness.query<{ id: string }>('select id from charges where reference = $1', [
        request.reference,
      ])
      await harness.payments.settleCharge({ chargeId: charge?.id ?? '' })
      return issued
    },
  })
  const started = await withEarlyNotice.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  expect((await harness.charge(started.value.chargeId)).status).toBe('approved')
  expect(await harness.statuses([first])).toEqual(['paid'])
})

test('a code for another amount is never shown, and its charge is cancelled', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  const withWrongCode = harness.build({
    async createPix({ expiresAt }) {
      const code = buildBrCode({ key: 'a@b.c', merchantName: 'Outro', city: 'Outra', amount: 1 })
      return {
        ok: true,
        value: {
          providerId: '77',
          state: 'pending',
          status: 'pending',
          detail: undefined,
          code,
          ticketUrl: undefined,
          expiresAt,
        },
      }
    },
  })
  expect(await withWrongCode.startCharge({ viewer, instalmentIds })).toMatchObject({
    ok: false,
    code: 'wrong_code',
  })
  const [row] = await harness.query<{ status: string; qr_code: string | null; last_error: string }>(
    'select status, qr_code, last_error from charges where user_id = $1',
    [viewer.id],
  )
  expect(row).toEqual({ status: 'failed', qr_code: null, last_error: 'wrong_code' })
  expect(harness.queue.some(({ job }) => job === 'charges.cancel')).toBe(true)
})

test('a code is shown without surrounding white space, also when a report brings it', async () => {
  const spaced = (code: string | undefined) => code && ` ${code}\r\n`
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  const withSpace = harness.build({
    async createPix(request) {
      const created = await harness.provider.createPix(request)
      return created.ok ? { ok: true, value: { ...created.value, code: `${created.value.code} ` } } : created
    },
    async paymentsOf(charge) {
      const found = await harness.provider.paymentsOf(charge)
      if (!found.ok) return found
      return {
        ok: true,
        value: found.value.map((one) => ('code' in one ? { ...one, code: spaced(one.code) } : one)),
      }
    },
  })
  const started = await withSpace.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const shown = async () => (await harness.charge(chargeId)) as unknown as { qr_code: string | null }
  const { qr_code: code } = await shown()
  expect(code).toBe(code?.trim())
  await harness.query('update charges set qr_code = null where id = $1', [chargeId])
  await withSpace.settleCharge({ chargeId })
  expect((await shown()).qr_code).toBe(code)
})

test('a seller without a Pix key fails the charge, and the next attempt is a new charge', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  await harness.simulator.faults({ failCreate: { status: 400, code: 13253 } })
  expect(await harness.payments.startCharge({ viewer, instalmentIds })).toMatchObject({ code: 'no_pix_key' })
  await harness.simulator.faults({})
  expect((await harness.payments.startCharge({ viewer, instalmentIds })).ok).toBe(true)
  const rows = await harness.query(
    'select status, last_error from charges where user_id = $1 order by created_at, id',
    [viewer.id],
  )
  expect(rows).toEqual([
    { status: 'failed', last_error: 'no_pix_key' },
    { status: 'pending', last_error: null },
  ])
})

test('an expired code is renewed, and the old charge stays expired', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  const first = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!first.ok) throw new Error(first.code)
  harness.clock.advance(32 * minute)
  expect(await harness.payments.chargeView({ ...first.value, userId: viewer.id })).toMatchObject({
    phase: 'expired',
  })
  const renewed = await harness.payments.renewCharge({ ...first.value, viewer })
  if (!renewed.ok) throw new Error(renewed.code)
  expect(renewed.value.chargeId).not.toBe(first.value.chargeId)
  expect((await harness.charge(first.value.chargeId)).status).toBe('expired')
  expect(await harness.payments.chargeView({ ...renewed.value, userId: viewer.id })).toMatchObject({
    phase: 'waiting',
  })
})

test('a charge paid at the last moment is not renewed', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
  const first = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!first.ok) throw new Error(first.code)
  await harness.simulator.act((await harness.charge(first.value.chargeId)).reference, 'approve')
  harness.clock.advance(32 * minute)
  expect(await harness.payments.renewCharge({ ...first.value, viewer })).toEqual({
    ok: true,
    value: first.value,
  })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid'])
})

test('a card purchase is one preference for all pending instalments of the order', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 3, method: 'credit_card' })
  const started = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  const view = await harness.payments.chargeView({ ...started.value, userId: viewer.id })
  expect(view).toMatchObject({ method: 'credit_card', amount: 30_000, phase: 'waiting' })
  expect(view?.instalments.map(({ id }) => id).sort()).toEqual([...instalmentIds].sort())
  expect(view?.initPoint).toMatch(/^http/)
})

test('the current payment is the oldest pending instalment, else its charge, else none', async () => {
  const { viewer, instalmentIds, first } = await harness.customer({ instalments: 1 })
  const current = () => harness.payments.currentPayment({ chargeId: undefined, userId: viewer.id })
  expect(await current()).toMatchObject({ kind: 'instalment', instalment: { id: first } })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  expect(await current()).toMatchObject({ kind: 'charge', charge: { id: started.value.chargeId } })
  await harness.simulator.act((await harness.charge(started.value.chargeId)).reference, 'approve')
  await harness.payments.checkCharge(started.value)
  expect(await current()).toEqual({ kind: 'none' })
  expect(await harness.payments.paidOf({ userId: viewer.id })).toMatchObject([{ id: first, status: 'paid' }])
  expect(await harness.payments.pendingOf({ userId: viewer.id })).toEqual([])
})

test('a guest’s consultation is charged and settled with its purpose', async () => {
  const consultation = newId()
  const payer = harness.payments.guestPayerOf({
    email: 'ana@exemplo.com.br',
    nome: 'Ana Souza',
    documento: '52998224725',
  })
  if (!payer.ok) throw new Error(payer.code)
  const chargeId = await harness.database.transaction((tx) =>
    harness.payments.requestCharge(tx, {
      purpose: { kind: 'consultation', id: consultation },
      method: 'pix',
      amount: 1_500,
      description: 'Consulta CPF Serasa',
      payer: payer.value,
      selectionKey: `consultation:${consultation}`,
      referencePrefix: 'cpf-consult-',
    }),
  )
  if (!chargeId) throw new Error('not requested')
  expect(await harness.payments.issueCharge({ chargeId })).toMatchObject({ ok: true })
  const { reference } = await harness.charge(chargeId)
  expect(reference).toMatch(/^cpf-consult-\d+-[0-9a-f]{12}$/)
  await harness.simulator.act(reference, 'approve')
  await harness.payments.settleCharge({ chargeId })
  expect(await harness.payments.chargeView({ chargeId, userId: undefined })).toMatchObject({
    phase: 'approved',
  })
  expect(await harness.events('charge.settled', 'chargeId', chargeId)).toMatchObject([
    { payload: { purpose: { kind: 'consultation', id: consultation }, userId: null } },
  ])
})

test('a charge that was refused but exists at the provider is found later and cancelled there', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  // The list that is searched immediately afterwards does not contain it yet.
  await harness.simulator.faults({
    ...{ dropWebhooks: true, searchLag: 10_000 },
    failCreate: { status: 400, afterCreating: true },
  })
  expect(await harness.payments.startCharge({ viewer, instalmentIds })).toMatchObject({ ok: false })
  await harness.simulator.faults({ dropWebhooks: true })
  const [row] = await harness.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const { reference, status } = await harness.charge(row?.id ?? '')
  expect(status).toBe('failed')
  expect(await atProvider(reference)).toMatchObject([{ status: 'pending' }])

  harness.clock.advance(11 * minute)
  await harness.payments.reconcile()
  await harness.work('charges.cancel')
  expect(await atProvider(reference)).toMatchObject([{ status: 'cancelled' }])
})

test('a charge that was refused and does not exist at the provider is looked up once', async () => {
  const { viewer, instalmentIds } = await harness.customer()
  await harness.simulator.faults({ failCreate: { status: 400 } })
  expect(await harness.payments.startCharge({ viewer, instalmentIds })).toMatchObject({ ok: false })
  await harness.simulator.faults({})
  const due = () =>
    harness.query('select status, next_check_at is null as done from charges where user_id = $1', [viewer.id])
  expect(await due()).toEqual([{ status: 'failed', done: false }])
  harness.clock.advance(11 * minute)
  await harness.payments.reconcile()
  expect(await due()).toEqual([{ status: 'failed', done: true }])
})

test('a customer who requests too many charges has to wait; other customers do not', async () => {
  const [eager, calm] = [await harness.customer({ instalments: 7 }), await harness.customer()]
  const { viewer, instalmentIds } = eager
  const selection = (bits: number) => instalmentIds.filter((_, at) => (bits >> at) & 1)
  const ask = (bits: number) => harness.payments.startCharge({ viewer, instalmentIds: selection(bits) })
  expect(await ask(1)).toMatchObject({ ok: true })
  // As after 298 more of them.
  await harness.query("update rate_limits set expires_at = expires_at + interval '3576 seconds'")
  expect(await ask(2)).toMatchObject({ ok: true })
  const last = await harness.query<{ id: string }>(
    'select id from charges where user_id = $1 order by created_at desc, id desc limit 1',
    [viewer.id],
  )
  const before = (await harness.simulator.payments()).length
  for (let bits = 3; bits <= 12; bits++) expect(await ask(bits)).toMatchObject({ code: 'too_many' })
  const renewed = await harness.payments.renewCharge({ chargeId: last[0]?.id ?? '', viewer })
  expect(renewed).toMatchObject({ code: 'too_many' })
  expect((await harness.simulator.payments()).length).toBe(before)
  expect(await harness.payments.startCharge(calm)).toMatchObject({ ok: true })
  harness.clock.advance(minute / 5)
  expect(await ask(13)).toMatchObject({ ok: true })
  expect(await ask(14)).toMatchObject({ code: 'too_many' })
})

test.each(['pix', 'credit_card'] as const)(
  'a charge by %s that the provider refuses to close is not shown as cancelled, and is closed later',
  async (method) => {
    const { viewer, instalmentIds } = await harness.customer({ method })
    const started = await harness.payments.startCharge({ viewer, instalmentIds, method })
    if (!started.ok) throw new Error(started.code)
    const { chargeId } = started.value
    for (const status of [400, 404]) {
      await harness.simulator.faults({ failCancel: { status, times: 1 } })
      expect(await harness.payments.cancelCharge({ chargeId })).toMatchObject({
        code: 'unavailable',
      })
      expect(await harness.charge(chargeId)).toMatchObject({ status: 'pending' })
    }
    await harness.payments.jobs['charges.cancel'].run({ chargeId })
    expect(await harness.charge(chargeId)).toMatchObject({ status: 'cancelled' })
  },
)
