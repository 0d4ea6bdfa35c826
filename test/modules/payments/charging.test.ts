// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBrCode, parseBrCode } from '../../../src/core/br-code.ts'
import { newId } from '../../../src/platform/ids.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type Rig, second, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ testDatabase })
})
afterAll(() => rig.close())

const atProvider = async (reference: string) =>
  (await rig.simulator.payments()).filter((payment) => payment.external_reference === reference)

test('what is shown asks for exactly what is owed', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 2, amount: 9_990 })
  const started = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const view = await rig.payments.chargeView({ chargeId: started.value.chargeId, userId: viewer.id })
  expect(view).toMatchObject({ phase: 'waiting', amount: 19_980, method: 'pix' })
  expect(parseBrCode(view?.code ?? '')).toMatchObject({ ok: true, value: { amount: 19_980 } })
  expect(view?.expiresAt?.getTime()).toBeGreaterThanOrEqual(rig.clock.now().getTime() + 30 * minute)
})

test('a double click and two tabs are one charge', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  const wish = { viewer, instalmentIds }
  const started = await Promise.all([
    rig.payments.startCharge(wish),
    rig.payments.startCharge(wish),
    rig.payments.startCharge({ viewer, instalmentIds: [...instalmentIds].reverse() }),
  ])
  const ids = new Set(started.map((one) => (one.ok ? one.value.chargeId : one.code)))
  expect(ids.size).toBe(1)
  const [chargeId = ''] = ids
  expect(await atProvider((await rig.charge(chargeId)).reference)).toHaveLength(1)
})

test('another person’s instalments are refused as if they did not exist', async () => {
  const [mine, theirs] = [await rig.customer(), await rig.customer()]
  const refused = { ok: false, code: 'not_found' }
  const start = (instalmentIds: string[]) => rig.payments.startCharge({ viewer: mine.viewer, instalmentIds })
  expect(await start(theirs.instalmentIds)).toMatchObject(refused)
  expect(await start([mine.first, theirs.first])).toMatchObject(refused)
  expect(await start([newId()])).toMatchObject(refused)
  expect(await start(["' or 1=1 --"])).toMatchObject(refused)
  expect(await start([])).toMatchObject({ code: 'nothing_selected' })
  expect(await rig.query('select 1 from charges where user_id = $1', [mine.viewer.id])).toEqual([])
})

test('another person’s charge is not shown, renewed or cancelled', async () => {
  const [mine, theirs] = [await rig.customer(), await rig.customer()]
  const started = await rig.payments.startCharge({
    viewer: theirs.viewer,
    instalmentIds: theirs.instalmentIds,
  })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  expect(await rig.payments.chargeView({ chargeId, userId: mine.viewer.id })).toBeUndefined()
  expect(await rig.payments.chargeView({ chargeId, userId: undefined })).toBeUndefined()
  expect(await rig.payments.renewCharge({ chargeId, viewer: mine.viewer })).toMatchObject({
    code: 'not_found',
  })
  expect(await rig.payments.cancelCharge({ chargeId, userId: mine.viewer.id })).toMatchObject({
    code: 'not_found',
  })
})

test.each([
  ['no e-mail', { email: '' }, 'no_email'],
  ['no document', { documento: '' }, 'no_client_data'],
  ['a wrong document', { documento: '12345678900' }, 'no_client_data'],
  ['no name', { nome: ' ' }, 'no_client_data'],
])('a person with %s cannot be charged', async (_, change, code) => {
  const { viewer, instalmentIds } = await rig.customer()
  expect(await rig.payments.startCharge({ viewer: { ...viewer, ...change }, instalmentIds })).toMatchObject({
    code,
  })
})

test('what is already paid is not charged again', async () => {
  const { viewer, first } = await rig.customer()
  const started = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  await rig.simulator.act((await rig.charge(started.value.chargeId)).reference, 'approve')
  await rig.payments.settleCharge(started.value)
  expect(await rig.payments.startCharge({ viewer, instalmentIds: [first] })).toMatchObject({
    code: 'already_paid',
  })
})

