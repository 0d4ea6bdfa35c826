import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient as createPixClient } from '../../src/modules/payments/adapters/api-pix/client.ts'
import { createClient } from '../../src/modules/payments/adapters/mercado-pago/client.ts'
import { pixBody, preferenceBody } from '../../src/modules/payments/adapters/mercado-pago/wire.ts'
import { payerOf } from '../../src/modules/payments/charges/payer-of.ts'
import { minProcessorTime } from '../support/processor-time.ts'

const charge = {
  reference: 'PARC_1',
  idempotencyKey: 'key',
  amount: 9990,
  description: 'Limpeza de Nome',
  expiresAt: new Date('2026-11-21T13:31:00Z'),
}

function payerSent(nome: string, documento: string) {
  const payer = payerOf({ email: 'ana@exemplo.com.br', nome, documento })
  if (!payer.ok) throw new Error(payer.code)
  return pixBody({ ...charge, payer: payer.value }, 'https://exemplo.com.br/webhooks/mercadopago').payer
}

test.each([
  [
    "D'Ávila",
    '529.982.247-25',
    { first_name: "D'Ávila", identification: { type: 'CPF', number: '52998224725' } },
  ],
  [
    '  José   da Conceição Ñandú ',
    '52998224725',
    {
      first_name: 'José',
      last_name: 'da Conceição Ñandú',
      identification: { type: 'CPF', number: '52998224725' },
    },
  ],
  [
    'Padaria & Cia <Ltda>',
    '12.abc.345/01de-35',
    {
      first_name: 'Padaria',
      last_name: '& Cia <Ltda>',
      identification: { type: 'CNPJ', number: '12ABC34501DE35' },
    },
  ],
])('the provider receives the payer %j with %j complete, without empty names', (nome, documento, sent) => {
  expect(payerSent(nome, documento)).toEqual({ email: 'ana@exemplo.com.br', ...sent })
})

test('the card checkout omits the surname of a single-word name', () => {
  const payer = payerOf({ email: 'ana@exemplo.com.br', nome: 'Ana', documento: '52998224725' })
  const urls = { notificationUrl: 'https://exemplo.com.br/n', backUrl: 'https://exemplo.com.br/payment' }
  const sent = payer.ok && preferenceBody({ ...charge, payer: payer.value, maxInstalments: 1 }, urls).payer
  expect(sent).toEqual({
    email: 'ana@exemplo.com.br',
    name: 'Ana',
    identification: { type: 'CPF', number: '52998224725' },
  })
})

test("a very long name is truncated to the provider's limit", () => {
  const { first_name, last_name } = payerSent(`Ana ${'Maria '.repeat(200)}`, '52998224725')
  expect([first_name, (last_name ?? '').length <= 120]).toEqual(['Ana', true])
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['causes without an end', `{${'"cause":[{'.repeat(26_000)}`],
  ['a cause of many lines', JSON.stringify({ cause: Array(20_000).fill({ cod: 1 }) })],
  [
    'violations without an end',
    JSON.stringify({ type: 'x', violacoes: Array(20_000).fill({ propriedade: 1 }) }),
  ],
  ['violations of long names', JSON.stringify({ violacoes: [{ propriedade: 'devedor.'.repeat(30_000) }] })],
  ['nesting', '['.repeat(256_000)],
])('a refusal of 256 KB with %s costs neither provider 50 ms of the event loop', async (_, body) => {
  const baseUrl = await serve((request, response) => {
    if (request.url === '/token') response.end('{"access_token":"x"}')
    else response.writeHead(400).end(body)
  })
  const pix = { clientId: 'x', clientSecret: 'x', tokenUrl: `${baseUrl}/token` }
  for (const send of [createClient({ baseUrl, accessToken: 'x' }), createPixClient({ baseUrl, ...pix })]) {
    await send({ method: 'GET', path: '/' })
    const ms = await minProcessorTime(50, async () =>
      expect(await send({ method: 'GET', path: '/' })).toMatchObject({ ok: false }),
    )
    expect(ms).toBeLessThan(50)
  }
})

test.each([
  ['{"cause":[{"code":2067}]}', 'invalid_payer', '400 cause 2067'],
  ['{"cause":[{"code":"13253","description":"x"},{"code":2067}]}', 'no_pix_key', '400 cause 13253'],
  ['{"cause":[]}', 'refused', '400'],
  ['{"cause":{"code":2067}}', 'refused', '400'],
  ['{"cause":[{"code":"52998224725 Ana"}]}', 'refused', '400'],
  ['<html>"cause":[{"code":2067', 'refused', '400'],
])('the refusal %s is %s', async (body, code, detail) => {
  const baseUrl = await serve((_request, response) => void response.writeHead(400).end(body))
  const send = createClient({ baseUrl, accessToken: 'x' })
  expect(await send({ method: 'GET', path: '/' })).toEqual({ ok: false, code, detail })
})

test.each([
  ['short enough', 16_000, 'invalid_payer'],
  ['longer than a readable reason', 17_000, 'refused'],
])('an error body that is %s', async (_, length, code) => {
  const body = JSON.stringify({ cause: [{ code: 2067 }] }).padEnd(length)
  const baseUrl = await serve((_request, response) => void response.writeHead(400).end(body))
  const send = createClient({ baseUrl, accessToken: 'x' })
  expect(await send({ method: 'GET', path: '/' })).toMatchObject({ ok: false, code })
})

test.each([
  [8_000, 1],
  [100, 3],
])(
  'a provider that responds after %i ms is requested %i times while a user waits',
  async (each, attempts) => {
    let asked = 0
    const baseUrl = await serve((_request, response) => {
      asked++
      response.writeHead(503).end()
    })
    const send = createClient({
      baseUrl,
      accessToken: 'TEST-token',
      sleep: async () => {},
      elapsed: () => asked * each,
    })
    expect(await send({ method: 'GET', path: '/v1/payments/1' })).toMatchObject({
      ok: false,
      code: 'unavailable',
    })
    expect(asked).toBe(attempts)
  },
)
