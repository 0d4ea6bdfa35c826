// A Pix code parser that shares no code with ours reads every code that the product and the simulators write.
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { startBank } from '../../simulator/api-pix/server.ts'
import { brCode } from '../../simulator/br-code.ts'
import { crc16, parseBrCode } from '../../src/core/br-code.ts'
import { createApiPix } from '../../src/modules/payments/adapters/api-pix/api-pix.ts'
import { linksAt } from '../../src/web/paths.ts'
import { pixPayment, startTestSimulator } from '../simulator/test-simulator.ts'
import { buildBrCode } from '../support/build-br-code.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const txid = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 25 })
/** Every kind of key, at every length that a key may have. */
const key = fc.oneof(
  fc.uuid(),
  fc.constantFrom('52998224725', '11222333000181', '12ABC34501DE35', '+5548999991234'),
  fc
    .string({ unit: fc.constantFrom(...letters, '.', '-', '_'), minLength: 1, maxLength: 65 })
    .map((name) => `${name}@exemplo.com`),
)
const url = txid.map((id) => `pix.banco-exemplo.com.br/qr/v2/cobv/${id}`)
/** Names as people write them: accents, symbols, spaces, characters of other scripts, any length. */
const name = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'aeZ ãÉçôü&.,-/ 0ºª’'), fc.string({ unit: 'grapheme' })),
    maxLength: 70,
  })
  .filter((text) => folded(text) !== '')
/** From one centavo to the maximum amount of a code. */
const amount = fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 999_999_999_999 }))
const description = fc.string({ unit: 'grapheme', maxLength: 120 })

/** Independent of our implementation: keeps the ASCII characters. */
function folded(text: string): string {
  const kept = [...text.normalize('NFD')].filter((one) => one >= ' ' && one <= '~').join('')
  return kept.split(/ +/).filter(Boolean).join(' ')
}

test('reads key, amount, names and txid from our codes for a key', () => {
  fc.assert(
    fc.property(
      fc.record(
        { key, merchantName: name, city: name, amount, txid, description },
        { requiredKeys: ['key', 'merchantName', 'city'] },
      ),
      (input) => {
        const code = buildBrCode(input)
        const read = getPixPayloadInfo(code)
        expect(read).toMatchObject({
          key: input.key,
          merchantName: folded(input.merchantName).slice(0, 25).trim(),
          merchantCity: folded(input.city).slice(0, 15).trim(),
          pointOfInitiation: 'static',
        })
        expect(read?.amount === undefined ? undefined : Math.round(read.amount * 100)).toBe(input.amount)
        expect(read?.txid).toBe(input.txid)
        expect(folded(input.description ?? '').startsWith(read?.description ?? '')).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('reads the location from our codes for a location', () => {
  fc.assert(
    fc.property(
      url,
      name,
      name,
      fc.option(amount, { nil: undefined }),
      (location, merchantName, city, asked) => {
        const code = buildBrCode({ url: location, merchantName, city, ...(asked && { amount: asked }) })
        expect(getPixPayloadInfo(code)).toMatchObject({ url: location, pointOfInitiation: 'dynamic' })
      },
    ),
    { numRuns: 200 },
  )
})

test('reads the same from the simulators’ codes', () => {
  fc.assert(
    fc.property(key, txid, amount, name, name, (to, id, amountCentavos, merchant, city) => {
      const read = getPixPayloadInfo(brCode({ key: to, txid: id, amountCentavos, name: merchant, city }))
      expect(read).toMatchObject({ key: to, txid: id })
      expect(Math.round((read?.amount ?? 0) * 100)).toBe(amountCentavos)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['a key that is too long', { key: 'a'.repeat(78) }],
  ['a key beyond ASCII', { key: 'joão@exemplo.com' }],
  ['no key', { key: '' }],
  ['a name beyond ASCII', { merchantName: '会社' }],
  ['no city', { city: ' ' }],
  ['nothing to pay', { amount: 0 }],
  ['more than a code can hold', { amount: 1_000_000_000_000 }],
  ['a txid of two words', { txid: 'a b' }],
])('writes no code for %s', (_, change) => {
  const valid = { key: 'a@exemplo.com', merchantName: 'Loja', city: 'Cidade' }
  expect(getPixPayloadInfo(buildBrCode(valid))).not.toBeNull()
  expect(() => buildBrCode({ ...valid, ...change })).toThrow(RangeError)
})

test('a code that both parsers accept is read alike, however it was changed', () => {
  let taken = 0
  fc.assert(
    fc.property(
      fc.record({ key, merchantName: name, city: name, amount, txid }),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'0123456789.*BRa')), { minLength: 1, maxLength: 3 }),
      (input, changes) => {
        const characters = [...buildBrCode(input).slice(0, -4)]
        for (const [at, character] of changes) characters[at % (characters.length - 4)] = character
        const text = characters.join('')
        const ours = parseBrCode(text + crc16(text))
        const theirs = getPixPayloadInfo(text + crc16(text))
        if (!ours.ok || !theirs) return
        taken++
        expect(theirs).toMatchObject({ merchantName: ours.value.merchantName, merchantCity: ours.value.city })
        expect(theirs.key).toBe(ours.value.key)
        if (ours.value.key === undefined) return
        expect(theirs.txid).toBe(ours.value.txid)
        expect(theirs.amount === undefined ? undefined : Math.round(theirs.amount * 100)).toBe(
          ours.value.amount,
        )
      },
    ),
    { numRuns: 1500 },
  )
  expect(taken).toBeGreaterThan(100)
})

test('reads every code that a payer sees: Mercado Pago’s, and a bank’s with and without a due date', async () => {
  const { api } = await startTestSimulator()
  for (const transaction_amount of [0.01, 99.9, 2_147_483_647.99]) {
    const { body } = await api.post('/v1/payments', pixPayment({ transaction_amount }))
    const read = getPixPayloadInfo(body.point_of_interaction.transaction_data.qr_code)
    expect(read).toMatchObject({
      amount: transaction_amount,
      txid: `mpqrinter${body.id}`,
      merchantCity: 'Florianopolis',
    })
  }

  const client = { clientId: 'loja', clientSecret: 'segredo', key: 'financeiro@exemplo.com.br' }
  const bank = await startBank({ ...client, port: 0, controlPort: 0 })
  onTestFinished(bank.close)
  const clock = { now: () => new Date() }
  const links = linksAt('http://127.0.0.1:9')
  const provider = createApiPix({
    ...client,
    baseUrl: bank.url,
    tokenUrl: bank.tokenUrl,
    links,
    webhookSecret: 's',
    clock,
  })
  const issue = (reference: string, due?: { date: string; validDaysAfter: number }) =>
    provider.createPix({
      reference,
      idempotencyKey: reference,
      amount: 19_990,
      description: 'Limpeza de Nome',
      payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
      expiresAt: new Date(Date.now() + 31 * 60_000),
      ...(due && { due }),
    })
  const issued = [
    await issue('a'.repeat(35)),
    await issue('b'.repeat(32), { date: '2029-12-28', validDaysAfter: 30 }),
  ]
  const read = issued.map((one) => getPixPayloadInfo(one.ok ? one.value.code : ''))
  expect(read.map((one) => one?.url)).toEqual([
    `pix.banco-exemplo.com.br/qr/v2/${'a'.repeat(35)}`,
    `pix.banco-exemplo.com.br/qr/v2/cobv/${'b'.repeat(32)}`,
  ])
})
