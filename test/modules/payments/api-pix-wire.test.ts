// How each field that a bank sends by the API Pix is read, and the content of our requests.
import { expect, test } from 'vitest'
import { type JsonNode, parseLosslessJson } from '../../../src/core/lossless-json.ts'
import { readNotice } from '../../../src/modules/payments/adapters/api-pix/notice.ts'
import {
  type Charge,
  chargeBody,
  endOf,
  lastDayOf,
  paymentsIn,
  readCharge,
  readPage,
  readPix,
  returnSchema,
  stateOf,
} from '../../../src/modules/payments/adapters/api-pix/wire.ts'
import { isReadable } from '../../../src/modules/payments/ports.ts'

const id = 'E12345678202611211300abcdefghijk'
const back = {
  ...{ id: 'dev1', rtrId: 'D1', valor: '30.00', status: 'DEVOLVIDO', natureza: 'ORIGINAL' },
  horario: { solicitacao: '2026-11-21T13:05:00Z', liquidacao: '2026-11-21T13:06:00Z' },
}
const pix = { endToEndId: id, txid: 'abc', valor: '100.00', horario: '2026-11-21T13:00:00Z' }
const node = (value: unknown): JsonNode => {
  const parsed = parseLosslessJson(typeof value === 'string' ? value : JSON.stringify(value))
  if (!parsed) throw new Error('no JSON')
  return parsed
}
function readable(change: object) {
  const read = readPix(node({ ...pix, ...change }))
  if (!isReadable(read)) throw new Error(`unreadable: ${read.unreadable.join(' ')}`)
  return read
}
function unreadable(text: unknown) {
  const read = readPix(node(text))
  if (isReadable(read)) throw new Error('readable')
  return read
}

test('reads every field of a Pix', () => {
  expect(readable({})).toEqual({
    createdAt: new Date('2026-11-21T01:00:00Z'),
    pixKey: undefined,
    ...{ raw: JSON.stringify(pix), reference: 'abc', providerId: id, currency: 'BRL', method: 'pix' },
    ...{ state: 'approved', status: 'CONCLUIDA', detail: undefined, amount: 10_000, refunded: 0, fee: 0 },
    ...{
      chargedBack: 0,
      refunds: [],
      refunding: 0,
      code: undefined,
      ticketUrl: undefined,
      expiresAt: undefined,
    },
    ...{ approvedAt: new Date('2026-11-21T13:00:00Z'), updatedAt: new Date('2026-11-21T13:00:00Z') },
  })
})

test('counts a return once it is completed, with the latest time', () => {
  const asked = { ...back, rtrId: 'D2', status: 'EM_PROCESSAMENTO', valor: '5.00' }
  expect(readable({ devolucoes: [back, asked] })).toMatchObject({
    ...{ state: 'approved', status: 'DEVOLVIDO', detail: 'ORIGINAL', refunded: 3_000 },
    ...{ refunds: [{ id: 'D1', amount: 3_000 }], updatedAt: new Date('2026-11-21T13:06:00Z') },
    refunding: 500,
  })
  const [byBank, over] = [
    { ...asked, natureza: 'MED_FRAUDE' },
    { ...asked, status: 'NAO_REALIZADO' },
  ]
  expect(readable({ devolucoes: [byBank, { ...over, rtrId: 'D3' }] }).refunding).toBe(0)
  const own = { ...back, rtrId: undefined, horario: { solicitacao: '2026-11-21T13:05:00Z' } }
  expect(readable({ devolucoes: [own] })).toMatchObject({
    // When it was carried out is not stated.
    ...{ refunds: [{ id: 'dev1', amount: 3_000 }], updatedAt: undefined },
  })
  expect(readable({ devolucoes: [{ ...own, id: undefined }, back] }).refunds).toBeUndefined()
  expect(readable({ devolucoes: [{ ...back, horario: {} }], horario: undefined }).updatedAt).toBeUndefined()
  const early = { ...back, horario: { liquidacao: '2026-11-21T12:00:00Z' } }
  expect(readable({ devolucoes: [early] }).updatedAt).toEqual(new Date('2026-11-21T13:00:00Z'))
})

