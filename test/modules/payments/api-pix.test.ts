import { createServer } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { parseBrCode } from '../../../src/core/br-code.ts'
import { createApiPix } from '../../../src/modules/payments/adapters/api-pix/api-pix.ts'
import { lastDayOf } from '../../../src/modules/payments/adapters/api-pix/wire.ts'
import type { ChargeKey, ChargeRequest, Notice } from '../../../src/modules/payments/ports.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { apiPixContract as contract, contractPath } from '../../support/api-pix-contract.ts'
import { movableClock } from './payments-harness.ts'
import { apiPix, noticeSecret } from './providers.ts'

const day = 24 * 60 * 60_000
const id = '01980a5e-7d3c-7000-8000-3c5d1f0a9b21'
const txid = '01980a5e7d3c700080003c5d1f0a9b21'
const charge: ChargeKey = { method: 'pix', reference: txid, providerId: txid, preferenceId: null }

let clock: ReturnType<typeof movableClock>
const goTo = (at: string | Date) => clock.advance(new Date(at).getTime() - clock.now().getTime())
let bank: Awaited<ReturnType<typeof apiPix>>
beforeEach(async () => {
  clock = movableClock('2026-11-20T13:00:00Z')
  bank = await apiPix(clock)
})
afterEach(async () => {
  await bank.close()
  // The bank validates every response and callback against the OpenAPI.
  expect(bank.faults).toEqual([])
})

const request: ChargeRequest = {
  reference: txid,
  idempotencyKey: id,
  amount: 19_990,
  description: 'Limpeza de Nome',
  payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
  expiresAt: new Date('2026-11-20T13:31:00Z'),
}
const due = { date: '2026-11-20', validDaysAfter: 30, finePercent: 200, monthlyInterestPercent: 100 }

async function pay(amount?: number): Promise<string> {
  await bank.provider.createPix(request)
  return bank.pay(charge, amount)
}

test('the reference of a charge is a valid txid', () => {
  const named = bank.provider.referenceFor({
    id,
    instalments: 3,
    prefix: 'rating-consult-',
    now: clock.now(),
  })
  expect(named).toBe(txid)
})

test('a charge is created under our txid, for the real payer, on the company’s Pix key', async () => {
  await bank.provider.createPix({ ...request, description: 'x'.repeat(200) })
  const { charges } = await bank.state()
  expect(charges).toMatchObject([
    {
      kind: 'cob',
      txid,
      calendario: { expiracao: 1860 },
      devedor: { cpf: '52998224725', nome: 'Ana Souza' },
      valor: { original: '199.90' },
      chave: 'financeiro@exemplo.com.br',
      solicitacaoPagador: 'x'.repeat(140),
    },
  ])
})

test('a charge with a due date has fine, interest and discount, and expires after its last payable day', async () => {
  const discount = { percent: 500, until: '2026-11-20' }
  const issued = await bank.provider.createPix({ ...request, due: { ...due, discount } })
  // The 20th is not a business day; 30 days after the 23rd is the 23rd of December, which is one.
  expect(issued).toMatchObject({ value: { state: 'pending', expiresAt: new Date('2026-12-24T03:00:00Z') } })
  expect(issued.ok && parseBrCode(issued.value.code)).toMatchObject({ value: { url: expect.any(String) } })
  const { charges } = await bank.state()
  expect(charges).toMatchObject([
    {
      kind: 'cobv',
      calendario: { dataDeVencimento: '2026-11-20', validadeAposVencimento: 30 },
      valor: {
        original: '199.90',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
        desconto: { modalidade: 2, descontoDataFixa: [{ data: '2026-11-20', valorPerc: '5.00' }] },
      },
    },
  ])
})

test.each([
  ['on the next business day', '2026-11-23T15:00:00Z', 19_990],
  ['twelve days later', '2026-12-05T15:00:00Z', 20_470],
])('a charge with a due date paid %s receives the amount due that day', async (_, at, amount) => {
  await bank.provider.createPix({ ...request, due })
  goTo(at)
  const paid = await bank.pay(charge)
  expect(await bank.provider.paymentsOf(charge)).toMatchObject({ value: [{ state: 'approved', amount }] })
  expect(await bank.provider.get(paid)).toMatchObject({ value: { amount, reference: txid } })
  expect(await bank.provider.cancel(charge)).toMatchObject({ code: 'refused' })
})

