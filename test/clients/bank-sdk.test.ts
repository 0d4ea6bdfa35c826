// Efí's own SDK, a bank's client, drives the API Pix simulator over TLS with the shop's certificate.
import { readFileSync } from 'node:fs'
import EfiPay, {
  PixConfigWebhookResponseSchema,
  PixCreateChargeResponseSchema,
  PixCreateDueChargeResponseSchema,
  PixCreateImmediateChargeResponseSchema,
  PixDetailChargeResponseSchema,
  PixDetailDevolutionResponseSchema,
  PixDetailDueChargeResponseSchema,
  PixDetailReceivedResponseSchema,
  PixDetailWebhookResponseSchema,
  PixDevolutionResponseSchema,
  PixListChargesResponseSchema,
  PixListDueChargesResponseSchema,
  PixListReceivedResponseSchema,
  PixListWebhookResponseSchema,
} from 'sdk-node-apis-efi'
import { expect, onTestFinished, test } from 'vitest'
import { startBank } from '../../simulator/api-pix/server.ts'
import { parseBrCode } from '../../src/core/br-code.ts'
import { certificate } from '../modules/payments/providers.ts'
import { apiPixContract } from '../support/api-pix-contract.ts'
import { divertTls } from './loopback.ts'

const key = 'financeiro@exemplo.com.br'
const txid = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'
const now = new Date('2026-11-20T13:00:00Z')
const day = { inicio: '2026-11-20T00:00:00Z', fim: '2026-11-20T23:59:59Z' }
const devedor = { cpf: '52998224725', nome: 'Ana Souza' }
const cob = { calendario: { expiracao: 1860 }, devedor, valor: { original: '199.90' }, chave: key }
const cobv = {
  calendario: { dataDeVencimento: '2026-12-01', validadeAposVencimento: 30 },
  devedor,
  valor: {
    original: '199.90',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 3, valorPerc: '1.00' },
  },
  chave: key,
}

async function startWithSdk({ clientSecret = 'segredo-da-loja', cert = 'shop' } = {}) {
  const pem = (name: string) => readFileSync(certificate(name), 'utf8')
  const faults: string[] = []
  const bank = await startBank({
    ...{ port: 0, controlPort: 0, clientId: 'loja', clientSecret: 'segredo-da-loja', key },
    tls: { cert: pem('bank'), key: pem('bank-key'), ca: pem('ca') },
    ...(apiPixContract && { contract: apiPixContract }),
    clock: { now: () => now, after: () => () => {} },
    log: (line) => faults.push(line),
  })
  onTestFinished(async () => {
    await bank.close()
    // The simulated bank validates every response against the Banco Central's contract.
    expect(faults).toEqual([])
  })
  divertTls('pix-h.api.efipay.com.br', { port: Number(new URL(bank.url).port), ca: pem('ca') })
  const sdk = new EfiPay({
    sandbox: true,
    client_id: 'loja',
    client_secret: clientSecret,
    certificate: certificate(cert),
    pemKey: certificate(`${cert}-key`),
  })
  const act = async (path: string, body: object = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(`${bank.controlUrl}/sim/${path}`, init)
    expect(response.status).toBe(200)
    return response.json()
  }
  return { sdk, act }
}

/**
 * Returns the differences between a response and the schema that the SDK declares. These schemas are specific to this bank, and
 * narrower than the standard: the caller lists the fields that the Banco Central's contract adds or omits.
 */
function departures(schema: { safeParse(value: unknown): Parsed }, answer: unknown): string[] {
  const { error } = schema.safeParse(answer)
  return (error?.issues ?? [])
    .map(({ path, code, keys = [] }) => [path.join('.'), code, ...keys].join(' '))
    .toSorted()
}
interface Parsed {
  error?: { issues: { path: PropertyKey[]; code?: string; keys?: string[] }[] } | undefined
}

