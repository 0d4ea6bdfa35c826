import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBrCode } from '../../../src/core/br-code.ts'
import type { ChargeKey, ChargeRequest } from '../../../src/modules/payments/ports.ts'
import { newId } from '../../../src/platform/ids.ts'
import { apiPix, inMemory, mercadoPago, type Subject, type TestClock } from './providers.ts'
import { minute, movableClock } from './rig.ts'

const subjects: [name: string, make: (clock: TestClock) => Promise<Subject>][] = [
  ['in memory', inMemory],
  ['Mercado Pago at the simulator', mercadoPago],
  ['API Pix at its double', apiPix],
]

describe.each(subjects)('%s', (_, make) => {
  const clock = movableClock('2026-11-21T13:00:00Z')
  let subject: Subject
  beforeAll(async () => {
    subject = await make(clock)
  })
  afterAll(() => subject.close())

  function request(change: Partial<ChargeRequest> = {}): ChargeRequest {
    return {
      reference: subject.provider.referenceFor({ id: newId(), instalments: 1, now: clock.now() }),
      idempotencyKey: newId(),
      amount: 9990,
      description: 'Limpeza de Nome - PIX semanal',
      payer: {
        email: 'ana@exemplo.com.br',
        firstName: 'Ana',
        lastName: 'Maria Souza',
        document: '52998224725',
      },
      expiresAt: new Date(clock.now().getTime() + 31 * minute),
      ...change,
    }
  }

  async function issue(asked = request()) {
    const issued = await subject.provider.createPix(asked)
    if (!issued.ok) throw new Error(`${issued.code} ${issued.detail}`)
    const { providerId } = issued.value
    const charge: ChargeKey = { method: 'pix', reference: asked.reference, providerId, preferenceId: null }
    return { asked, issued: issued.value, charge }
  }

  async function paid() {
    const made = await issue()
    return { ...made, instalmentId: await subject.pay(made.charge) }
  }

  test('a Pix is issued with a code of exactly its amount and the end it was asked for', async () => {
    const { asked, issued } = await issue()
    expect(issued).toMatchObject({ state: 'pending', expiresAt: asked.expiresAt })
    expect(parseBrCode(issued.code)).toMatchObject({ ok: true, value: { amount: 9990 } })
  })

  test('a company pays with its alphanumeric CNPJ', async () => {
    const payer = { ...request().payer, document: '12ABC34501DE35' }
    expect((await subject.provider.createPix(request({ payer }))).ok).toBe(true)
  })

  test('the same key and request give the same charge, later too', async () => {
    const asked = request()
    const first = await issue(asked)
    clock.advance(1000)
    expect((await issue(asked)).issued).toEqual(first.issued)
  })

  test('the same key with another request is refused, and changes nothing', async () => {
    const { asked, charge } = await issue()
    expect(await subject.provider.createPix({ ...asked, amount: 1 })).toMatchObject({
      ok: false,
      code: 'refused',
    })
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ value: [{ amount: 9990 }] })
  })

  test('a wrong document is the payer’s fault, and said so', async () => {
    const payer = { ...request().payer, document: '12345678900' }
    expect(await subject.provider.createPix(request({ payer }))).toMatchObject({ code: 'invalid_payer' })
  })

  test('a charge is told with its amount, reference, currency and code', async () => {
    const { asked, issued, charge } = await issue()
    const value = {
      providerId: issued.providerId,
      state: 'pending',
      amount: 9990,
      refunded: 0,
      reference: asked.reference,
      currency: 'BRL',
      method: 'pix',
      code: issued.code,
      approvedAt: undefined,
    }
    expect(await subject.provider.get(issued.providerId)).toMatchObject({ ok: true, value })
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ ok: true, value: [value] })
  })

  test('what nobody knows is not found, and what nobody asked has no payments', async () => {
    expect(await subject.provider.get('999')).toMatchObject({ ok: false, code: 'not_found' })
    const unknown = {
      method: 'pix',
      reference: request().reference,
      providerId: null,
      preferenceId: null,
    } as const
    expect(await subject.provider.paymentsOf(unknown)).toEqual({ ok: true, value: [] })
  })

  test('a paid Pix is told under its reference, and cannot be cancelled', async () => {
    const { asked, charge, instalmentId } = await paid()
    const value = {
      providerId: instalmentId,
      state: 'approved',
      amount: 9990,
      refunded: 0,
      reference: asked.reference,
      approvedAt: clock.now(),
    }
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ ok: true, value: [value] })
    expect(await subject.provider.get(instalmentId)).toMatchObject({ ok: true, value })
    expect(await subject.provider.cancel(charge)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('what was really paid is told, not what was asked', async () => {
    const { charge } = await issue()
    await subject.pay(charge, 5000)
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({
      value: [{ state: 'approved', amount: 5000 }],
    })
  })

  test('a Pix nobody paid is cancelled, once', async () => {
    const { charge } = await issue()
    expect(await subject.provider.cancel(charge)).toEqual({ ok: true, value: undefined })
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ value: [{ state: 'cancelled' }] })
    expect(await subject.provider.cancel(charge)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('a charge that was never made has nothing to close', async () => {
    const unknown = {
      method: 'pix',
      reference: request().reference,
      providerId: null,
      preferenceId: null,
    } as const
    expect(await subject.provider.cancel(unknown)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('approvals of a time are listed the oldest first, its end not included', async () => {
    clock.advance(minute)
    const from = clock.now()
    const first = await paid()
    clock.advance(minute)
    const second = await paid()
    clock.advance(minute)
    const to = clock.now()
    await paid()
    const listed = await subject.provider.list({ by: 'approval', from, to, offset: 0 })
    expect(listed.ok && listed.value.map(({ providerId }) => providerId)).toEqual([
      first.instalmentId,
      second.instalmentId,
    ])
    const rest = await subject.provider.list({ by: 'approval', from, to, offset: subject.provider.pageSize })
    expect(rest).toEqual({ ok: true, value: [] })
  })

  test('money given back makes an old payment one of the changes of the day', async () => {
    const { instalmentId } = await paid()
    clock.advance(2 * 24 * 60 * minute)
    const from = clock.now()
    await subject.provider.refund({ providerId: instalmentId, idempotencyKey: newId(), amount: 990 })
    clock.advance(minute)
    const query = { from, to: clock.now(), offset: 0 }
    const changed = await subject.provider.list({ by: 'change', ...query })
    expect(changed).toMatchObject({ value: [{ providerId: instalmentId, refunded: 990, updatedAt: from }] })
    expect(await subject.provider.list({ by: 'approval', ...query })).toEqual({ ok: true, value: [] })
  })

  test('money is given back once under its key, in parts and then whole, and never more', async () => {
    const { instalmentId } = await paid()
    const part = { providerId: instalmentId, idempotencyKey: newId(), amount: 990 }
    const given = await subject.provider.refund(part)
    expect(given).toMatchObject({ ok: true, value: { amount: 990 } })
    expect(await subject.provider.refund(part)).toEqual(given)
    expect(await subject.provider.get(instalmentId)).toMatchObject({
      value: { state: 'approved', refunded: 990 },
    })
    const over = { providerId: instalmentId, idempotencyKey: newId(), amount: 9001 }
    expect(await subject.provider.refund(over)).toMatchObject({ ok: false, code: 'refused' })
    const rest = { providerId: instalmentId, idempotencyKey: newId(), amount: 9000 }
    expect(await subject.provider.refund(rest)).toMatchObject({ ok: true })
    expect(await subject.provider.get(instalmentId)).toMatchObject({
      value: { state: 'refunded', refunded: 9990 },
    })
  })

  test('money that was taken back is told as such', async () => {
    const { charge, instalmentId } = await paid()
    await subject.chargeBack(instalmentId)
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ value: [{ state: 'charged_back' }] })
  })

  test('a genuine notice says which payment, the same way each time', async () => {
    const { instalmentId } = await paid()
    const notice = subject.notice(instalmentId)
    const read = subject.provider.readNotice(notice, clock.now())
    expect(read).toMatchObject({ ok: true, value: [{ providerId: instalmentId, kind: expect.any(String) }] })
    expect(subject.provider.readNotice(notice, clock.now())).toEqual(read)
  })

  test('a notice without proof is refused', () => {
    const bare = { ...subject.notice('123456'), query: new URLSearchParams(), headers: new Headers() }
    expect(subject.provider.readNotice(bare, clock.now())).toMatchObject({ ok: false, code: 'unsigned' })
  })

  test('a card is charged on a page of the provider, which can be closed; or cards are refused', async () => {
    const asked = request()
    const card = await subject.provider.createCard({ ...asked, maxInstalments: 6 })
    if (!subject.provider.methods.includes('credit_card')) {
      expect(card).toMatchObject({ ok: false, code: 'refused' })
      return
    }
    expect(card).toMatchObject({ ok: true, value: { initPoint: expect.stringMatching(/^https?:/) } })
    const charge: ChargeKey = {
      method: 'credit_card',
      reference: asked.reference,
      providerId: null,
      preferenceId: card.ok ? card.value.preferenceId : null,
    }
    expect(await subject.provider.paymentsOf(charge)).toEqual({ ok: true, value: [] })
    expect(await subject.provider.cancel(charge)).toEqual({ ok: true, value: undefined })
  })
})