// The examples of the published text, `CobDataDeVencimento`.
test.each([
  ['A', '2020-10-20', 4, '2020-10-26'],
  ['B', '2020-12-25', 0, '2020-12-28'],
  ['C', '2020-12-25', 1, '2020-12-29'],
  ['D', '2020-12-25', 3, '2020-12-31'],
  ['E', '2020-12-25', 4, '2021-01-04'],
  ['F', '2021-08-27', 5, '2021-09-01'],
  ['G', '2021-08-28', 5, '2021-09-06'],
])(
  'example %s: due on %s and valid for %i days, %s is the last payable day',
  async (_, date, validDaysAfter, last) => {
    expect(lastDayOf(date, validDaysAfter)).toBe(last)
    goTo(`${date}T12:00:00Z`)
    await bank.provider.createPix({ ...request, due: { date, validDaysAfter } })
    goTo(`${last}T23:59:59-03:00`)
    expect(await bank.provider.get(txid)).toMatchObject({ value: { state: 'pending' } })
    clock.advance(1000)
    expect(await bank.provider.get(txid)).toMatchObject({ value: { state: 'expired' } })
    await expect(bank.pay(charge)).rejects.toThrow('409')
    clock.advance(-1000)
    expect(await bank.pay(charge)).toMatch(/^E/)
  },
)

test('a charge expires in time or is removed by the bank; a late payment is still received', async () => {
  await bank.provider.createPix(request)
  goTo(request.expiresAt)
  expect(await bank.provider.get(txid)).toMatchObject({ value: { providerId: txid, state: 'expired' } })
  await bank.act(`charges/${txid}/remove`)
  expect(await bank.provider.get(txid)).toMatchObject({
    value: { state: 'cancelled', status: 'REMOVIDA_PELO_PSP' },
  })
  await bank.act(`charges/${txid}/pay`, { late: true })
  expect(await bank.provider.get(txid)).toMatchObject({ value: { state: 'approved', amount: 19_990 } })
})

test('a token is reused until shortly before it expires', async () => {
  await bank.provider.createPix(request)
  await bank.provider.get(txid)
  expect((await bank.state()).tokens).toBe(1)
  clock.advance(271_000)
  await bank.provider.get(txid)
  expect((await bank.state()).tokens).toBe(2)
})

test('a rejected token is renewed once', async () => {
  await bank.provider.createPix(request)
  await bank.act('tokens/revoke')
  expect((await bank.provider.get(txid)).ok).toBe(true)
  expect((await bank.state()).tokens).toBe(2)
})

test('a wrong client secret is refused', async () => {
  const withWrongSecret = createApiPix({ ...bank.options, clientSecret: 'outro' })
  expect(await withWrongSecret.get(txid)).toMatchObject({
    ...{ code: 'unavailable', detail: 'token unauthorised: 401' },
  })
})

test('mTLS: no call without a client certificate, or to a bank with an untrusted one', async () => {
  const { ca } = bank.options.tls
  const bare = createApiPix({ ...bank.options, tls: { cert: '', key: '', ca } })
  expect(await bare.get(txid)).toMatchObject({ code: 'unavailable' })
  const { cert, key } = bank.options.tls
  const trusting = createApiPix({ ...bank.options, tls: { cert, key } })
  expect(await trusting.get(txid)).toMatchObject({
    code: 'unavailable',
    detail: expect.stringMatching(/CERT|SELF/),
  })
  expect((await bank.state()).tokens).toBe(0)
})

test.each([
  ['changes', {}, 1],
  ['refuses', { strict: true }, 0],
])(
  'a charge whose response was lost is created once at a bank that %s an existing charge',
  async (_, faults, revisao) => {
    await bank.act('faults', { ...faults, lose: 1 })
    expect(await bank.provider.createPix(request)).toMatchObject({ ok: true, value: { providerId: txid } })
    expect((await bank.state()).charges).toMatchObject([{ txid, revisao, valor: { original: '199.90' } }])
  },
)