test('a crash between the commit and the call is finished by the job, under the same key', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  const crashing = rig.build({
    createPix: () => {
      throw new Error('the process was killed')
    },
  })
  await expect(crashing.startCharge({ viewer, instalmentIds })).rejects.toThrow('killed')
  const [row] = await rig.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  const before = await rig.charge(row?.id ?? '')
  expect(before.status).toBe('created')
  rig.clock.advance(20 * second)
  await rig.work('charges.issue')
  const after = await rig.charge(row?.id ?? '')
  expect(after).toMatchObject({ status: 'pending', idempotency_key: before.idempotency_key })
  expect(after.qr_code).toMatch(/^000201/)
  expect(await atProvider(after.reference)).toHaveLength(1)
})

test('an answer lost on the way does not make a second charge', async () => {
  const { viewer, instalmentIds } = await rig.customer()
  await rig.simulator.faults({ failCreate: { status: 500, times: 3, afterCreating: true } })
  const lost = await rig.payments.startCharge({ viewer, instalmentIds })
  await rig.simulator.faults({})
  expect(lost).toMatchObject({ ok: false, code: 'unavailable' })
  const [row] = await rig.query<{ id: string }>('select id from charges where user_id = $1', [viewer.id])
  rig.clock.advance(20 * second)
  const again = await rig.payments.startCharge({ viewer, instalmentIds })
  expect(again).toEqual({ ok: true, value: { chargeId: row?.id } })
  const charge = await rig.charge(row?.id ?? '')
  expect(charge.status).toBe('pending')
  expect(await atProvider(charge.reference)).toHaveLength(1)
})

test('a notice that arrives before the create call has returned finds its charge by reference', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 1 })
  const quick = rig.build({
    async createPix(request) {
      const { createMercadoPago } = await import(
        '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
      )
      const { url, accessToken } = rig.simulator
      const at = { links: linksAt(rig.publicUrl), webhookSecret: 's', clock: rig.clock }
      const provider = createMercadoPago({ baseUrl: url, accessToken, ...at })
      const issued = await provider.createPix(request)
      await rig.simulator.act(request.reference, 'approve')
      const [charge] = await rig.query<{ id: string }>('select id from charges where reference = $1', [
        request.reference,
      ])
      await rig.payments.settleCharge({ chargeId: charge?.id ?? '' })
      return issued
    },
  })
  const started = await quick.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  expect((await rig.charge(started.value.chargeId)).status).toBe('approved')
  expect(await rig.statuses([first])).toEqual(['paid'])
})

test('a code that asks for another amount is never shown, and its charge is withdrawn', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 1 })
  const bad = rig.build({
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
  expect(await bad.startCharge({ viewer, instalmentIds })).toMatchObject({ ok: false, code: 'wrong_code' })
  const [row] = await rig.query<{ status: string; qr_code: string | null; last_error: string }>(
    'select status, qr_code, last_error from charges where user_id = $1',
    [viewer.id],
  )
  expect(row).toEqual({ status: 'failed', qr_code: null, last_error: 'wrong_code' })
  expect(rig.queue.some(({ job }) => job === 'charges.cancel')).toBe(true)
})

test('a seller without a Pix key fails the charge for good, and the next try is a new one', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 1 })
  await rig.simulator.faults({ failCreate: { status: 400, code: 13253 } })
  expect(await rig.payments.startCharge({ viewer, instalmentIds })).toMatchObject({ code: 'no_pix_key' })
  await rig.simulator.faults({})
  expect((await rig.payments.startCharge({ viewer, instalmentIds })).ok).toBe(true)
  const rows = await rig.query(
    'select status, last_error from charges where user_id = $1 order by created_at, id',
    [viewer.id],
  )
  expect(rows).toEqual([
    { status: 'failed', last_error: 'no_pix_key' },
    { status: 'pending', last_error: null },
  ])
})