test.each([
  ['a part', '99.99', 'ORIGINAL', { state: 'approved', refunded: 9_999, chargedBack: 0 }],
  ['a part, by a bank', '99.99', 'MED_FRAUDE', { state: 'approved', refunded: 0, chargedBack: 9_999 }],
  ['the whole', '100.00', 'ORIGINAL', { state: 'refunded', refunded: 10_000, chargedBack: 0 }],
  [
    'the change of a cash withdrawal',
    '1.00',
    'RETIRADA',
    { state: 'approved', refunded: 100, chargedBack: 0 },
  ],
  ['the whole, for fraud,', '100.00', 'MED_FRAUDE', { state: 'charged_back', chargedBack: 10_000 }],
  [
    'the whole, for an operational error,',
    '100.00',
    'MED_OPERACIONAL',
    { state: 'charged_back', chargedBack: 10_000 },
  ],
  ['the whole, automatic', '100.00', 'MED_PIX_AUTOMATICO', { state: 'charged_back', refunded: 0 }],
  ['the whole, without a stated reason,', '100.00', undefined, { state: 'refunded', refunded: 10_000 }],
  ['nothing, by a bank', '0.00', 'MED_FRAUDE', { state: 'approved', status: 'CONCLUIDA', chargedBack: 0 }],
])('reads a Pix of which %s was returned', (_, valor, natureza, expected) => {
  const isRefund = !natureza?.startsWith('MED_')
  expect(readable({ devolucoes: [{ ...back, valor, natureza }] })).toMatchObject({
    ...{ refunds: isRefund ? [{ id: 'D1', amount: Math.round(Number(valor) * 100) }] : [], ...expected },
  })
})

test.each(['EM_PROCESSAMENTO', 'NAO_REALIZADO'])(
  'does not count money that a bank reclaims with status %s',
  (status) => {
    const asked = { ...back, natureza: 'MED_FRAUDE', status }
    expect(readable({ devolucoes: [asked] })).toMatchObject({
      ...{
        state: 'approved',
        status: 'CONCLUIDA',
        refunded: 0,
        chargedBack: 0,
        refunds: [],
        detail: undefined,
      },
    })
  },
)

test.each(['DEVOLVIDO ', 'devolvido', 'ALGO_NOVO', ' '])(
  'treats a return in the unknown status %j as possible money, and the Pix as unreadable',
  (status) => {
    expect(
      unreadable({ ...pix, devolucoes: [back, { ...back, id: 'dev2', rtrId: 'D2', status }] }).unreadable,
    ).toEqual(['devolucoes'])
  },
)

test('a return by the bank needs no id and leaves the refunds readable', () => {
  const byBank = { ...back, id: undefined, rtrId: undefined, natureza: 'MED_FRAUDE', valor: '5.00' }
  expect(readable({ devolucoes: [back, byBank] })).toMatchObject({
    ...{ refunded: 3_000, chargedBack: 500, refunds: [{ id: 'D1', amount: 3_000 }] },
  })
})

test('keeps the reasons of returns as stated, up to a maximum length', () => {
  const long = 'N'.repeat(40)
  const some = Array.from({ length: 6 }, (_, index) => ({
    ...back,
    rtrId: `D${index}`,
    valor: '1.00',
    natureza: long,
  }))
  expect(readable({ devolucoes: some }).detail).toBe(Array(6).fill(long).join(' ').slice(0, 180))
  expect(readable({ devolucoes: [{ ...back, natureza: `${long}N` }] }).detail).toBe('ORIGINAL')
  const both = [back, { ...back, rtrId: 'D2', valor: '70.00', natureza: 'MED_FRAUDE' }]
  expect(readable({ devolucoes: both })).toMatchObject({
    ...{ state: 'charged_back', status: 'DEVOLVIDO', refunded: 3_000, chargedBack: 7_000 },
    detail: 'ORIGINAL MED_FRAUDE 70.00',
  })
  const rest = [
    { ...back, valor: '99.99' },
    { ...back, rtrId: 'D2', valor: '0.01', natureza: 'MED_FRAUDE' },
  ]
  expect(readable({ devolucoes: rest })).toMatchObject({
    ...{ state: 'charged_back', chargedBack: 1, detail: 'ORIGINAL MED_FRAUDE 0.01' },
  })
})