test('a charge whose response was lost is found by the next attempt', async () => {
  const withoutRetries = createApiPix({ ...bank.options, attempts: 1 })
  await bank.act('faults', { lose: 1 })
  expect(await withoutRetries.createPix(request)).toMatchObject({ ok: false, code: 'unavailable' })
  expect(await withoutRetries.createPix(request)).toMatchObject({ ok: true, value: { providerId: txid } })
  expect((await bank.state()).charges).toMatchObject([{ revisao: 0 }])
})

test('a failing bank is retried, and a persistent failure is reported', async () => {
  await bank.act('faults', { fail: { status: 503, times: 2 } })
  expect((await bank.provider.createPix(request)).ok).toBe(true)
  await bank.act('faults', { fail: { status: 429, times: 9 } })
  expect(await bank.provider.get(txid)).toMatchObject({ code: 'rate_limited', retryAfter: 1 })
})

test('a Pix key of another company is refused as no_pix_key', async () => {
  const other = createApiPix({ ...bank.options, key: 'outra@exemplo.com.br' })
  expect(await other.createPix(request)).toMatchObject({ code: 'no_pix_key' })
})

test('a refund whose response was lost is made once', async () => {
  const providerId = await pay()
  await bank.act('faults', { lose: 1 })
  const asked = { providerId, idempotencyKey: id, amount: 990 }
  expect(await bank.provider.refund(asked)).toMatchObject({ ok: true, value: { amount: 990 } })
  expect(await bank.provider.get(providerId)).toMatchObject({ value: { refunded: 990 } })
})

test.each([
  ['DEVOLVIDO', { ok: true, value: { amount: 990 } }, 990],
  ['NAO_REALIZADO', { ok: false, code: 'refused' }, 0],
])('a refund is in process until it is %s', async (status, outcome, refunded) => {
  const providerId = await pay()
  await bank.act('faults', { slowReturns: true })
  const asked = { providerId, idempotencyKey: id, amount: 990 }
  expect(await bank.provider.refund(asked)).toMatchObject({ code: 'in_process' })
  expect(await bank.provider.get(providerId)).toMatchObject({
    value: { state: 'approved', refunded: 0, refunding: 990 },
  })
  const [pix] = (await bank.state()).pix
  await bank.act(`pix/${providerId}/returns/${pix.devolucoes[0].id}`, { status })
  expect(await bank.provider.refund(asked)).toMatchObject(outcome)
  expect(await bank.provider.get(providerId)).toMatchObject({ value: { refunded, refunding: 0 } })
})

test('a Pix cannot be refunded after 90 days', async () => {
  const providerId = await pay()
  clock.advance(90 * day + 1)
  const asked = { providerId, idempotencyKey: id, amount: 990 }
  expect(await bank.provider.refund(asked)).toMatchObject({ ok: false, code: 'refused' })
})

test('a partial return by the bank leaves the charge paid; a full one is a chargeback of what was not refunded', async () => {
  const providerId = await pay()
  await bank.provider.refund({ providerId, idempotencyKey: id, amount: 990 })
  await bank.act(`pix/${providerId}/return`, { amount: '9.00', nature: 'MED_OPERACIONAL' })
  expect(await bank.provider.get(providerId)).toMatchObject({
    value: { state: 'approved', refunded: 990, chargedBack: 900 },
  })
  await bank.act(`pix/${providerId}/return`, { amount: '181.00', nature: 'MED_FRAUDE' })
  expect(await bank.provider.get(providerId)).toMatchObject({
    value: {
      ...{ state: 'charged_back', refunded: 990, chargedBack: 19_000 },
      ...{ refunds: [{ amount: 990 }], detail: 'ORIGINAL MED_OPERACIONAL MED_FRAUDE 190.00' },
    },
  })
})

test('several pages of Pix are listed completely and in order, including those without a charge', async () => {
  const from = clock.now()
  for (let count = 0; count < 105; count++) {
    await bank.act('pix', { amount: '1.00' })
    clock.advance(1000)
  }
  const query = { by: 'approval', from, to: clock.now() } as const
  const first = await bank.provider.list({ ...query, offset: 0 })
  const second = await bank.provider.list({ ...query, offset: 100 })
  const listed = [first, second].flatMap((page) => (page.ok ? page.value : []))
  expect([first, second].map((page) => page.ok && page.value.length)).toEqual([100, 5])
  expect(new Set(listed.map(({ providerId }) => providerId)).size).toBe(105)
  expect(listed).toEqual(listed.toSorted((a, b) => Number(a.approvedAt) - Number(b.approvedAt)))
  expect(listed[0]?.reference).toBeUndefined()
})