test('an immediate charge is created under our txid and the bank’s, revised, listed and removed', async () => {
  const { sdk } = await startWithSdk()
  const created = await sdk.pixCreateCharge({ txid }, cob)
  expect(created).toMatchObject({ txid, status: 'ATIVA', revisao: 0, valor: { original: '199.90' } })
  expect(departures(PixCreateChargeResponseSchema, created)).toEqual([])
  expect(parseBrCode(created.pixCopiaECola)).toMatchObject({
    value: { amount: 19_990, url: created.location },
  })
  const named = await sdk.pixCreateImmediateCharge(cob)
  expect(named.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)
  expect(departures(PixCreateImmediateChargeResponseSchema, named)).toEqual([])

  const revised = await sdk.pixUpdateCharge({ txid }, { valor: { original: '150.00' } })
  expect(revised).toMatchObject({ txid, revisao: 1, valor: { original: '150.00' }, chave: key, devedor })
  const listed = await sdk.pixListCharges({ ...day, status: 'ATIVA' })
  expect(listed.cobs.map((one) => one.txid).toSorted()).toEqual([txid, named.txid].toSorted())
  expect(departures(PixListChargesResponseSchema, listed)).toEqual([])
  expect((await sdk.pixListCharges({ ...day, cpf: '11144477735' })).cobs).toEqual([])

  const removed = await sdk.pixUpdateCharge({ txid }, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect(removed.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect((await sdk.pixListCharges({ ...day, status: 'ATIVA' })).cobs).toMatchObject([{ txid: named.txid }])
})

test('a charge with a due date works the same, also by a path ending in a slash', async () => {
  const { sdk } = await startWithSdk()
  const created = await sdk.pixCreateDueCharge({ txid }, cobv)
  expect(created).toMatchObject({
    txid,
    status: 'ATIVA',
    calendario: cobv.calendario,
    recebedor: { uf: 'SC' },
  })
  expect(departures(PixCreateDueChargeResponseSchema, created)).toEqual([])
  const read = await sdk.pixDetailDueCharge({ txid })
  expect(read).toMatchObject({ txid, valor: cobv.valor })
  // The schema of a charge that is read has fewer fields than that of a charge that is created.
  expect(departures(PixDetailDueChargeResponseSchema, read)).toEqual([
    'loc unrecognized_keys criacao txid',
    'recebedor invalid_union',
  ])
  const listed = await sdk.pixListDueCharges(day)
  expect(listed.cobs).toMatchObject([{ txid }])
  expect(departures(PixListDueChargesResponseSchema, listed)).toEqual(['cobs.0 unrecognized_keys location'])
})

test('a payment is received, listed and refunded in parts', async () => {
  const { sdk, act } = await startWithSdk()
  await sdk.pixCreateCharge({ txid }, cob)
  const { endToEndId } = await act(`charges/${txid}/pay`)
  await act('pix', { amount: '5.00' })

  const paid = await sdk.pixDetailCharge({ txid })
  expect(paid).toMatchObject({ status: 'CONCLUIDA', pix: [{ endToEndId, valor: '199.90' }] })
  // A list of Pix within a charge is complete, as in the standard.
  expect(departures(PixDetailChargeResponseSchema, paid)).toEqual([
    'pix.0 unrecognized_keys componentesValor chave',
  ])
  const received = await sdk.pixDetailReceived({ e2eId: endToEndId })
  expect(received).toMatchObject({ endToEndId, txid, valor: '199.90', chave: key })
  const all = await sdk.pixReceivedList(day)
  expect(all.pix.map(({ valor }) => valor)).toEqual(['5.00', '199.90'])
  expect(departures(PixListReceivedResponseSchema, all)).toEqual([])
  expect((await sdk.pixReceivedList({ ...day, txid })).pix).toMatchObject([{ endToEndId }])

  await act('faults', { slowReturns: true })
  const returned = await sdk.pixDevolution({ e2eId: endToEndId, id: 'd1' }, { valor: '100.00' })
  expect(returned).toMatchObject({ id: 'd1', valor: '100.00', status: 'EM_PROCESSAMENTO' })
  expect(departures(PixDevolutionResponseSchema, returned)).toEqual([])
  await act(`pix/${endToEndId}/returns/d1`, { status: 'DEVOLVIDO' })
  const done = await sdk.pixDetailDevolution({ e2eId: endToEndId, id: 'd1' })
  expect(done).toMatchObject({ status: 'DEVOLVIDO', horario: { liquidacao: now.toISOString() } })
  expect(departures(PixDetailDevolutionResponseSchema, done)).toEqual([])
  // More than the amount that is left to refund.
  await expect(sdk.pixDevolution({ e2eId: endToEndId, id: 'd2' }, { valor: '99.91' })).rejects.toMatchObject({
    status: 400,
    type: expect.stringContaining('PixDevolucaoInvalida'),
  })
  const after = await sdk.pixDetailReceived({ e2eId: endToEndId })
  // The standard includes the nature of a return; this bank omits it.
  expect(departures(PixDetailReceivedResponseSchema, after)).toEqual([
    'devolucoes.0 unrecognized_keys natureza',
  ])
})

test('the webhook is set, read, listed and removed', async () => {
  const { sdk } = await startWithSdk()
  const webhookUrl = 'https://loja.exemplo.com.br/webhooks/pix?token=x'
  const set = await sdk.pixConfigWebhook({ chave: key }, { webhookUrl })
  // The standard responds without a body; this bank repeats the URL.
  expect(set).toBe('')
  expect(departures(PixConfigWebhookResponseSchema, set)).toEqual([' invalid_type'])
  const read = await sdk.pixDetailWebhook({ chave: key })
  expect(read).toMatchObject({ webhookUrl, criacao: now.toISOString() })
  expect(departures(PixDetailWebhookResponseSchema, read)).toEqual([])
  const listed = await sdk.pixListWebhook(day)
  expect(listed).toMatchObject({ webhooks: [{ webhookUrl, chave: key }] })
  expect(departures(PixListWebhookResponseSchema, listed)).toEqual([])
  await sdk.pixDeleteWebhook({ chave: key })
  await expect(sdk.pixDetailWebhook({ chave: key })).rejects.toMatchObject({ status: 404 })
})

test('a wrong secret or certificate gets no access', async () => {
  const { sdk } = await startWithSdk({ clientSecret: 'outro' })
  await expect(sdk.pixDetailCharge({ txid })).rejects.toMatchObject({ error: 'invalid_client' })
  const unknown = await startWithSdk({ cert: 'bank' })
  await expect(unknown.sdk.pixDetailCharge({ txid })).rejects.toThrow(/certificate/)
})

test('a refused charge names the field, as RFC 7807 requires', async () => {
  const { sdk } = await startWithSdk()
  const wrong = { ...cob, devedor: { cpf: '12345678900', nome: 'Ana Souza' } }
  await expect(sdk.pixCreateCharge({ txid }, wrong)).rejects.toMatchObject({
    type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
    violacoes: [{ propriedade: 'cob.devedor.cpf' }],
  })
})
