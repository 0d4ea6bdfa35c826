import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc16, parseBrCode, verifyBrCode } from '../../src/core/br-code.ts'
import { buildBrCode } from '../support/build-br-code.ts'

const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
const WITH_AMOUNT =
  '00020126470014br.gov.bcb.pix0125financeiro@exemplo.com.br520400005303986540599.905802BR5920EMPRESA EXEMPLO LTDA6013FLORIANOPOLIS62290525PARC0000000000000000012346304ADB5'

test('the checksum of 123456789 is 29B1', () => {
  expect(crc16('123456789')).toBe('29B1')
})

test('a code without amount is built and parsed', () => {
  const parts = {
    key: '123e4567-e12b-12d1-a456-426655440000',
    merchantName: 'Fulano de Tal',
    city: 'BRASILIA',
  }
  expect(buildBrCode(parts)).toBe(STATIC)
  expect(parseBrCode(STATIC)).toEqual({ ok: true, value: parts })
})

test('a code with amount and txid is built and parsed', () => {
  const parts = {
    key: 'financeiro@exemplo.com.br',
    merchantName: 'EMPRESA EXEMPLO LTDA',
    city: 'FLORIANOPOLIS',
    amount: 9_990,
    txid: 'PARC000000000000000001234',
  }
  expect(buildBrCode(parts)).toBe(WITH_AMOUNT)
  expect(parseBrCode(`${WITH_AMOUNT}\n`)).toEqual({ ok: true, value: parts })
})

test('a dynamic code contains the URL of its charge', () => {
  const code = buildBrCode({
    url: 'pix.exemplo.com.br/qr/v2/abc',
    merchantName: 'Ação Ltda',
    city: 'São José',
  })
  expect(parseBrCode(code)).toEqual({
    ok: true,
    value: { url: 'pix.exemplo.com.br/qr/v2/abc', merchantName: 'Acao Ltda', city: 'Sao Jose' },
  })
})

test('a code is verified only when it has the amount due', () => {
  expect(verifyBrCode({ code: WITH_AMOUNT, amount: 9_990 })).toMatchObject({ ok: true })
  expect(verifyBrCode({ code: WITH_AMOUNT, amount: 9_991 })).toMatchObject({
    ok: false,
    code: 'wrong_amount',
  })
  expect(verifyBrCode({ code: STATIC, amount: 9_990 })).toMatchObject({ ok: false, code: 'wrong_amount' })
  const dynamic = { url: 'pix.exemplo.com.br/qr/v2/abc', merchantName: 'Loja', city: 'Sao Jose' }
  expect(verifyBrCode({ code: buildBrCode(dynamic), amount: 9_990 }).ok).toBe(true)
  expect(verifyBrCode({ code: buildBrCode({ ...dynamic, amount: 1 }), amount: 9_990 }).ok).toBe(false)
})

test('a changed amount breaks the checksum', () => {
  const forged = WITH_AMOUNT.replace('540599.90', '540519.90')
  expect(verifyBrCode({ code: forged, amount: 1_990 })).toEqual({ ok: false, code: 'bad_checksum' })
})

test('changing any single character is detected', () => {
  for (let at = 0; at < WITH_AMOUNT.length; at++) {
    const other = WITH_AMOUNT[at] === '7' ? '8' : '7'
    expect(parseBrCode(WITH_AMOUNT.slice(0, at) + other + WITH_AMOUNT.slice(at + 1)).ok).toBe(false)
  }
})

const signed = (text: string) => text + crc16(text)

test.each([
  ['nothing', ''],
  ['some other text', 'https://exemplo.com.br'],
  ['a cut code', WITH_AMOUNT.slice(0, 80)],
  ['a length beyond the end', signed('00020126990014br.gov.bcb.pix6304')],
  ['no PIX account', signed('00020152040000530398654041.005802BR5901A6001B62070503***6304')],
  ['another currency', signed(STATIC.slice(0, -4).replace('5303986', '5303840'))],
  ['an amount with a comma', signed(WITH_AMOUNT.slice(0, -4).replace('99.90', '99,90'))],
])('a code with %s is malformed', (_case, text) => {
  expect(parseBrCode(text)).toMatchObject({ ok: false, code: 'malformed' })
})

test('every built code can be parsed and verified', () => {
  const letters = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJabcdefghij0123456789'), minLength: min, maxLength: max })
  fc.assert(
    fc.property(
      letters(1, 77),
      letters(1, 25),
      letters(1, 15),
      letters(1, 25),
      letters(1, 120),
      fc.integer({ min: 1, max: 999_999_999 }),
      (key, merchantName, city, txid, description, amount) => {
        const code = buildBrCode({ key, merchantName, city, txid, description, amount })
        expect(verifyBrCode({ code, amount })).toMatchObject({
          ok: true,
          value: { key, merchantName, city, txid, amount },
        })
      },
    ),
  )
})

