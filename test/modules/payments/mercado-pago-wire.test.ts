// How each field that Mercado Pago sends is read, and the content of our requests.
import { expect, test } from 'vitest'
import { type JsonNode, parseLosslessJson } from '../../../src/core/lossless-json.ts'
import {
  isPreferenceFor,
  pixBody,
  preferenceBody,
  readPayment,
  readRefund,
  readSearchPage,
  wireDate,
} from '../../../src/modules/payments/adapters/mercado-pago/wire.ts'
import { isReadable } from '../../../src/modules/payments/ports.ts'

const payment = {
  id: 123,
  status: 'approved',
  status_detail: 'accredited',
  transaction_amount: 100,
  transaction_amount_refunded: 0,
  currency_id: 'BRL',
  external_reference: 'PARC_1',
  notification_url: 'https://exemplo.com.br/aviso',
  payment_method_id: 'pix',
  date_approved: '2026-11-21T10:00:00.000-03:00',
  date_last_updated: '2026-11-21T10:01:00.000-03:00',
  date_of_expiration: '2026-11-21T10:30:00.000-03:00',
  fee_details: [{ fee_payer: 'collector', amount: 0.99 }],
  transaction_details: { net_received_amount: 99.01, total_paid_amount: 100 },
  point_of_interaction: { transaction_data: { qr_code: '000201', ticket_url: 'https://exemplo.com.br/t' } },
}
const node = (value: unknown): JsonNode => {
  const parsed = parseLosslessJson(typeof value === 'string' ? value : JSON.stringify(value))
  if (!parsed) throw new Error('no JSON')
  return parsed
}
const readAs = (change: object) => readPayment(node({ ...payment, ...change }))
function readable(change: object) {
  const read = readAs(change)
  if (!isReadable(read)) throw new Error(`unreadable: ${read.unreadable.join(' ')}`)
  return read
}
function unreadable(text: unknown) {
  const read = readPayment(node(text))
  if (isReadable(read)) throw new Error('readable')
  return read
}

test('reads a test card, unless real money is required', () => {
  const card = { ...payment, payment_method_id: 'visa', live_mode: false }
  expect(isReadable(readPayment(node(card)))).toBe(true)
  const said = node(card)
  expect(readPayment(said, true)).toMatchObject({
    unreadable: ['live_mode'],
    amount: 10_000,
    currency: 'BRL',
  })
  expect(readSearchPage(node({ results: [card] }))?.payments).toMatchObject([
    { providerId: '123', state: 'approved' },
  ])
})

test('reads every field of a payment', () => {
  expect(readable({})).toEqual({
    raw: JSON.stringify(payment),
    providerId: '123',
    state: 'approved',
    status: 'approved',
    detail: 'accredited',
    amount: 10_000,
    refunded: 0,
    refunds: undefined,
    refunding: 0,
    fee: 99,
    currency: 'BRL',
    method: 'pix',
    reference: 'PARC_1',
    noticesTo: 'https://exemplo.com.br/aviso',
    code: '000201',
    ticketUrl: 'https://exemplo.com.br/t',
    approvedAt: new Date('2026-11-21T13:00:00Z'),
    updatedAt: new Date('2026-11-21T13:01:00Z'),
    expiresAt: new Date('2026-11-21T13:30:00Z'),
  })
  expect(readable({ payment_method_id: 'visa' }).method).toBe('credit_card')
})

test.each([
  ['pending', '', 'pending'],
  ['in_process', '', 'in_process'],
  ['authorized', '', 'in_process'],
  ['approved', 'accredited', 'approved'],
  ['rejected', '', 'rejected'],
  ['cancelled', '', 'cancelled'],
  ['cancelled', 'expired', 'expired'],
  ['in_mediation', '', 'in_mediation'],
  ['refunded', '', 'refunded'],
  ['charged_back', '', 'charged_back'],
  ['charged_back', 'reimbursed', 'approved'],
  ['processed', '', undefined],
])('maps the status %s %s to %s', (status, status_detail, state) => {
  expect(readable({ status, status_detail }).state).toBe(state)
})