/** Starts a server that records notices as received. */
async function startInbox() {
  const notices: Notice[] = []
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const url = new URL(incoming.url ?? '', 'http://127.0.0.1')
    if (url.pathname === '/webhooks/pix')
      notices.push({ query: url.searchParams, headers: new Headers(), body })
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { notices, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('with a registered webhook the bank notifies us of every Pix and of its returns', async () => {
  const { notices, url } = await startInbox()
  const provider = createApiPix({ ...bank.options, links: linksAt(url) })
  expect(await provider.registerWebhook()).toMatchObject({ ok: true })
  await bank.act('faults', { duplicate: 1 })
  const providerId = await pay()
  await bank.act(`pix/${providerId}/return`)
  await expect.poll(() => notices.length).toBe(4)
  const read = notices.map((notice) => provider.readNotice(notice, clock.now()))
  expect(read).toMatchObject(Array(4).fill({ ok: true, value: [{ providerId, kind: 'pix' }] }))
  const keys = read.map((notice) => (notice.ok ? notice.value[0]?.deliveryKey : undefined))
  expect(new Set(keys).size).toBe(2)
  expect((await bank.state()).callbacks).toHaveLength(4)
})

test('a notice is authenticated by the secret in its URL, wherever the bank appends /pix', () => {
  const read = (token: string | undefined, body = '{"pix":[]}') =>
    bank.provider.readNotice(
      { query: new URLSearchParams(token === undefined ? {} : { token }), headers: new Headers(), body },
      clock.now(),
    )
  expect(read(noticeSecret)).toEqual({ ok: true, value: [] })
  expect(read(`${noticeSecret}/pix`)).toEqual({ ok: true, value: [] })
  expect(read(noticeSecret, '{"evento":"teste_webhook"}')).toEqual({ ok: true, value: [] })
  expect(read(undefined)).toMatchObject({ code: 'unsigned' })
  expect(read('outro')).toMatchObject({ code: 'forged' })
  expect(read(noticeSecret, 'no JSON')).toMatchObject({ code: 'malformed' })
})

const reason = contract ? '' : `: skipped, ${contractPath} is not here`

test.skipIf(!contract)(`a request that violates the OpenAPI gets a problem response${reason}`, async () => {
  const token = JSON.parse((await raw('POST', bank.options.tokenUrl, 'grant_type=client_credentials')).text)
  const body = { calendario: { expiracao: 60 }, valor: { original: '199.9' }, chave: bank.options.key }
  const wrong = await raw(
    'PUT',
    `${bank.options.baseUrl}/cob/${txid}`,
    JSON.stringify(body),
    token.access_token,
  )
  expect(wrong).toMatchObject({ status: 400, type: 'application/problem+json' })
  expect(JSON.parse(wrong.text)).toMatchObject({
    type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
    violacoes: [{ propriedade: 'cob.valor.original' }],
  })
  const nowhere = await raw('GET', `${bank.options.baseUrl}/cob/short`, '', token.access_token)
  expect(nowhere.status).toBe(400)
})

test.skipIf(!contract)(`a response that violates the OpenAPI is detected${reason}`, () => {
  const asked = { method: 'GET', path: `/cob/${txid}`, query: new URLSearchParams(), body: undefined }
  expect(contract?.response(asked, { status: 200, body: { txid } })).not.toEqual([])
  expect(contract?.response(asked, { status: 204, body: undefined })).not.toEqual([])
  expect(contract?.callback({ pix: [{ endToEndId: 'short' }] })).not.toEqual([])
})

/** Sends a raw request with the client certificate. */
function raw(method: string, url: string, body: string, token?: string) {
  const { clientId, clientSecret, tls } = bank.options
  const authorization = token ? `Bearer ${token}` : `Basic ${btoa(`${clientId}:${clientSecret}`)}`
  return new Promise<{ status?: number; type?: string; text: string }>((resolve, reject) => {
    const call = httpsRequest(url, { method, ...tls, headers: { authorization } }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      const { statusCode: status = 0, headers } = response
      resolve({ status, type: headers['content-type'] ?? '', text })
    })
    call.on('error', reject)
    call.end(body)
  })
}
