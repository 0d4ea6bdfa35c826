import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBrCode } from '../../../src/core/br-code.ts'
import { createInMemoryProvider } from '../../../src/modules/payments/adapters/in-memory.ts'
import { createMercadoPago } from '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
import type { ChargeRequest, PaymentProvider } from '../../../src/modules/payments/ports.ts'
import { newId } from '../../../src/platform/ids.ts'
import { minute, movableClock, startProvider } from './rig.ts'

interface Subject {
  provider: PaymentProvider
  /** What the payer does. */
  pay(reference: string, providerId: string): Promise<void>
  close(): Promise<void>
}

const subjects: [name: string, make: (clock: ReturnType<typeof movableClock>) => Promise<Subject>][] = [
  [
    'in memory',
    async (clock) => {
      const provider = createInMemoryProvider({ clock })
      return {
        provider,
        pay: async (_, id) => provider.change(id, { status: 'approved', detail: 'accredited' }),
        close: async () => {},
      }
    },
  ],
  [
    'Mercado Pago at the simulator',
    async (clock) => {
      const simulator = await startProvider(clock)
      const provider = createMercadoPago({
        baseUrl: simulator.url,
        accessToken: simulator.accessToken,
        publicUrl: 'http://127.0.0.1:9',
      })
      return {
        provider,
        pay: async (reference) => void (await simulator.act(reference, 'approve')),
        close: simulator.close,
      }
    },
  ],
]

describe.each(subjects)('%s', (_, make) => {
  const clock = movableClock('2026-11-21T13:00:00Z')
  let subject: Subject
  beforeAll(async () => {
    subject = await make(clock)
  })
  afterAll(() => subject.close())

  const request = (change: Partial<ChargeRequest> = {}): ChargeRequest => ({
    reference: `PARC_${newId()}`,
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
  })

  async function issue(asked = request()) {
    const issued = await subject.provider.createPix(asked)
    if (!issued.ok) throw new Error(issued.code)
    return { asked, issued: issued.value }
  }

  test('a Pix is issued with a code of exactly its amount and the end it was asked for', async () => {
    const { asked, issued } = await issue()
    expect(issued).toMatchObject({ status: 'pending', expiresAt: asked.expiresAt })
    expect(parseBrCode(issued.code)).toMatchObject({ ok: true, value: { amount: 9990 } })
  })

  test('a company pays with its alphanumeric CNPJ', async () => {
    const payer = { ...request().payer, document: '12ABC34501DE35' }
    expect((await subject.provider.createPix(request({ payer }))).ok).toBe(true)
  })

  test('the same key and request give the same charge', async () => {
    const asked = request()
    const [first, second] = [await issue(asked), await issue(asked)]
    expect(second.issued).toEqual(first.issued)
  })

  test('the same key with another request is refused', async () => {
    const asked = request()
    await issue(asked)
    expect(await subject.provider.createPix({ ...asked, amount: 1 })).toMatchObject({
      ok: false,
      code: 'refused',
    })
  })

  test('a wrong document is the payer’s fault, and said so', async () => {
    const payer = { ...request().payer, document: '12345678900' }
    expect(await subject.provider.createPix(request({ payer }))).toMatchObject({ code: 'invalid_payer' })
  })

  test('a payment is told with its amount, reference and currency', async () => {
    const { asked, issued } = await issue()
    expect(await subject.provider.get(issued.providerId)).toMatchObject({
      ok: true,
      value: { status: 'pending', amount: 9990, reference: asked.reference, currency: 'BRL', method: 'pix' },
    })
    expect(await subject.provider.get('999')).toMatchObject({ ok: false, code: 'not_found' })
  })

  test('a paid Pix is found by its reference and among the latest approvals, and cannot be cancelled', async () => {
    const { asked, issued } = await issue()
    await subject.pay(asked.reference, issued.providerId)
    const found = await subject.provider.search({ reference: asked.reference })
    expect(found).toMatchObject({ ok: true, value: [{ providerId: issued.providerId, status: 'approved' }] })
    const approvedSince = new Date(clock.now().getTime() - minute)
    const latest = await subject.provider.search({ approvedSince })
    expect(latest.ok && latest.value.map(({ providerId }) => providerId)).toContain(issued.providerId)
    expect(await subject.provider.cancel(issued.providerId)).toMatchObject({ ok: false, code: 'refused' })
  })

  test('a Pix nobody paid is cancelled', async () => {
    const { issued } = await issue()
    expect(await subject.provider.cancel(issued.providerId)).toMatchObject({ value: { status: 'cancelled' } })
  })

  test('money is given back once under its key, in parts and then whole', async () => {
    const { asked, issued } = await issue()
    await subject.pay(asked.reference, issued.providerId)
    const part = { providerId: issued.providerId, idempotencyKey: newId(), amount: 990 }
    const given = await subject.provider.refund(part)
    expect(given).toMatchObject({ ok: true, value: { amount: 990 } })
    expect(await subject.provider.refund(part)).toEqual(given)
    await subject.provider.refund({ providerId: issued.providerId, idempotencyKey: newId() })
    expect(await subject.provider.get(issued.providerId)).toMatchObject({
      value: { status: 'refunded', refunded: 9990 },
    })
  })

  test('a card is charged on a page of the provider', async () => {
    const card = await subject.provider.createCard({ ...request(), mostInstalments: 6 })
    expect(card).toMatchObject({ ok: true, value: { initPoint: expect.stringMatching(/^https?:/) } })
  })
})