test('an expired code is renewed with one tap; the old one is withdrawn', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 1 })
  const first = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!first.ok) throw new Error(first.code)
  rig.clock.advance(32 * minute)
  expect(await rig.payments.chargeView({ ...first.value, userId: viewer.id })).toMatchObject({
    phase: 'expired',
  })
  const renewed = await rig.payments.renewCharge({ ...first.value, viewer })
  if (!renewed.ok) throw new Error(renewed.code)
  expect(renewed.value.chargeId).not.toBe(first.value.chargeId)
  expect((await rig.charge(first.value.chargeId)).status).toBe('expired')
  expect(await rig.payments.chargeView({ ...renewed.value, userId: viewer.id })).toMatchObject({
    phase: 'waiting',
  })
})

test('what was paid at the last moment is not renewed', async () => {
  const { viewer, instalmentIds } = await rig.customer({ instalments: 1 })
  const first = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!first.ok) throw new Error(first.code)
  await rig.simulator.act((await rig.charge(first.value.chargeId)).reference, 'approve')
  rig.clock.advance(32 * minute)
  expect(await rig.payments.renewCharge({ ...first.value, viewer })).toEqual({ ok: true, value: first.value })
  expect(await rig.statuses(instalmentIds)).toEqual(['paid'])
})

test('one card purchase is one preference for all that is left of the order', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 3, method: 'credit_card' })
  const started = await rig.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  const view = await rig.payments.chargeView({ ...started.value, userId: viewer.id })
  expect(view).toMatchObject({ method: 'credit_card', amount: 30_000, phase: 'waiting' })
  expect(view?.instalments.map(({ id }) => id).sort()).toEqual([...instalmentIds].sort())
  expect(view?.initPoint).toMatch(/^http/)
})

test('nothing is due: what is shown is the oldest open instalment, then its charge, then nothing', async () => {
  const { viewer, instalmentIds, first } = await rig.customer({ instalments: 1 })
  const current = () => rig.payments.currentPayment({ chargeId: undefined, userId: viewer.id })
  expect(await current()).toMatchObject({ kind: 'instalment', instalment: { id: first } })
  const started = await rig.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  expect(await current()).toMatchObject({ kind: 'charge', charge: { id: started.value.chargeId } })
  await rig.simulator.act((await rig.charge(started.value.chargeId)).reference, 'approve')
  await rig.payments.checkCharge(started.value)
  expect(await current()).toEqual({ kind: 'none' })
  expect(await rig.payments.paidOf({ userId: viewer.id })).toMatchObject([{ id: first, status: 'paid' }])
  expect(await rig.payments.pendingOf({ userId: viewer.id })).toEqual([])
})

test('a guest’s consultation is charged and settled with its purpose', async () => {
  const consultation = newId()
  const payer = rig.payments.payerOf({
    email: 'ana@exemplo.com.br',
    nome: 'Ana Souza',
    documento: '52998224725',
  })
  if (!payer.ok) throw new Error(payer.code)
  const chargeId = await rig.database.transaction((tx) =>
    rig.payments.requestCharge(tx, {
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
  expect(await rig.payments.issueCharge({ chargeId })).toMatchObject({ ok: true })
  const { reference } = await rig.charge(chargeId)
  expect(reference).toMatch(/^cpf-consult-\d+-[0-9a-f]{12}$/)
  await rig.simulator.act(reference, 'approve')
  await rig.payments.settleCharge({ chargeId })
  expect(await rig.payments.chargeView({ chargeId, userId: undefined })).toMatchObject({ phase: 'approved' })
  expect(await rig.events('charge.settled', 'chargeId', chargeId)).toMatchObject([
    { payload: { purpose: { kind: 'consultation', id: consultation }, userId: null } },
  ])
})
