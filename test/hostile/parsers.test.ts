import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc16, parseBrCode } from '../../src/core/br-code.ts'
import { parseBRL } from '../../src/core/money.ts'
import { networksOf } from '../../src/core/networks.ts'
import { MAX_INSTALMENTS, parsePaymentTerms } from '../../src/modules/catalogue/domain/payment-text-parser.ts'
import { linksIn } from '../../src/modules/notifications/domain/links.ts'
import { readNotice as readPixNotice } from '../../src/modules/payments/adapters/api-pix/notice.ts'
import { readNotice } from '../../src/modules/payments/adapters/mercado-pago/notice.ts'
import { createSigner } from '../../src/platform/signing.ts'
import { serializeError } from '../../src/platform/telemetry/errors.ts'
import { redact } from '../../src/platform/telemetry/redact.ts'
import { createTokenCookie } from '../../src/platform/token-cookie.ts'
import { decodeView, encodeView } from '../../src/web/hydration/page-view.ts'
import { signedCookie } from '../../src/web/session/signed-cookie.server.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { minProcessorTime } from '../support/processor-time.ts'
import '../support/property-seed.ts'
import { anyCharacter } from '../support/any-character.ts'

/*
 * What chance writes, at each parser of what strangers send: it is refused, or read as what it says, and never thrown over.
 * Forms and multipart bodies have theirs in event-loop.test.ts, requests.test.ts and web/account/multipart.test.ts, JSON of
 * providers in core/lossless-json.test.ts.
 */

const now = new Date('2026-11-23T12:00:00Z')
const clock = fixedClock(now)
const signer = createSigner('a-secret-of-these-tests-that-is-long-enough')
const keys = { signer, clock, secure: true }
const cookie = signedCookie({ name: 'rc_contratacao', maxAge: 3600, ...keys })
const other = signedCookie({ name: 'rc_pedido', maxAge: 3600, ...keys })
const session = createTokenCookie({ name: 'rc_sessao', purpose: 'session:', lifetime: 3600, ...keys })