test.each([
  [987, '987'],
  ['987', '987'],
  [null, undefined],
])('reads the account that received a payment, %j, as %j', (collector_id, account) => {
  expect(readable({ collector_id }).collectorId).toBe(account)
})

test.each<[said: unknown, read: string | undefined]>([
  ['  PARC_1\u00a0\n', 'PARC_1'],
  ['\u0000PARC_1', undefined],
  ['loja 7', 'loja 7'],
  ['   ', undefined],
  ['', undefined],
  [null, undefined],
  [7, undefined],
  // Of another shop, whose checkout takes 256 characters: without a reference it would count as a bare Pix of ours.
  ['L'.repeat(256), 'L'.repeat(256)],
  ['L'.repeat(257), undefined],
])('reads the reference %j as %j', (external_reference, reference) => {
  expect(readable({ external_reference }).reference).toBe(reference)
})

test.each<[name: string, change: object, fields: string[]]>([
  ['without an id', { id: undefined }, ['id']],
  ['without a status', { status: undefined }, ['status']],
  ['with an unreadable amount', { transaction_amount: '100,00' }, ['transaction_amount']],
  ['without a currency', { currency_id: null }, ['currency_id']],
  ['with an unreadable refund', { transaction_amount_refunded: '1,00' }, ['transaction_amount_refunded']],
  [
    'whose detail mentions a refund without its amount',
    { transaction_amount_refunded: undefined, status_detail: 'partially_refunded' },
    ['transaction_amount_refunded'],
  ],
  [
    'whose list mentions a refund without its amount',
    { transaction_amount_refunded: null, refunds: [{ id: 5, amount: 1 }] },
    ['transaction_amount_refunded'],
  ],
  [
    'whose list has a refund without an id, and no amount of all',
    { transaction_amount_refunded: null, refunds: [{ amount: 1 }] },
    ['transaction_amount_refunded'],
  ],
  [
    'whose list of refunds is no list, without an amount of all',
    { transaction_amount_refunded: undefined, refunds: { id: 5, amount: 1 } },
    ['transaction_amount_refunded'],
  ],
  [
    'whose list has more refunds than it states',
    {
      transaction_amount_refunded: 1,
      refunds: [{ id: 5, amount: 1 }, { amount: 1 }, { id: 6, amount: 0.01 }],
    },
    ['transaction_amount_refunded'],
  ],
  [
    'whose detail and empty list of refunds know nothing of the refund that it states',
    { transaction_amount_refunded: 0.01, refunds: [] },
    ['transaction_amount_refunded'],
  ],
  [
    'with several unreadable fields',
    { status: 7, currency_id: 'REAIS', transaction_amount_refunded: '?' },
    ['status', 'currency_id', 'transaction_amount_refunded'],
  ],
])('does not read a payment %s', (_, change, fields) => {
  const read = unreadable({ ...payment, ...change })
  expect(read.unreadable).toEqual(fields)
  expect(read.providerId).toEqual(fields.includes('id') ? expect.stringMatching(/[0-9a-f]{64}$/) : '123')
})

test('an unreadable payment still shows what a person needs to identify it', () => {
  const said = { transaction_amount: '100,00' }
  expect(unreadable({ ...payment, ...said })).toMatchObject({ amount: 10_000, currency: 'BRL' })
  expect(unreadable({ ...payment, transaction_amount: 'x' }).amount).toBe(10_000)
  const none = { transaction_amount: 'x', transaction_details: undefined, currency_id: undefined }
  expect(unreadable({ ...payment, ...none })).toMatchObject({ amount: null, currency: null })
  expect(unreadable({ ...payment, status: undefined })).toMatchObject({
    ...{ reference: 'PARC_1', approvedAt: new Date('2026-11-21T13:00:00Z') },
    raw: expect.stringContaining('"id":123'),
  })
})

