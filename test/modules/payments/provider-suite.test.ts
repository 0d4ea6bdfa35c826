import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBrCode } from '../../../src/core/br-code.ts'
import type { ChargeKey, ChargeRequest } from '../../../src/modules/payments/ports.ts'
import { newId } from '../../../src/platform/ids.ts'
import { minute, movableClock } from './payments-harness.ts'
import { apiPix, inMemory, mercadoPago, type ProviderUnderTest, type TestClock } from './providers.ts'

const subjects: [name: string, make: (clock: TestClock) => Promise<ProviderUnderTest>][] = [
  ['in memory', inMemory],
  ['Mercado Pago at the simulator', mercadoPago],
  ['API Pix at the simulator', apiPix],
]

describe.each(subjects)('%s', (_, make) => {
  const clock = movableClock('2026-11-21T13:00:00Z')
  let subject: ProviderUnderTest
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
    return { ...made, paymentId: await subject.pay(made.charge) }
  }

  test('a Pix is issued with a code for its exact amount and with the requested expiry', async () => {
    const { asked, issued } = await issue()
    expect(issued).toMatchObject({ state: 'pending', expiresAt: asked.expiresAt })
    expect(parseBrCode(issued.code)).toMatchObject({ ok: true, value: { amount: 9990 } })
  })

  test('a company pays with its alphanumeric CNPJ', async () => {
    const payer = { ...request().payer, document: '12ABC34501DE35' }
    expect((await subject.provider.createPix(request({ payer }))).ok).toBe(true)
  })

  test('creation is idempotent: the same key and request return the same charge', async () => {
    const asked = request()
    const first = await issue(asked)
    clock.advance(1000)
    expect((await issue(asked)).issued).toEqual(first.issued)
  })

  test('a reused key with a different request is refused and changes nothing', async () => {
    const { asked, charge } = await issue()
    expect(await subject.provider.createPix({ ...asked, amount: 1 })).toMatchObject({
      ok: false,
      code: 'refused',
    })
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ value: [{ amount: 9990 }] })
  })

  test('an invalid document is refused as invalid_payer', async () => {
    const payer = { ...request().payer, document: '12345678900' }
    expect(await subject.provider.createPix(request({ payer }))).toMatchObject({ code: 'invalid_payer' })
  })

  test('an unpaid charge is reported with its amount, reference, currency and code', async () => {
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

  test('an unknown payment is not found, and an unknown charge has no payments', async () => {
    expect(await subject.provider.get('999')).toMatchObject({ ok: false, code: 'not_found' })
    const unknown = {
      method: 'pix',
      reference: request().reference,
      providerId: null,
      preferenceId: null,
    } as const
    expect(await subject.provider.paymentsOf(unknown)).toEqual({ ok: true, value: [] })
  })

  test('a paid Pix is reported under its reference and cannot be cancelled', async () => {
    const { asked, charge, paymentId } = await paid()
    const value = {
      providerId: paymentId,
      state: 'approved',
      amount: 9990,
      refunded: 0,
      reference: asked.reference,
      approvedAt: clock.now(),
    }
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ ok: true, value: [value] })
    expect(await subject.provider.get(paymentId)).toMatchObject({ ok: true, value })
    expect(await subject.provider.cancel(charge)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('the report has the amount paid, not the amount asked', async () => {
    const { charge } = await issue()
    await subject.pay(charge, 5000)
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({
      value: [{ state: 'approved', amount: 5000 }],
    })
  })

  test('an unpaid Pix is cancelled once', async () => {
    const { charge } = await issue()
    expect(await subject.provider.cancel(charge)).toEqual({ ok: true, value: undefined })
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ value: [{ state: 'cancelled' }] })
    expect(await subject.provider.cancel(charge)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('cancelling a charge that was never created is refused', async () => {
    const unknown = {
      method: 'pix',
      reference: request().reference,
      providerId: null,
      preferenceId: null,
    } as const
    expect(await subject.provider.cancel(unknown)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('approvals in a period are listed oldest first, its end exclusive', async () => {
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
      first.paymentId,
      second.paymentId,
    ])
    const rest = await subject.provider.list({ by: 'approval', from, to, offset: subject.provider.pageSize })
    expect(rest).toEqual({ ok: true, value: [] })
  })

  test('a refund lists an old payment among the changes of the day', async () => {
    const { paymentId } = await paid()
    clock.advance(2 * 24 * 60 * minute)
    const from = clock.now()
    await subject.provider.refund({ providerId: paymentId, idempotencyKey: newId(), amount: 990 })
    clock.advance(minute)
    const query = { from, to: clock.now(), offset: 0 }
    const changed = await subject.provider.list({ by: 'change', ...query })
    expect(changed).toMatchObject({ value: [{ providerId: paymentId, refunded: 990, updatedAt: from }] })
    expect(await subject.provider.list({ by: 'approval', ...query })).toEqual({ ok: true, value: [] })
  })

  test('refunds are idempotent by key, partial and then full, and never exceed the payment', async () => {
    const { paymentId } = await paid()
    const part = { providerId: paymentId, idempotencyKey: newId(), amount: 990 }
    const given = await subject.provider.refund(part)
    expect(given).toMatchObject({ ok: true, value: { amount: 990 } })
    expect(await subject.provider.refund(part)).toEqual(given)
    expect(await subject.provider.get(paymentId)).toMatchObject({
      value: {
        ...{ state: 'approved', refunded: 990 },
        refunds: [{ id: given.ok && given.value.providerRefundId, amount: 990 }],
      },
    })
    const over = { providerId: paymentId, idempotencyKey: newId(), amount: 9001 }
    expect(await subject.provider.refund(over)).toMatchObject({ ok: false, code: 'refused' })
    const rest = { providerId: paymentId, idempotencyKey: newId(), amount: 9000 }
    expect(await subject.provider.refund(rest)).toMatchObject({ ok: true })
    expect(await subject.provider.get(paymentId)).toMatchObject({
      value: { state: 'refunded', refunded: 9990 },
    })
  })

  test('a chargeback is reported as charged_back, and is not a refund', async () => {
    const { charge, paymentId } = await paid()
    await subject.chargeBack(paymentId)
    const expected = { state: 'charged_back', refunded: 0 }
    expect(await subject.provider.paymentsOf(charge)).toMatchObject({ value: [expected] })
    expect(await subject.provider.get(paymentId)).toMatchObject({ value: expected })
  })

  test('an authentic notice names its payment, and reads the same every time', async () => {
    const { paymentId } = await paid()
    const notice = subject.notice(paymentId)
    const read = subject.provider.readNotice(notice, clock.now())
    expect(read).toMatchObject({ ok: true, value: [{ providerId: paymentId, kind: expect.any(String) }] })
    expect(subject.provider.readNotice(notice, clock.now())).toEqual(read)
  })

  test('an unauthenticated notice is refused', () => {
    const bare = { ...subject.notice('123456'), query: new URLSearchParams(), headers: new Headers() }
    expect(subject.provider.readNotice(bare, clock.now())).toMatchObject({ ok: false, code: 'unsigned' })
  })

  test('a card charge has a checkout page that can be closed, or cards are refused', async () => {
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