const text = fc.string({ unit: anyCharacter, maxLength: 80 })
/** A value as JSON carries it: without -0, undefined and the like. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const pairOf = (setCookie: string) => setCookie.split(';', 1).join('')

test('believes no cookie that we did not sign, whatever it looks like', () => {
  const piece = fc.oneof(
    text,
    fc.constantFrom(
      `${cookie.name}=`,
      `${session.name}=`,
      '.',
      ';',
      '; ',
      '=',
      'rc_contratacao=',
      '%3D',
      'e30',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const header = pieces.join('')
      expect(cookie.parse(header) ?? undefined).toBeUndefined()
      expect(cookie.parseOld(header)?.value).toBeUndefined()
      const headers = { get: () => header } as unknown as Headers
      expect(session.read(headers)).toBeUndefined()
    }),
  )
})

test('reads our cookie back among any others, and not with one changed character', () => {
  const neighbour = fc.stringMatching(/^[a-z]{1,8}=[a-z0-9]{0,8}$/)
  fc.assert(
    fc.property(
      json.filter((value) => value !== ''),
      fc.array(neighbour, { maxLength: 4 }),
      fc.nat(),
      (value, neighbours, at) => {
        const pair = pairOf(cookie.serialize(value))
        expect(cookie.parse([...neighbours, pair, ...neighbours].join('; '))).toEqual(value)
        expect(other.parse(pair.replace(cookie.name, other.name))).toBeNull()
        const start = cookie.name.length + 1
        const place = start + (at % (pair.length - start))
        const changed = pair.slice(0, place) + (pair[place] === 'A' ? 'B' : 'A') + pair.slice(place + 1)
        expect(cookie.parse(changed)).toBeNull()
      },
    ),
  )
})

const secret = 'the-secret-of-the-webhooks'

test('no random Mercado Pago notice is authentic', () => {
  const signature = fc.oneof(
    text,
    fc
      .tuple(
        fc.integer(),
        fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
      )
      .map(([ts, v1]) => `ts=${ts},v1=${v1}`),
  )
  fc.assert(
    fc.property(
      text,
      signature,
      text,
      fc.constantFrom('data.id', 'id', 'topic'),
      (id, signed, body, name) => {
        const headers = headersOf({ 'x-signature': signed, 'x-request-id': id })
        const read = readNotice(
          { query: new URLSearchParams({ [name]: id }), headers, body },
          { secret, now },
        )
        expect(read).toMatchObject({ ok: false })
      },
    ),
  )
})

test('an authentic Mercado Pago notice names payments by digits alone, whatever else it contains', () => {
  const body = fc.oneof(
    text,
    json.map((value) => JSON.stringify(value)),
    fc.record({ type: json, action: json }).map((value) => JSON.stringify(value)),
  )
  const id = fc.oneof(text, fc.stringMatching(/^\d{1,22}$/))
  fc.assert(
    fc.property(id, body, (dataId, sent) => {
      const ts = String(now.getTime())
      const v1 = createHmac('sha256', secret).update(`id:${dataId};request-id:r;ts:${ts};`).digest('hex')
      const headers = headersOf({ 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': 'r' })
      const query = new URLSearchParams({ 'data.id': dataId, type: 'payment' })
      const read = readNotice({ query, headers, body: sent }, { secret, now })
      const named = read.ok ? read.value : []
      expect(named.map(({ providerId }) => providerId)).toEqual(/^\d{1,20}$/.test(dataId) ? [dataId] : [])
    }),
  )
})

test('reads a bank’s notice only for end-to-end ids, and only with its secret', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9]{32}$/)
  const entry = fc.oneof(json, fc.record({ endToEndId: fc.oneof(id, text), devolucoes: json }))
  const body = fc.oneof(
    text,
    fc.record({ pix: fc.oneof(json, fc.array(entry)) }).map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(body, text, (sent, guess) => {
      const ask = (token: string) =>
        readPixNotice({ query: new URLSearchParams({ token }), headers: new Headers(), body: sent }, secret)
      expect(ask(guess)).toMatchObject({ ok: false })
      const read = ask(`${secret}/pix`)
      for (const { providerId, deliveryKey } of read.ok ? read.value : []) {
        expect(providerId).toMatch(/^[A-Za-z0-9]{32}$/)
        expect(deliveryKey).toMatch(new RegExp(`^${providerId}:[0-9a-f]{16}$`))
      }
    }),
  )
})

test('a BR Code of any content is refused, or has a receiver and an amount in whole centavos', () => {
  const field = fc
    .tuple(
      fc.constantFrom('26', '27', '51', '53', '54', '58', '59', '60', '62', '99'),
      fc.oneof(text, fc.constantFrom('986', 'BR', '1.50', '0', '-1', '1e9', '0014br.gov.bcb.pix01011')),
    )
    .map(([id, value]) => id + String(value.length).padStart(2, '0') + value)
  // A whole code, which other fields are added to: those by chance alone are never one.
  const whole = ['26360014br.gov.bcb.pix0114+5548999990000', '5303986', '5802BR', '5904Loja', '6007Chapeco']
  const fields = fc.array(fc.oneof(field, text), { maxLength: 12 })
  let accepted = 0
  fc.assert(
    fc.property(fc.constantFrom([], whole), fields, (first, others) => {
      const unsigned = `000201${[...first, ...others].join('')}6304`
      const read = parseBrCode(unsigned + crc16(unsigned))
      if (!read.ok) return
      accepted++
      const { merchantName, city, amount = 0, key, url } = read.value
      expect([merchantName, city, key ?? url].every((given) => given)).toBe(true)
      expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
    }),
    { examples: [[whole, []]] },
  )
  expect(accepted).toBeGreaterThan(0)
})

test('any payment text is refused, or is a plan of whole centavos above zero in at most 120 parts', () => {
  const words = [
    'entrada',
    'de',
    'R$',
    'semanal',
    'mensal',
    'parcelado',
    'Cartão',
    'x',
    '×',
    '+',
    '12',
    '0',
    '400',
    '1.500,00',
    '99,9',
    '9'.repeat(30),
    '0,00',
    ',',
    '.',
    ' ',
    '|',
    '121x',
    '3x R$ 1',
  ]
  const typed = fc
    .array(fc.oneof(fc.constantFrom(...words), text), { maxLength: 14 })
    .map((pieces) => pieces.join(' '))
  fc.assert(
    fc.property(typed, typed, (paymentType, priceText) => {
      const read = parsePaymentTerms({ paymentType, priceText })
      if (!read.ok) return
      const { entry = 1, instalments } = read.value
      expect(instalments.length).toBeGreaterThan(0)
      expect(instalments.length).toBeLessThanOrEqual(MAX_INSTALMENTS)
      expect([entry, ...instalments].every((amount) => Number.isSafeInteger(amount) && amount > 0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('page data comes back unchanged, closes no script element and changes no prototype', () => {
  const instant = fc.date({ noInvalidDate: true })
  const view = fc.record({
    value: json,
    instant,
    map: fc.array(fc.tuple(text, instant)).map((pairs) => new Map(pairs)),
    hostile: fc.constantFrom('</script>', '<!--', '\u2028', '$instant'),
  })
  fc.assert(
    fc.property(view, (given) => {
      const encoded = encodeView(given)
      expect(encoded).not.toContain('<')
      expect(decodeView(encoded)).toEqual(given)
    }),
  )
  decodeView('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
  expect('polluted' in {}).toBe(false)
})

test('every address is in a network, also an invalid one', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.ipV4(), fc.ipV6()), (ip) => {
      expect(networksOf(ip, { withOperator: true }).length).toBeGreaterThan(0)
    }),
  )
})

test.each(
  [
    'a',
    '1',
    'a.',
    'a+',
    '-',
    '\\',
    '"token":"',
    'a://a:',
    'a@a-',
    '-eyJa',
    'eyJ-',
    'eyJa.',
    '000201',
    '000201 ',
    'senha ',
    '123.',
    '\\"',
  ].map((piece) => [piece] as const),
)('redacts a log line full of %j in linear time', async (piece) => {
  const line = piece.repeat(64_000 / piece.length)
  // Patterns that tried every position of a word took up to a minute.
  expect(await minProcessorTime(200, () => redact(line))).toBeLessThan(200)
})

test.each([
  ['an amount', () => parseBRL(`-${' '.repeat(20_000)}x`)],
  ['the links of a message', () => linksIn(`https://a${'!'.repeat(20_000)}x`, 'https://exemplo.com.br')],
  ['an error for the log', () => serializeError(new Error(`${'\n'.repeat(20_000)}x`))],
] as const)('reads %s in linear time, although its end does not fit', async (_name, read) => {
  expect(await minProcessorTime(50, read)).toBeLessThan(50)
})

/** Builds headers from any texts, as Node delivers them: on one line. */
function headersOf(given: Record<string, string>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) headers.set(name, value.replaceAll(/[^\x20-\x7e]/g, ''))
  return headers
}