test('treats a repeated field, or a payload that is no object, as unreadable', () => {
  const twice = JSON.stringify(payment).replace('{', '{"id":124,')
  expect(unreadable(twice).unreadable).toEqual(['repeated names'])
  expect(unreadable('[]').unreadable).toContain('not an object')
  expect(readable({ transaction_amount_refunded: undefined, refunds: [] }).refunded).toBe(0)
  expect(readable({ transaction_amount_refunded: 0, refunds: [] }).refunded).toBe(0)
})

test('a text longer than its limit is ignored or doubtful', () => {
  const long = (length: number) => 'x'.repeat(length)
  const url = (length: number) => `https://${long(length - 8)}`
  expect(readable({ status: long(60) }).status).toHaveLength(60)
  expect(unreadable({ ...payment, status: long(61) }).unreadable).toEqual(['status'])
  expect(unreadable({ ...payment, currency_id: 'BRLX' }).unreadable).toEqual(['currency_id'])
  expect(readable({ status_detail: long(60) }).detail).toHaveLength(60)
  expect(readable({ status_detail: long(61) }).detail).toBeUndefined()
  for (const [name, field] of [
    ['notification_url', 'noticesTo'],
    ['qr_code', 'code'],
    ['ticket_url', 'ticketUrl'],
  ] as const) {
    const of = (length: number) =>
      readable({ [name]: url(length), point_of_interaction: { transaction_data: { [name]: url(length) } } })[
        field
      ]
    expect(of(1000)).toHaveLength(1000)
    expect(of(1001)).toBeUndefined()
  }
})

test.each<[name: string, change: object, fee: number, doubt?: string]>([
  ['the sum of what the seller pays', { fee_details: [fee(0.5), fee(0.49)] }, 99],
  ['without what the payer pays', { fee_details: [fee(0.99), fee(5, 'payer')] }, 99],
  ['zero while none is stated', { fee_details: undefined, ...net(100) }, 0],
  ['none for null', { fee_details: null, ...net(100) }, 0],
  ['in doubt without a list', { fee_details: { amount: 1 } }, 0, 'fee_unreadable'],
  ['in doubt without a payer', { fee_details: [{ amount: 1 }] }, 0, 'fee_unreadable'],
  [
    'in doubt without a payer, whatever the seller received',
    { fee_details: [{ amount: 1 }], ...net(100) },
    0,
    'fee_unreadable',
  ],
  ['in doubt with an invalid amount', { fee_details: [fee('x')] }, 0, 'fee_unreadable'],
  [
    'in doubt with one invalid amount of several',
    { fee_details: [fee('x'), fee(1)], transaction_details: {} },
    0,
    'fee_unreadable',
  ],
  ['in doubt when the seller received less', { ...net(99) }, 99],
  ['in doubt when the seller received two centavos less', { ...net(98.99) }, 0, 'fee_unreadable'],
  ['as stated when the seller received a centavo more', { ...net(99.02) }, 99],
  ['in doubt when the seller received two centavos more', { ...net(99.03) }, 0, 'fee_unreadable'],
  ['in doubt when the received amount is', { ...net('x') }, 0, 'fee_unreadable'],
  ['as stated without the received amount', { transaction_details: {} }, 99],
  ['as stated for a payment that is not approved', { status: 'refunded', ...net(1) }, 99],
  ['as stated for a payment with a refund', { transaction_amount_refunded: 5, ...net(1) }, 99],
  ['as stated without the refunded amount', { transaction_amount_refunded: undefined, ...net(99.01) }, 99],
  [
    'in doubt without the refunded amount when the seller received less',
    { transaction_amount_refunded: undefined, ...net(98.99) },
    0,
    'fee_unreadable',
  ],
])('the fee is %s', (_, change, expected, doubt) => {
  const read = readable(change)
  expect([read.fee, read.doubts]).toEqual([expected, doubt ? [doubt] : undefined])
})

function fee(amount: number | string, fee_payer = 'collector') {
  return { fee_payer, amount }
}
function net(net_received_amount: number | string) {
  return { transaction_details: { net_received_amount } }
}

