import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBank } from '../../../simulator/api-pix/server.ts'
import { toDecimal } from '../../../src/core/money.ts'
import { createApiPix } from '../../../src/modules/payments/adapters/api-pix/api-pix.ts'
import type { RetryLimits } from '../../../src/modules/payments/adapters/client.ts'
import { createMercadoPago } from '../../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
import type { ChargeKey, Notice, PaymentProvider } from '../../../src/modules/payments/ports.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { apiPixContract } from '../../support/api-pix-contract.ts'
import { createInMemoryProvider, inMemoryToken } from './in-memory-provider.ts'
import { type movableClock, startProvider, webhookSecret } from './payments-harness.ts'

export type TestClock = ReturnType<typeof movableClock>

/** A provider under test, and the actions of payers and banks at it. */
export interface ProviderUnderTest {
  provider: PaymentProvider
  /** Pays as the payer, by default the requested amount; `amount` in centavos. Returns the payment's id. */
  pay(charge: ChargeKey, amount?: number): Promise<string>
  /** Charges the whole payment back. */
  chargeBack(paymentId: string): Promise<void>
  /** Returns an authentic notice about a payment. */
  notice(paymentId: string): Notice
  close(): Promise<void>
}

export async function inMemory(clock: TestClock): Promise<ProviderUnderTest> {
  const provider = createInMemoryProvider({ clock })
  return {
    provider,
    pay: async ({ providerId }, amount) => {
      provider.change(providerId ?? '', { state: 'approved', ...(amount !== undefined && { amount }) })
      return providerId ?? ''
    },
    chargeBack: async (id) => provider.change(id, { state: 'charged_back' }),
    notice: (providerId) => ({
      query: new URLSearchParams(),
      headers: new Headers({ 'x-token': inMemoryToken }),
      body: JSON.stringify([{ deliveryKey: 'delivery-1', providerId, kind: 'payment' }]),
    }),
    close: async () => {},
  }
}

export async function mercadoPago(clock: TestClock): Promise<ProviderUnderTest> {
  const simulator = await startProvider(clock)
  const provider = createMercadoPago({
    baseUrl: simulator.url,
    accessToken: simulator.accessToken,
    links: linksAt('http://127.0.0.1:9'),
    webhookSecret,
    clock,
  })
  return {
    provider,
    pay: async ({ reference, providerId }, amount) => {
      if (amount !== undefined) await simulator.faults({ wrongAmount: amount / 100 })
      await simulator.act(reference, 'approve')
      await simulator.faults({})
      return providerId ?? ''
    },
    chargeBack: async (id) => void (await simulator.act(id, 'chargeback')),
    notice: (id) => {
      const ts = clock.now().getTime()
      const v1 = createHmac('sha256', webhookSecret).update(`id:${id};request-id:r1;ts:${ts};`).digest('hex')
      return {
        query: new URLSearchParams({ 'data.id': id, type: 'payment' }),
        headers: new Headers({ 'x-request-id': 'r1', 'x-signature': `ts=${ts},v1=${v1}` }),
        body: '{"type":"payment"}',
      }
    },
    close: simulator.close,
  }
}

/** Secret in the notice URL that the bank receives. */
export const noticeSecret = 'segredo-do-aviso'

/** Returns the path of a test-only certificate or key. */
export function certificate(name: string): string {
  return join(import.meta.dirname, '../../support/test-only-certificates', `${name}.pem`)
}

/**
 * Sets up API Pix at the bank simulator: OAuth2, mTLS, every message validated against the OpenAPI.
 *
 * @param isPlain without mTLS and validation, which make each request slower; for tests of a great many requests
 */
export async function apiPix(
  clock: TestClock,
  { isPlain = false, ...limits }: RetryLimits & { isPlain?: boolean } = {},
) {
  const pem = (name: string) => readFile(certificate(name), 'utf8')
  const ca = await pem('ca')
  const client = { clientId: 'loja', clientSecret: 'segredo-da-loja', key: 'financeiro@exemplo.com.br' }
  const faults: string[] = []
  const bank = await startBank({
    ...client,
    port: 0,
    controlPort: 0,
    ...(!isPlain && { tls: { cert: await pem('bank'), key: await pem('bank-key'), ca } }),
    ...(apiPixContract && !isPlain && { contract: apiPixContract }),
    clock,
    log: (line) => faults.push(line),
  })
  const options = {
    ...client,
    baseUrl: bank.url,
    tokenUrl: bank.tokenUrl,
    tls: { cert: await pem('shop'), key: await pem('shop-key'), ca },
    links: linksAt('http://127.0.0.1:9'),
    webhookSecret: noticeSecret,
    clock,
    sleep: async () => {},
    elapsed: () => clock.now().getTime(),
    ...limits,
  }
  const act = (path: string, body?: object) => post(`${bank.controlUrl}/sim/${path}`, body)
  const provider = createApiPix(options)
  const subject: ProviderUnderTest = {
    provider,
    pay: async ({ reference }, amount) => {
      const paid = await act(
        `charges/${reference}/pay`,
        amount === undefined ? {} : { amount: toDecimal(amount) },
      )
      return paid.endToEndId
    },
    chargeBack: (id) => act(`pix/${id}/return`, { nature: 'MED_FRAUDE' }),
    notice: (endToEndId) => ({
      query: new URLSearchParams({ token: `${noticeSecret}/pix` }),
      headers: new Headers(),
      body: JSON.stringify({ pix: [{ endToEndId, valor: '99.90', horario: clock.now().toISOString() }] }),
    }),
    close: bank.close,
  }
  const state = async () => (await fetch(`${bank.controlUrl}/sim/state`)).json()
  return { ...subject, provider, options, act, state, faults, controlUrl: bank.controlUrl }
}

async function post(url: string, body: object = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