test.each<[name: string, change: object, fields: string[]]>([
  ['without an id', { endToEndId: undefined }, ['endToEndId']],
  ['with an unreadable amount', { valor: '100,00' }, ['valor']],
  ['with returns that are not a list', { devolucoes: {} }, ['devolucoes']],
  [
    'with a return without an amount',
    { devolucoes: [back, { ...back, rtrId: 'D2', valor: null }] },
    ['devolucoes'],
  ],
  ['with a return without a status', { devolucoes: [{ ...back, status: 1 }] }, ['devolucoes']],
  [
    'with a return of an invalid status',
    { devolucoes: [{ ...back, status: 'x'.repeat(41) }] },
    ['devolucoes'],
  ],
  ['with the same return twice', { devolucoes: [back, back] }, ['devolucoes']],
  ['with an invalid id', { endToEndId: 'x'.repeat(65), valor: 1.005 }, ['endToEndId', 'valor']],
])('does not read a Pix %s', (_, change, fields) => {
  const read = unreadable({ ...pix, ...change })
  expect(read.unreadable).toEqual(fields)
  expect(read).toMatchObject({
    reference: 'abc',
    currency: 'BRL',
    // A return in doubt may be new.
    updatedAt: 'devolucoes' in change ? undefined : new Date('2026-11-21T13:00:00Z'),
  })
  expect(read.providerId).toEqual(fields.includes('endToEndId') ? expect.stringMatching(/[0-9a-f]{64}$/) : id)
  expect(read.amount).toBe(change && 'valor' in change && change.valor === 1.005 ? 101 : 10_000)
})

test('treats repeated property names as unreadable, in a Pix and in a return', () => {
  const twice = JSON.stringify(pix).replace('{', '{"valor":"1.00",')
  expect(unreadable(twice)).toMatchObject({ unreadable: ['repeated names'], updatedAt: undefined })
  const inside = JSON.stringify({ ...pix, devolucoes: [back] }).replace(
    '"id":"dev1"',
    '"id":"dev1","id":"dev2"',
  )
  expect(unreadable(inside).unreadable).toEqual(['devolucoes'])
})

test('ignores a text that is longer than its limit', () => {
  const long = (length: number) => 'x'.repeat(length)
  expect(readable({ endToEndId: long(64) }).providerId).toHaveLength(64)
  expect([readable({ txid: long(64) }).reference?.length, readable({ txid: long(65) }).reference]).toEqual([
    ...[64, undefined],
  ])
  const returned = (rtrId: string) => readable({ devolucoes: [{ ...back, rtrId }] }).refunds?.[0]?.id
  expect([returned(long(64))?.length, returned(long(65))]).toEqual([64, 'dev1'])
  expect(readable({ devolucoes: [{ ...back, natureza: long(40) }] }).detail).toHaveLength(40)
})

test('reads the key that received a Pix where it is stated', () => {
  const keyOf = (chave: unknown) => readPix(node({ ...pix, chave })).pixKey
  expect(keyOf('financeiro@exemplo.com.br')).toBe('financeiro@exemplo.com.br')
  expect([keyOf(undefined), keyOf(null), keyOf(7)]).toEqual([undefined, undefined, undefined])
  expect([keyOf('x'.repeat(77))?.length, keyOf('x'.repeat(78))]).toEqual([77, undefined])
  expect(readPix(node({ ...pix, valor: 'x', chave: 'chave' })).pixKey).toBe('chave')
})

test('a return of one centavo makes a Pix one that came back', () => {
  expect(readable({ devolucoes: [{ ...back, valor: '0.01' }] })).toMatchObject({
    status: 'DEVOLVIDO',
    refunded: 1,
  })
  expect(readable({ devolucoes: [] })).toMatchObject({ status: 'CONCLUIDA', refunded: 0 })
})

test('the earliest instant of a Pix is twelve hours before the minute that its id states', () => {
  const earliest = (endToEndId: string) => readable({ endToEndId }).createdAt
  expect(earliest('E12345678202611211300abcdefghijk')).toEqual(new Date('2026-11-21T01:00:00Z'))
  expect(earliest('E1A34567Z202602280059abcdefghijk')).toEqual(new Date('2026-02-27T12:59:00Z'))
  for (const other of [
    ...[
      'E12345678202613211300abcdefghijk',
      'E12345678202611312400abcdefghijk',
      'E12345678190011211300abcdefghijk',
    ],
    ...['D12345678202611211300abcdefghijk', 'xE12345678202611211300abcdefghij', 'E1234567820261121130', 'um'],
    ...['xE12345678202611211300abcdefghijk', 'E12345678202611211300abcdefghijkl'],
  ])
    expect(earliest(other)).toBeUndefined()
})

test('marks a missing or unreadable time as doubtful', () => {
  for (const horario of ['ontem', undefined])
    expect(readable({ horario })).toMatchObject({ approvedAt: undefined, doubts: ['approval_unreadable'] })
  expect(readable({})).not.toHaveProperty('doubts')
})