test('reads when a payment was made where it is stated without doubt', () => {
  const made = (date_created: unknown) => readable({ date_created }).createdAt
  expect(made('2026-11-21T09:00:00.000-04:00')).toEqual(new Date('2026-11-21T13:00:00Z'))
  expect([made('ontem'), made(null)]).toEqual([undefined, undefined])
})

test('an unreadable time of approval is a doubt; a missing one is none', () => {
  expect(readable({ date_approved: 'ontem' })).toMatchObject({
    ...{ approvedAt: undefined, doubts: ['approval_unreadable'] },
  })
  expect(readable({ date_approved: null })).not.toHaveProperty('doubts')
})

test('lists the approved refunds; a list with an unreadable refund counts as unreadable', () => {
  const back = (refunds: unknown) => readable({ transaction_amount_refunded: 1, refunds }).refunds
  const one = { id: 5, amount: 0.4, status: 'approved' }
  const asked = { id: 6, amount: 0.3, status: 'in_process' }
  const unsaid = { id: 7, amount: 0.6 }
  const listed = [
    { id: '5', amount: 40 },
    { id: '7', amount: 60 },
  ]
  expect(back([one, asked, unsaid])).toEqual(listed)
  expect(back([one, { amount: 1 }, unsaid])).toBeUndefined()
  expect(back([one, { id: 8, amount: '1,00' }])).toBeUndefined()
  expect(back('x')).toBeUndefined()
  // Listed twice, of another payment, negative, or with a name twice: its id or its amount may be wrong.
  expect(back([one, { ...one, amount: 0.6 }])).toBeUndefined()
  expect(back([{ ...one, payment_id: 124 }, unsaid])).toBeUndefined()
  expect(
    back([
      { ...one, payment_id: 123 },
      { ...unsaid, payment_id: '123' },
    ]),
  ).toEqual(listed)
  expect(back([one, { id: 8, amount: -0.4 }])).toBeUndefined()
  const repeated = JSON.stringify({ ...payment, refunds: [{ id: 5 }] }).replace(
    '"id":5',
    '"id":5,"amount":1,"amount":0',
  )
  expect(readPayment(node(repeated))).toMatchObject({ refunds: undefined, refunded: 0 })
  // A status that is not a valid word is not a refusal.
  expect(back([{ ...one, status: 'x'.repeat(40) }])).toEqual([])
  expect(back([{ ...one, status: 'x'.repeat(41) }])).toEqual([{ id: '5', amount: 40 }])
  expect(readRefund(node(one))).toEqual({ providerRefundId: '5', amount: 40, status: 'approved' })
  expect([readRefund(node({ id: 5 })), readRefund(node({ amount: 1 })), readRefund(undefined)]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

test('a refund that is neither approved nor finished is in process, also in a list with an unreadable one', () => {
  const said = { transaction_amount_refunded: 1, status_detail: 'partially_refunded' }
  const underWay = (refunds: unknown) => readable({ ...said, refunds }).refunding
  const one = (status: string, amount: unknown = 1) => ({ id: 5, amount, status })
  const waiting = [one('in_process', 0.3), one('authorized', 0.6)]
  expect(underWay([one('approved'), one('rejected'), one('cancelled'), ...waiting])).toBe(90)
  expect(underWay([...waiting, one('in_process', '1,00')])).toBe(90)
  expect([underWay([]), underWay(null), underWay([{ id: 5, amount: 1 }])]).toEqual([0, 0, 0])
})

test('a page of the search is a list, with or without a total', () => {
  const page = (change: object) => readSearchPage(node({ results: [payment], ...change }))
  expect(page({})).toMatchObject({ payments: [{ providerId: '123' }], total: undefined })
  expect(page({ paging: { total: 999_999_999 } })?.total).toBe(999_999_999)
  expect(page({ paging: { total: 0 } })?.total).toBe(0)
  expect(page({ paging: { total: 1, offset: 50 } })).toMatchObject({ total: 1, offset: 50 })
  expect(page({ paging: { total: 1 } })?.offset).toBeUndefined()
  for (const count of ['1', -1, 1.5, 1_000_000_000]) {
    expect(page({ paging: { total: count } })).toBeUndefined()
    expect(page({ paging: { offset: count } })).toBeUndefined()
  }
  expect([page({ results: {} }), readSearchPage(undefined)]).toEqual([undefined, undefined])
})

test('a preference matches the request unless a stated field differs', () => {
  const asked = { reference: 'PARC_1', amount: 10_050 }
  const item = { quantity: 1, unit_price: 100.5, currency_id: 'BRL' }
  const is = (change: object) => isPreferenceFor({ id: 'a', init_point: 'x', ...change }, asked)
  expect(is({})).toBe(true)
  expect(is({ external_reference: 'PARC_1', items: [item] })).toBe(true)
  expect(is({ external_reference: 'PARC_2', items: [item] })).toBe(false)
  expect(is({ external_reference: 'PARC_1', items: [{ ...item, unit_price: 100 }] })).toBe(false)
  expect(is({ items: [{ ...item, quantity: 2 }] })).toBe(false)
  expect(is({ items: [{ ...item, currency_id: 'USD' }] })).toBe(false)
  expect(is({ items: [] })).toBe(false)
})

const request = {
  ...{ reference: 'PARC_1', idempotencyKey: 'k', amount: 9_990, description: 'Limpeza de Nome' },
  payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
  expiresAt: new Date('2026-11-21T13:31:00Z'),
}
const unnamed = {
  ...request,
  payer: { ...request.payer, email: '', lastName: '', document: '12ABC34501DE35' },
}

test('requests a Pix with its payer, expiry and notification URL', () => {
  expect(pixBody(request, 'https://exemplo.com.br/aviso')).toEqual({
    ...{ transaction_amount: 99.9, payment_method_id: 'pix', description: 'Limpeza de Nome' },
    ...{ external_reference: 'PARC_1', notification_url: 'https://exemplo.com.br/aviso', metadata: {} },
    date_of_expiration: '2026-11-21T10:31:00.000-03:00',
    payer: {
      ...{ email: 'ana@exemplo.com.br', first_name: 'Ana', last_name: 'Souza' },
      identification: { type: 'CPF', number: '52998224725' },
    },
  })
  expect(pixBody(unnamed, '').payer).toEqual({
    first_name: 'Ana',
    identification: { type: 'CNPJ', number: '12ABC34501DE35' },
  })
})

test('a preference has one item in reais and the return URL of the payer', () => {
  const urls = { notificationUrl: 'https://exemplo.com.br/aviso', backUrl: 'https://exemplo.com.br/volta' }
  expect(preferenceBody({ ...request, maxInstalments: 6 }, urls)).toEqual({
    items: [{ title: 'Limpeza de Nome', quantity: 1, unit_price: 99.9, currency_id: 'BRL' }],
    payer: {
      ...{ email: 'ana@exemplo.com.br', name: 'Ana', surname: 'Souza' },
      identification: { type: 'CPF', number: '52998224725' },
    },
    back_urls: { success: urls.backUrl, pending: urls.backUrl, failure: urls.backUrl },
    ...{ auto_return: 'approved', external_reference: 'PARC_1', notification_url: urls.notificationUrl },
    payment_methods: { installments: 6 },
    ...{ expires: true, expiration_date_to: '2026-11-21T10:31:00.000-03:00' },
  })
  expect(preferenceBody({ ...unnamed, maxInstalments: 1 }, urls).payer).toEqual({
    name: 'Ana',
    identification: { type: 'CNPJ', number: '12ABC34501DE35' },
  })
})

test('writes dates with the offset of Brasília', () => {
  expect(wireDate(new Date('2026-11-22T02:59:59.999Z'))).toBe('2026-11-21T23:59:59.999-03:00')
})