test('an invalid key or txid throws', () => {
  const rest = { merchantName: 'A', city: 'B' }
  expect(() => buildBrCode({ key: 'k'.repeat(78), ...rest })).toThrow(RangeError)
  expect(() => buildBrCode({ key: 'k', txid: 'com-traço', ...rest })).toThrow(RangeError)
})

const loja = { merchantName: 'A', city: 'B' }
/** Returns a code of these fields, with a correct checksum. */
const coded = (fields: string) => signed(`000201${fields}6304`)
const account = '26260014br.gov.bcb.pix0104chav'
const rest = '5303986540510.005802BR5901A6001B'

test('a key has 1 to 77 characters', () => {
  expect(buildBrCode({ key: 'k'.repeat(77), ...loja })).toContain('k'.repeat(77))
  expect(() => buildBrCode({ key: '', ...loja })).toThrow(RangeError)
  expect(buildBrCode({ key: 'k', ...loja })).toContain('0101k')
})

test('names are cut to 25 and 15 characters, without a space at the end', () => {
  const code = buildBrCode({ key: 'k', merchantName: `${'M'.repeat(25)}X`, city: `${'C'.repeat(15)}X` })
  expect(parseBrCode(code)).toMatchObject({ value: { merchantName: 'M'.repeat(25), city: 'C'.repeat(15) } })
  const spaced = buildBrCode({ key: 'k', merchantName: `${'M'.repeat(24)} X`, city: `${'C'.repeat(14)} X` })
  expect(parseBrCode(spaced)).toMatchObject({ value: { merchantName: 'M'.repeat(24), city: 'C'.repeat(14) } })
})

test('a description gets the room that the key leaves, and none where there is none', () => {
  const read = (key: string, description: string) => {
    const parsed = parseBrCode(buildBrCode({ key, description, ...loja }))
    return parsed.ok ? parsed.value.description : parsed
  }
  expect(read('k', 'Parcela 1')).toBe('Parcela 1')
  // The account field has up to 99 characters: 18 of the identifier, 4 plus the key, 4 plus the description.
  expect(read('k'.repeat(40), 'd'.repeat(34))).toBe('d'.repeat(33))
  expect(read('k'.repeat(72), 'dd')).toBe('d')
  expect(read('k'.repeat(73), 'd')).toBeUndefined()
  expect(read('k'.repeat(77), 'ddd')).toBeUndefined()
})

test('accepts any account from 26 to 51, and the checksum in either case', () => {
  expect(parseBrCode(coded(account + rest))).toEqual({
    ok: true,
    value: { ...loja, key: 'chav', amount: 1000 },
  })
  for (const id of ['27', '51']) expect(parseBrCode(coded(id + account.slice(2) + rest)).ok, id).toBe(true)
  for (const id of ['25', '52']) {
    expect(parseBrCode(coded(id + account.slice(2) + rest)), id).toMatchObject({ detail: 'fields' })
  }
  const lower = STATIC.slice(0, -4) + STATIC.slice(-4).toLowerCase()
  expect(parseBrCode(lower).ok).toBe(true)
})

test.each([
  ['something before it', `x${STATIC}`, 'frame'],
  ['something after it', `${STATIC}x`, 'frame'],
  ['an account of another scheme', coded(`26220010com.outros0104chav${rest}`), 'fields'],
  ['an account without key and URL', coded(`26180014br.gov.bcb.pix${rest}`), 'neither key nor URL'],
  ['a field twice', coded(`${account}${rest}5802BR`), 'fields'],
  ['a field without a length', coded(`${account}${rest}62x`), 'fields'],
  ['a length that is not a number', coded(`${account}${rest}62xx`), 'fields'],
  ['an identifier that is not a number', coded(`${account}${rest}xx01a`), 'fields'],
  ['another country', coded(account + rest.replace('5802BR', '5802PT')), 'currency or country'],
])('the error of a code with %s names the fault', (_case, text, detail) => {
  expect(parseBrCode(text)).toEqual({ ok: false, code: 'malformed', detail })
})

test('the error states the code’s amount instead of the right one', () => {
  expect(verifyBrCode({ code: WITH_AMOUNT, amount: 1 })).toMatchObject({ detail: '9990' })
  expect(verifyBrCode({ code: STATIC, amount: 1 })).toMatchObject({ detail: 'none' })
})

test('a name without ASCII letters makes no code', () => {
  const parts = { key: 'financeiro@exemplo.com.br', merchantName: '株式会社', city: 'FLORIANOPOLIS' }
  expect(() => buildBrCode(parts)).toThrow(RangeError)
  expect(() => buildBrCode({ ...parts, merchantName: 'Empresa', city: ' ' })).toThrow(RangeError)
})

test('an amount has one to thirteen characters, and is not zero', () => {
  const withAmount = (amount: number) =>
    buildBrCode({ key: 'a@b.co', merchantName: 'Fulano', city: 'BRASILIA', amount })
  expect(() => withAmount(0)).toThrow(new RangeError('bad amount'))
  expect(withAmount(999_999_999_999)).toContain('54139999999999.99')
  expect(() => withAmount(1_000_000_000_000)).toThrow(new RangeError('bad amount'))
})