test('reads a page only with valid counts', () => {
  const page = (counts: object, list: unknown = [pix]) =>
    readPage(
      node({
        parametros: {
          paginacao: { paginaAtual: 1, quantidadeDePaginas: 2, quantidadeTotalDeItens: 101, ...counts },
        },
        ...(list !== undefined && { pix: list }),
      }),
    )
  expect(page({})).toMatchObject({ payments: [{ providerId: id }], number: 1, total: 101, pages: 2 })
  expect(page({ paginaAtual: 0, quantidadeDePaginas: 0, quantidadeTotalDeItens: 0 }, null)).toEqual({
    ...{ payments: [], number: 0, total: 0, pages: 0 },
  })
  expect(page({ paginaAtual: -1 })).toBeUndefined()
  expect(page({ paginaAtual: 0.5 })).toBeUndefined()
  expect(page({ quantidadeDePaginas: -1 })).toBeUndefined()
  expect(page({ quantidadeTotalDeItens: -1 })).toBeUndefined()
  expect(page({ quantidadeTotalDeItens: 1.5 })).toBeUndefined()
  expect(page({}, 'x')).toBeUndefined()
  expect(readPage(undefined)).toBeUndefined()
})

const charge = {
  ...{ txid: 'abc', status: 'ATIVA', valor: { original: '100.00' }, pixCopiaECola: '000201' },
  calendario: { criacao: '2026-11-21T13:00:00Z', expiracao: 1800 },
}
function chargeOf(change: object = {}): Charge {
  const read = readCharge(node({ ...charge, ...change }))
  if (!read) throw new Error('no charge')
  return read
}

test('a charge ends at its stated time, else after a day, or on business days after its due date', () => {
  const criacao = '2026-11-21T13:00:00Z'
  const end = (calendario: object) =>
    endOf(chargeOf({ calendario: { criacao, ...calendario } })).toISOString()
  expect(end({ expiracao: 1800 })).toBe('2026-11-21T13:30:00.000Z')
  expect(end({ expiracao: '1800' })).toBe('2026-11-21T13:30:00.000Z')
  expect(end({})).toBe('2026-11-22T13:00:00.000Z')
  expect(end({ criacao: '2026-11-21T10:00:00-03:00' })).toBe('2026-11-22T13:00:00.000Z')
  // Due on a Saturday: moved to Monday, and valid for a week after it.
  expect(end({ dataDeVencimento: '2026-11-21', validadeAposVencimento: 7 })).toBe('2026-12-01T03:00:00.000Z')
  expect(end({ dataDeVencimento: '2026-12-01' })).toBe('2027-01-01T03:00:00.000Z')
  expect(lastDayOf('2026-11-21', 5)).toBe('2026-11-30')
})

test('reads the state of a charge from its status until it expires', () => {
  const end = new Date('2026-11-21T13:30:00Z')
  const before = new Date(end.getTime() - 1)
  const state = (status: string, now = before) => stateOf(chargeOf({ status }), now)
  expect([state('ATIVA'), state('ATIVA', end), state('CONCLUIDA', end)]).toEqual([
    ...['pending', 'expired', 'in_process'],
  ])
  const removed = ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP', 'OUTRA'].map((status) =>
    state(status),
  )
  expect(removed).toEqual(['cancelled', 'cancelled', undefined])
})

test('lists the payments of a charge newest first; an unpaid charge represents its payment', () => {
  const now = new Date('2026-11-21T13:10:00Z')
  const facts = { reference: 'abc', code: '000201', expiresAt: new Date('2026-11-21T13:30:00Z') }
  expect(paymentsIn(chargeOf(), now)).toEqual([
    {
      ...{
        ...facts,
        providerId: 'abc',
        state: 'pending',
        status: 'ATIVA',
        detail: undefined,
        amount: 10_000,
      },
      ...{ refunded: 0, fee: 0, currency: 'BRL', method: 'pix', ticketUrl: undefined },
      ...{ approvedAt: undefined, updatedAt: undefined },
    },
  ])
  const later = { ...pix, endToEndId: 'E2', txid: 'other', horario: '2026-11-21T13:05:00Z' }
  const untimed = { ...pix, endToEndId: 'E3', horario: undefined }
  const garbled = { ...pix, endToEndId: 'E4', valor: '?', txid: 'other', horario: '2026-11-21T13:02:00Z' }
  const all = paymentsIn(chargeOf({ pix: [pix, untimed, later, garbled] }), now)
  expect(all.map(({ providerId }) => providerId)).toEqual(['E2', 'E4', id, 'E3'])
  for (const payment of all.filter(isReadable)) expect(payment).toMatchObject(facts)
  expect(all[1]).toMatchObject({ reference: 'abc', unreadable: ['valor'] })
})

test('does not read an incomplete charge, nor one with an unreadable Pix', () => {
  const not = (change: object) => expect(readCharge(node({ ...charge, ...change }))).toBeUndefined()
  for (const change of [
    { txid: '' },
    { status: 1 },
    { valor: { original: '1,00' } },
    { calendario: {} },
    { pix: {} },
  ])
    not(change)
  expect(readCharge(undefined)).toBeUndefined()
  expect(chargeOf({ txid: 'a' }).txid).toBe('a')
  const returned = { id: 'a', valor: '1.50', status: 'DEVOLVIDO' }
  expect(returnSchema.safeParse(returned).data?.valor).toBe(150)
  expect(returnSchema.safeParse({ ...returned, id: '' }).success).toBe(false)
})

const request = {
  ...{ reference: 'abc', idempotencyKey: 'k', amount: 9_990, description: 'Limpeza de Nome' },
  payer: { email: '', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
  expiresAt: new Date('2026-11-21T13:30:00.001Z'),
}
const now = new Date('2026-11-21T13:00:00Z')

test('requests a charge with its payer and an expiry in whole seconds, never in the past', () => {
  expect(chargeBody(request, 'chave', now)).toEqual({
    calendario: { expiracao: 1801 },
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    valor: { original: '99.90' },
    ...{ chave: 'chave', solicitacaoPagador: 'Limpeza de Nome' },
  })
  const other = { firstName: ' Ana', lastName: '', document: '12ABC34501DE35', email: '' }
  const long = { ...request, payer: other, expiresAt: now, description: 'd'.repeat(150) }
  expect(chargeBody(long, 'chave', now)).toMatchObject({
    ...{ calendario: { expiracao: 1 }, devedor: { cnpj: '12ABC34501DE35', nome: 'Ana' } },
    solicitacaoPagador: 'd'.repeat(140),
  })
  const named = { ...request, payer: { ...request.payer, lastName: 'S'.repeat(300) } }
  expect(chargeBody(named, 'chave', now).devedor.nome).toHaveLength(200)
})

test('a charge with a due date carries fine, interest and discount', () => {
  const due = { date: '2026-12-01', validDaysAfter: 30 }
  expect(chargeBody({ ...request, due }, 'chave', now)).toMatchObject({
    calendario: { dataDeVencimento: '2026-12-01', validadeAposVencimento: 30 },
    valor: { original: '99.90' },
  })
  expect(chargeBody({ ...request, due }, 'chave', now).valor).toEqual({ original: '99.90' })
  const terms = {
    finePercent: 200,
    monthlyInterestPercent: 100,
    discount: { until: '2026-11-25', percent: 500 },
  }
  expect(chargeBody({ ...request, due: { ...due, ...terms } }, 'chave', now).valor).toEqual({
    original: '99.90',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 3, valorPerc: '1.00' },
    desconto: { modalidade: 2, descontoDataFixa: [{ data: '2026-11-25', valorPerc: '5.00' }] },
  })
})

test('a notice yields the id of a Pix and its content, so that equal notices are stored once', () => {
  const notice = (body: object, token = 'segredo') =>
    readNotice(
      { query: new URLSearchParams({ token }), headers: new Headers(), body: JSON.stringify(body) },
      'segredo',
    )
  const first = notice({ pix: [pix] })
  expect(first).toMatchObject({ ok: true, value: [{ providerId: id }] })
  if (!first.ok || !first.value[0]) throw new Error('no notice')
  expect(first.value[0]).not.toHaveProperty('action')
  expect(first.value[0].deliveryKey).toMatch(new RegExp(`^${id}:[0-9a-f]{16}$`))
  expect(notice({ pix: [pix] }, 'segredo/pix')).toEqual(first)
  const returned = notice({ pix: [{ ...pix, devolucoes: [back] }] })
  if (!returned.ok || !returned.value[0]) throw new Error('no notice')
  expect(returned.value[0].action).toBe('devolucao')
  expect(returned.value[0].deliveryKey).not.toBe(first.value[0].deliveryKey)
  for (const token of ['outro', '', 'segredo/pix/x', '/pixsegredo', 'segredo/pixx'])
    expect(notice({ pix: [pix] }, token).ok).toBe(false)
})

test('a Pix of an unknown time without returns has no time of its last change', () => {
  expect(readable({ horario: undefined }).updatedAt).toBeUndefined()
})
