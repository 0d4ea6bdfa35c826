// Requests to a bank by API Pix, one by one, and the results of its responses, including those that the simulator never gives.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiPix } from '../../../src/modules/payments/adapters/api-pix/api-pix.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { inTurn, type Reply, startScriptedServer } from './scripted-server.ts'

const txid = '01980a5e7d3c700080003c5d1f0a9b21'
const endToEndId = `E${'1'.repeat(20)}abcdefghijk`
const request = {
  ...{ reference: txid, idempotencyKey: 'key-of-the-charge', amount: 19_990, description: 'Limpeza de Nome' },
  payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
  expiresAt: new Date('2026-11-20T13:31:00Z'),
}
const charge = {
  ...{ txid, status: 'ATIVA', valor: { original: '199.90' }, pixCopiaECola: '00020101' },
  calendario: { criacao: '2026-11-20T13:00:00Z', expiracao: 1860 },
}
const ofAnother = { ...charge, txid: '01980a5e7d3c700080003c5d1f0a9b22' }
const anotherCharge = { ok: false, code: 'unavailable', detail: 'unreadable: another charge' }
const pix = (more: object = {}) => ({
  ...{ endToEndId, txid, valor: '199.90', horario: '2026-11-20T13:05:00Z', ...more },
})
const pageOf = (payments: object[], { page = 0, pages = 1, total = payments.length } = {}): Reply => ({
  status: 200,
  body: {
    parametros: {
      paginacao: { paginaAtual: page, quantidadeDePaginas: pages, quantidadeTotalDeItens: total },
    },
    pix: payments,
  },
})
const refusal = (type: string, ...properties: unknown[]): Reply => ({
  status: 400,
  body: { type, violacoes: properties.map((propriedade) => ({ propriedade, valor: '529.982.247-25' })) },
})
const missing: Reply = { status: 404 }

function apiPixAt(baseUrl: string, elapsed = () => 0) {
  return createApiPix({
    ...{ baseUrl, tokenUrl: `${baseUrl}/token`, clientId: 'id', clientSecret: 'secret' },
    ...{ key: 'financeiro@exemplo.com.br', webhookSecret: 'x', attempts: 1, timeout: 5_000 },
    links: linksAt('https://recomeco.exemplo.com.br'),
    clock: fixedClock('2026-11-20T13:10:00Z'),
    elapsed,
  })
}

/** Starts a bank that grants a token to every client, or refuses it to all, and then replies one by one. */
async function startBank(
  replies: readonly Reply[],
  token: object = { access_token: 'token' },
  tokenStatus = 200,
) {
  const next = inTurn(replies)
  const { baseUrl, asked } = await startScriptedServer(({ path }) =>
    path === 'POST /token' ? { status: tokenStatus, body: token } : next(),
  )
  const time = { now: 0 }
  const client = apiPixAt(baseUrl, () => time.now)
  const calls = () => asked.flatMap(({ path }) => (path === 'POST /token' ? [] : [path]))
  const tokens = () => asked.length - calls().length
  return { client, asked, calls, tokens, time }
}

test('looks a charge up before creating it, and creates nothing while the bank does not answer', async () => {
  const made = await startBank([missing, missing, { status: 201, body: charge }])
  expect(await made.client.createPix(request)).toMatchObject({ ok: true, value: { code: '00020101' } })
  expect(made.calls()).toEqual([`GET /cob/${txid}`, `GET /cobv/${txid}`, `PUT /cob/${txid}`])
  const silent = await startBank([{ status: 503 }])
  expect(await silent.client.createPix(request)).toMatchObject({ code: 'unavailable' })
  expect(silent.calls()).toEqual([`GET /cob/${txid}`])
  expect(made.client.methods).toEqual(['pix'])
})

test('only creation requests have a body', async () => {
  const { client, asked } = await startBank([missing, missing, { status: 201, body: charge }])
  await client.createPix(request)
  const bodies = asked.filter(({ path }) => path !== 'POST /token').map(({ body }) => body)
  expect(bodies.slice(0, 2)).toEqual(['', ''])
  expect(JSON.parse(bodies[2] ?? '')).toMatchObject({ valor: { original: '199.90' } })
})

test.each<[name: string, replies: Reply[], expected: object]>([
  [
    'the bank refuses because it already created it',
    [missing, missing, { status: 400 }, { status: 200, body: charge }],
    { ok: true, value: { code: '00020101' } },
  ],
  ['its bank refuses', [missing, missing, { status: 400 }, missing, missing], { ok: false, code: 'refused' }],
  ['the bank stops answering', [missing, missing, { status: 503 }], { ok: false, code: 'unavailable' }],
  [
    'one with another amount exists',
    [{ status: 200, body: { ...charge, valor: { original: '199.91' } } }],
    { ok: false, code: 'refused', detail: 'amount differs' },
  ],
  [
    'the answer has no code',
    [{ status: 200, body: { ...charge, pixCopiaECola: undefined } }],
    { ok: false, code: 'unavailable', detail: 'a charge without a code' },
  ],
  ['the answer names another charge', [{ status: 200, body: ofAnother }], anotherCharge],
  ['the bank creates another charge', [missing, missing, { status: 201, body: ofAnother }], anotherCharge],
  [
    'the bank writes its txid in capitals',
    [{ status: 200, body: { ...charge, txid: txid.toUpperCase() } }],
    { ok: true, value: { code: '00020101' } },
  ],
])('result of creating a charge when %s', async (_, replies, expected) => {
  const { client, calls } = await startBank(replies)
  expect(await client.createPix(request)).toMatchObject(expected)
  expect(calls()).toHaveLength(replies.length)
})

test.each<[name: string, replies: Reply[], expected: object]>([
  ['is unpaid', [{ status: 200, body: charge }], { ok: true, value: { providerId: txid, state: 'pending' } }],
  [
    'is paid',
    [{ status: 200, body: { ...charge, status: 'CONCLUIDA', pix: [pix()] } }],
    { ok: true, value: { providerId: endToEndId, state: 'approved', reference: txid } },
  ],
  ['is nowhere', [missing, missing], { ok: false, code: 'not_found' }],
  ['is answered with another charge', [{ status: 200, body: { ...ofAnother, pix: [pix()] } }], anotherCharge],
  ['nobody answers for', [{ status: 503 }], { ok: false, code: 'unavailable' }],
])('result of looking up by reference a charge that %s', async (_, replies, expected) => {
  const { client, calls } = await startBank(replies)
  expect(await client.get(txid)).toMatchObject(expected)
  expect(calls()).toHaveLength(replies.length)
})

test('sends no invalid reference to the bank, and matches an id only as a whole', async () => {
  const { client, calls } = await startBank([missing])
  for (const reference of [`-${txid}`, `${txid}-`, txid.slice(0, 25), `${txid}1234`])
    expect(await client.get(reference)).toEqual({ ok: false, code: 'not_found' })
  expect(calls()).toEqual([])
  for (const reference of [`0${endToEndId}`, `${endToEndId}0`]) {
    await client.get(reference)
    expect(calls().splice(-2)).toEqual([`GET /cob/${reference}`, `GET /cobv/${reference}`])
  }
})

test('reports no payments of a charge that the bank does not answer for', async () => {
  const key = { method: 'pix', reference: txid, providerId: txid, preferenceId: null } as const
  const { client } = await startBank([{ status: 503 }])
  expect(await client.paymentsOf(key)).toMatchObject({ ok: false, code: 'unavailable' })
  const none = await startBank([missing])
  expect(await none.client.paymentsOf(key)).toEqual({ ok: true, value: [] })
})

test('refuses a payer without a CPF or CNPJ', async () => {
  const { client, asked } = await startBank([missing])
  const payer = { ...request.payer, document: '52998224724' }
  expect(await client.createPix({ ...request, payer })).toEqual({ ok: false, code: 'invalid_payer' })
  expect(asked).toEqual([])
})

const long = 'x'.repeat(120)
test.each<[name: string, reply: Reply, expected: object]>([
  [
    'of the payer',
    refusal(
      'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      'cob.devedor.cpf',
      'cob.valor.original',
    ),
    { code: 'invalid_payer', detail: '400 CobOperacaoInvalida cob.devedor.cpf cob.valor.original' },
  ],
  ['of the Pix key', refusal('', 'cob.chave'), { code: 'no_pix_key', detail: '400 cob.chave' }],
  [
    'of names that only resemble properties',
    refusal('', 'cob.chaveDeBusca', 'cob.devedores'),
    { code: 'refused', detail: '400 cob.chaveDeBusca cob.devedores' },
  ],
  [
    'of properties with long names',
    refusal('', long, `cob.${long}`),
    { code: 'refused', detail: `400 ${long.slice(0, 100)} cob.${long.slice(0, 91)}` },
  ],
  ['of properties with invalid names', refusal('', 7, null), { code: 'refused', detail: '400' }],
  ['without a reason', { status: 400, text: 'Bad request' }, { code: 'refused', detail: '400' }],
])('the detail of a refusal %s names the problem, without the values', async (_, reply, expected) => {
  const { client } = await startBank([missing, missing, reply, missing])
  expect(await client.createPix(request)).toEqual({ ok: false, ...expected })
})

test('reads at most twenty properties of a refusal', async () => {
  const blamed = async (before: number) => {
    const names = [...Array.from({ length: before }, () => 'a'), 'cob.chave']
    const { client } = await startBank([missing, missing, refusal('', ...names), missing])
    const made = await client.createPix(request)
    return made.ok ? undefined : made.code
  }
  expect([await blamed(19), await blamed(20)]).toEqual(['no_pix_key', 'refused'])
})

test('renews a token half a minute before it expires, or after five minutes if the bank states no expiry', async () => {
  for (const [granted, lasts] of [
    [{ access_token: 't' }, 270_000],
    [{ access_token: 't', expires_in: 3600 }, 3_570_000],
  ] as const) {
    const { client, tokens, time } = await startBank([missing], granted)
    await client.get(txid)
    time.now = lasts - 1
    await client.get(txid)
    expect(tokens()).toBe(1)
    time.now = lasts
    await client.get(txid)
    expect(tokens()).toBe(2)
  }
})

test.each<[stated: unknown, lasts: number]>([
  ['3600', 3_570_000],
  ['1e3', 270_000],
  ['', 270_000],
  [null, 270_000],
  [{}, 270_000],
  [0, 0],
  [-5, 0],
  [1e308, 9e15],
])('a token that is said to last %j is used all the same', async (expires_in, lasts) => {
  const { client, tokens, time } = await startBank([missing], { access_token: 't', expires_in })
  expect(await client.get(txid)).toEqual({ ok: false, code: 'not_found' })
  const first = tokens()
  time.now = lasts - 1
  await client.get(txid)
  if (lasts > 0) expect(tokens()).toBe(first)
  time.now = lasts
  await client.get(txid)
  expect(tokens() > first).toBe(lasts < 9e15)
})

test('any number of calls at once ask for one token, and a call with an earlier one takes the newer', async () => {
  const { baseUrl, asked } = await startScriptedServer(({ path, headers }) => {
    if (path === 'POST /token')
      return { status: 200, body: { access_token: `t${++granted}`, expires_in: 3600 } }
    // Like a bank that accepts only the latest token.
    return { status: headers.authorization === `Bearer t${granted}` ? 404 : 401 }
  })
  let granted = 0
  const client = apiPixAt(baseUrl)
  const sixAtOnce = () => Promise.all(Array.from({ length: 6 }, () => client.get(txid)))
  const tokens = () => asked.filter(({ path }) => path === 'POST /token').length
  expect(new Set((await sixAtOnce()).map((answer) => !answer.ok && answer.code))).toEqual(
    new Set(['not_found']),
  )
  expect(tokens()).toBe(1)
  // Another process has asked for a token.
  granted++
  expect(new Set((await sixAtOnce()).map((answer) => !answer.ok && answer.code))).toEqual(
    new Set(['not_found']),
  )
  expect(tokens()).toBe(2)
})

test('after a rejected token, retries once with a new token and then accepts the refusal', async () => {
  const { client, tokens, calls } = await startBank([{ status: 401 }])
  expect(await client.get(txid)).toEqual({ ok: false, code: 'unavailable', detail: 'unauthorised: 401' })
  expect([tokens(), calls().length]).toEqual([2, 2])
})

test('requests a token with our id and secret, and reports why there is none', async () => {
  const { client, asked } = await startBank([missing])
  await client.get(txid)
  const [token, call] = asked
  expect(token?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('id:secret').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(new URLSearchParams(token?.body).get('grant_type')).toBe('client_credentials')
  expect(call?.headers.authorization).toBe('Bearer token')
  // Whatever refuses a token says nothing about a charge.
  for (const [status, detail, code = 'unavailable'] of [
    [403, 'token unauthorised: 403'],
    [400, 'unauthorised: token 400'],
    [404, 'unauthorised: token 404'],
    [500, 'token 500'],
    [429, 'token', 'rate_limited'],
  ] as const) {
    const refused = await startBank([missing], {}, status)
    expect(await refused.client.createPix(request)).toEqual({ ok: false, code, detail })
    expect(refused.calls()).toEqual([])
  }
})

test.each(['', 'a b', 'número', '1２３', 'a\r\nX-Injected: 1', 'a\u0000'])(
  'treats %j as no token',
  async (access_token) => {
    const { client, calls } = await startBank([missing], { access_token })
    expect(await client.get(txid)).toEqual({ ok: false, code: 'unavailable', detail: 'unreadable token' })
    expect(calls()).toEqual([])
  },
)

test.each<[name: string, reply: Reply, code: string]>([
  ['a list', { status: 200, body: [pix()] }, 'unavailable'],
  ['a text', { status: 200, body: 'Em manutenção' }, 'unavailable'],
  ['nothing', { status: 200, text: '' }, 'unavailable'],
  ['an object that is not a Pix', { status: 200, body: { mensagem: 'Em manutenção' } }, 'unavailable'],
  ['a Pix without an amount', { status: 200, body: pix({ valor: undefined }) }, 'unreadable'],
])('does not read a Pix that is answered with %s', async (_, reply, code) => {
  const { client } = await startBank([reply])
  expect(await client.get(endToEndId)).toMatchObject({ ok: false, code })
})

const period = { from: new Date('2026-11-20T03:00:00Z'), to: new Date('2026-11-21T03:00:00Z') }
const received = {
  ...{ inicio: '2026-11-20T03:00:00.000Z', fim: '2026-11-21T02:59:59.999Z' },
  ...{ 'paginacao.paginaAtual': '0', 'paginacao.itensPorPagina': '100' },
}
const back = (horario: object) => [{ id: 'a', rtrId: 'D1', valor: '1.00', status: 'DEVOLVIDO', horario }]

test('requests received payments once, page by page', async () => {
  const other = pix({ endToEndId: `${endToEndId.slice(0, -1)}l` })
  const { client, calls } = await startBank([
    pageOf([pix()], { pages: 2, total: 2 }),
    pageOf([other], { page: 1, pages: 2, total: 2 }),
  ])
  const found = await client.list({ by: 'approval', ...period, offset: 0 })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual([endToEndId, other.endToEndId])
  const asked = calls().map((path) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))
  expect(asked).toEqual([received, { ...received, 'paginacao.paginaAtual': '1' }])
})

test('for changes, requests returned payments as far back as a Pix can be returned', async () => {
  const [early, late, untimed] = ['a', 'b', 'c'].map((letter) => endToEndId.slice(0, -1) + letter)
  const october = '2026-10-01T12:00:00Z'
  const { client, calls } = await startBank([
    pageOf([pix()]),
    pageOf([
      pix({ endToEndId: early, horario: october, devolucoes: back({ liquidacao: '2026-11-19T02:59:59Z' }) }),
      pix({ endToEndId: late, horario: october, devolucoes: back({ liquidacao: '2026-11-20T15:00:00Z' }) }),
      pix({ endToEndId: untimed, horario: undefined, devolucoes: back({}) }),
    ]),
  ])
  const found = await client.list({ by: 'change', ...period, offset: 0 })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual([untimed, endToEndId, late])
  const asked = calls().map((path) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))
  expect(asked).toEqual([
    received,
    { ...received, inicio: '2026-08-22T03:00:00.000Z', devolucaoPresente: 'true' },
  ])
})

test('a return without a time belongs to the periods that are not over', async () => {
  const untimed = pix({
    horario: '2026-10-01T12:00:00Z',
    devolucoes: back({ solicitacao: '2026-10-02T12:00:00Z' }),
  })
  const now = new Date('2026-11-20T13:10:00Z')
  const isListed = async (change: Partial<typeof period>) => {
    const { client } = await startBank([pageOf([]), pageOf([untimed])])
    const found = await client.list({ by: 'change', ...period, ...change, offset: 0 })
    return found.ok && found.value.length === 1
  }
  expect(await isListed({ to: new Date(now.getTime() + 1) })).toBe(true)
  expect(await isListed({ to: now })).toBe(false)
})

test('a return that the bank lists up to a day late belongs to the periods that are not over', async () => {
  const isListed = async (liquidacao: string, change: Partial<typeof period> = {}) => {
    const returned = pix({ horario: '2026-10-01T12:00:00Z', devolucoes: back({ liquidacao }) })
    const { client } = await startBank([pageOf([]), pageOf([returned])])
    const found = await client.list({ by: 'change', ...period, ...change, offset: 0 })
    return found.ok && found.value.length === 1
  }
  expect(await isListed('2026-11-19T03:00:00Z')).toBe(true)
  expect(await isListed('2026-11-19T02:59:59.999Z')).toBe(false)
  // At 13:10 UTC this period is over.
  expect(await isListed('2026-11-20T02:59:59.999Z', { to: new Date('2026-11-20T13:10:00Z') })).toBe(false)
})

test('a change belongs to a period by its time, with inclusive start and exclusive end', async () => {
  const [before, first, last, after] = ['a', 'b', 'c', 'd'].map((letter) => endToEndId.slice(0, -1) + letter)
  const dayBefore = { from: new Date('2026-11-19T03:00:00Z'), to: period.from }
  const returnedAt = (id: string | undefined, liquidacao: string) =>
    pix({ endToEndId: id, horario: '2026-10-01T12:00:00Z', devolucoes: back({ liquidacao }) })
  const { client } = await startBank([
    pageOf([]),
    pageOf([
      returnedAt(before, '2026-11-19T02:59:59.999Z'),
      returnedAt(first, '2026-11-19T03:00:00Z'),
      returnedAt(last, '2026-11-20T02:59:59.999Z'),
      returnedAt(after, '2026-11-20T03:00:00Z'),
    ]),
  ])
  const found = await client.list({ by: 'change', ...dayBefore, offset: 0 })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toEqual([first, last])
})

test('lists Pix in pages; a period without Pix is an empty list', async () => {
  const many = Array.from({ length: 102 }, (_, index) =>
    pix({ endToEndId: `E${'1'.repeat(20)}${String(index).padStart(11, '0')}` }),
  )
  const page = async (offset: number) => {
    const { client } = await startBank([pageOf(many)])
    const found = await client.list({ by: 'approval', ...period, offset })
    return found.ok && found.value.map(({ providerId }) => Number(providerId.slice(-11)))
  }
  expect(await page(0)).toEqual(Array.from({ length: 100 }, (_, index) => index))
  expect(await page(100)).toEqual([100, 101])
  const empty = await startBank([pageOf([], { pages: 2 })])
  expect(await empty.client.list({ by: 'approval', ...period, offset: 0 })).toEqual({ ok: true, value: [] })
  expect(empty.calls()).toHaveLength(1)
})

test.each<[name: string, replies: Reply[]]>([
  ['received', [{ status: 422 }, pageOf([])]],
  ['returned', [pageOf([pix()]), { status: 422 }]],
])('refuses changes while the bank does not answer for what was %s', async (_, replies) => {
  const { client } = await startBank(replies)
  expect(await client.list({ by: 'change', ...period, offset: 0 })).toMatchObject({ code: 'refused' })
})

/** Returns Pix whose ids end in these numbers. */
const numbered = (...numbers: number[]) =>
  numbers.map((number) => pix({ endToEndId: `E${'1'.repeat(20)}${String(number).padStart(11, '0')}` }))

test.each<[name: string, replies: Reply[], expected: number[]]>([
  [
    'before those that were read, which moves one to the next page',
    [
      pageOf(numbered(1, 2), { pages: 2, total: 4 }),
      pageOf(numbered(2, 3), { page: 1, pages: 3, total: 5 }),
    ].concat([pageOf(numbered(4), { page: 2, pages: 3, total: 5 })]),
    [1, 2, 3, 4],
  ],
  [
    'after them',
    [pageOf(numbered(1, 2), { pages: 2, total: 3 }), pageOf(numbered(3, 4), { page: 1, pages: 2, total: 4 })],
    [1, 2, 3, 4],
  ],
  [
    'nowhere, and the last page is empty',
    [pageOf(numbered(1, 2), { pages: 2, total: 2 }), pageOf([], { page: 1, pages: 2, total: 2 })],
    [1, 2],
  ],
])('finds every Pix of a list when another arrives between two pages %s', async (_, replies, expected) => {
  const { client } = await startBank(replies)
  const found = await client.list({ by: 'approval', ...period, offset: 0 })
  expect(found.ok && found.value.map(({ providerId }) => Number(providerId.slice(-11)))).toEqual(expected)
})

test('two Pix under one invalid id block no other', async () => {
  const wrong = [pix({ endToEndId: 'algo_novo' }), pix({ endToEndId: 'algo_novo', valor: '1.00' })]
  const { client } = await startBank([pageOf([...numbered(1), ...wrong])])
  const found = await client.list({ by: 'approval', ...period, offset: 0 })
  expect(found.ok && found.value.map(({ providerId }) => providerId)).toContain(
    `E${'1'.repeat(20)}00000000001`,
  )
})

test.each<[name: string, replies: Reply[], expected: object]>([
  ['is not answered', [{ status: 422 }], { code: 'refused', detail: '422' }],
  [
    'ends too early',
    [pageOf([pix()], { pages: 2, total: 2 }), pageOf([], { page: 1, pages: 2, total: 2 })],
    { code: 'unavailable' },
  ],
  [
    'has an empty second page',
    [pageOf([pix()], { pages: 2, total: 2 }), pageOf([], { page: 1 })],
    { code: 'unavailable' },
  ],
  [
    'has its first page twice',
    [pageOf(numbered(1, 2), { pages: 2, total: 3 }), pageOf(numbered(1, 2), { pages: 2, total: 3 })],
    { code: 'unavailable' },
  ],
  [
    'has its first page twice, numbered as the second',
    [pageOf(numbered(1, 2), { pages: 2, total: 3 }), pageOf(numbered(1, 2), { page: 1, pages: 2, total: 3 })],
    { code: 'unavailable' },
  ],
  [
    'begins with its second page',
    [pageOf(numbered(3), { page: 1, pages: 2, total: 1 })],
    { code: 'unavailable' },
  ],
  [
    'has smaller pages from the second on',
    [
      pageOf(numbered(1, 2), { pages: 2, total: 4 }),
      pageOf(numbered(2), { page: 1, pages: 4, total: 4 }),
    ].concat([
      pageOf(numbered(3), { page: 2, pages: 4, total: 3 }),
      pageOf([], { page: 3, pages: 4, total: 4 }),
    ]),
    { code: 'unavailable' },
  ],
  [
    'grows, and loses one',
    [pageOf(numbered(1, 2), { pages: 2, total: 4 }), pageOf(numbered(3, 5), { page: 1, pages: 2, total: 5 })],
    { code: 'unavailable' },
  ],
  [
    'does not number its pages',
    [
      {
        status: 200,
        body: { parametros: { paginacao: { quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 } } },
      },
    ],
    { code: 'unavailable' },
  ],
])('refuses a list that %s', async (_, replies, expected) => {
  const { client } = await startBank(replies)
  expect(await client.list({ by: 'approval', ...period, offset: 0 })).toMatchObject({
    ok: false,
    ...expected,
  })
})

const asked = { providerId: endToEndId, idempotencyKey: 'key-of-the-refund', amount: 990 }
const returnId = createHash('sha256').update(asked.idempotencyKey).digest('hex').slice(0, 35)
const returned = (status: string, valor = '9.90', id = returnId) => ({
  status: 200,
  body: { id, rtrId: 'D1', valor, status },
})
const anotherRefund = { code: 'unavailable', detail: 'unreadable: another refund' }

test.each<[name: string, replies: Reply[], expected: object]>([
  ['is made', [returned('DEVOLVIDO')], { ok: true, value: { providerRefundId: 'D1', amount: 990 } }],
  [
    'the bank creates without an id of its own',
    [{ status: 200, body: { id: returnId, valor: '9.90', status: 'DEVOLVIDO' } }],
    { ok: true, value: { providerRefundId: returnId, amount: 990 } },
  ],
  ['goes on', [returned('EM_PROCESSAMENTO')], { code: 'in_process' }],
  [
    'came to nothing',
    [returned('NAO_REALIZADO')],
    { code: 'refused', detail: 'NAO_REALIZADO', isKeySpent: true },
  ],
  [
    'is refused because it was not carried out',
    [{ status: 400 }, returned('NAO_REALIZADO')],
    { code: 'refused', detail: 'NAO_REALIZADO', isKeySpent: true },
  ],
  ['is not answered', [{ status: 503 }], { code: 'unavailable', detail: '503' }],
  ['is refused because it already exists', [{ status: 400 }, returned('DEVOLVIDO')], { ok: true }],
  [
    'is refused because its id exists with another amount',
    [{ status: 400 }, returned('DEVOLVIDO', '9.91')],
    { code: 'refused', detail: '400' },
  ],
  ['has an unknown status', [returned('OUTRO')], { code: 'unavailable', detail: 'OUTRO' }],
  [
    'is answered with its id in capitals',
    [returned('DEVOLVIDO', '9.90', returnId.toUpperCase())],
    { ok: true, value: { providerRefundId: 'D1', amount: 990 } },
  ],
  ['is answered with another refund', [returned('DEVOLVIDO', '9.90', 'a')], anotherRefund],
  ['is answered with another amount', [returned('DEVOLVIDO', '9.91')], anotherRefund],
  [
    'is refused, while another one is shown',
    [{ status: 400 }, returned('DEVOLVIDO', '9.90', 'a')],
    anotherRefund,
  ],
  ['is refused', [{ status: 400 }, missing], { code: 'refused', detail: '400' }],
  ['is refused, but may be in process', [{ status: 400 }, { status: 503 }], { code: 'unavailable' }],
  [
    'is refused and cannot be looked up',
    [{ status: 400 }, { status: 403 }],
    { code: 'unavailable', detail: 'unauthorised: 403' },
  ],
])('result of a refund that %s', async (_, replies, expected) => {
  const { client, calls } = await startBank(replies)
  const answer = await client.refund(asked)
  expect(answer).toMatchObject({ ok: 'value' in expected || 'ok' in expected, ...expected })
  expect('isKeySpent' in answer).toBe('isKeySpent' in expected)
  expect(calls()).toHaveLength(replies.length)
  // The same refund always has the same id, of up to 35 letters and digits.
  const [path = ''] = calls()
  expect(path).toMatch(new RegExp(`^PUT /pix/${endToEndId}/devolucao/[0-9a-f]{35}$`))
  for (const other of calls()) expect(other.split(' ')[1]).toBe(path.split(' ')[1])
})

test('names a charge by its id without dashes, and supports no card charges', async () => {
  const { client, asked } = await startBank([missing])
  const name = { id: '01980a5e-7d3c-7000-8000-3c5d1f0a9b21', instalments: 1, now: new Date(0) }
  expect(client.referenceFor(name)).toBe(txid)
  expect(await client.createCard({ ...request, maxInstalments: 1 })).toMatchObject({
    ...{ ok: false, code: 'refused' },
  })
  expect(asked).toEqual([])
})

const removed = { ...charge, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
const ended = { ...charge, calendario: { ...charge.calendario, expiracao: 1 } }
const concluded = { ...charge, status: 'CONCLUIDA' }
const said = (body: object): Reply => ({ status: 200, body })
const notCancelled = { ok: false, code: 'unavailable', detail: 'not cancelled' }
const refusedAs = (detail: string) => ({ ok: false, code: 'refused', detail })
test.each<[name: string, replies: Reply[], expected: object]>([
  ['is removed', [said(removed)], { ok: true, value: undefined }],
  ['has a due date and is removed', [missing, said(removed)], { ok: true, value: undefined }],
  [
    'was removed by its bank',
    [said({ ...charge, status: 'REMOVIDA_PELO_PSP' })],
    { ok: true, value: undefined },
  ],
  ['is still open', [said(charge), said(charge)], notCancelled],
  ['has expired and is not removed', [said(ended), said(ended)], refusedAs('ATIVA')],
  ['has an unknown status', [said(concluded), said({ ...charge, status: 'OUTRO' })], notCancelled],
  ['was paid instead', [said(concluded), said({ ...concluded, pix: [pix()] })], refusedAs('CONCLUIDA')],
  ['was paid, which is not listed yet', [said(concluded), said(concluded)], notCancelled],
  ['is nowhere, although it was issued', [missing, missing], { ok: false, code: 'not_found', detail: '404' }],
  ['the bank refuses to remove', [{ status: 400 }, said(charge)], notCancelled],
  ['was removed before', [{ status: 400 }, said(removed)], refusedAs('REMOVIDA_PELO_USUARIO_RECEBEDOR')],
  ['ended before', [{ status: 400 }, said(ended)], refusedAs('ATIVA')],
  [
    'the bank refuses to remove and to show',
    [{ status: 400 }, { status: 400 }],
    { ok: false, code: 'unavailable', detail: '400' },
  ],
  ['the bank does not answer for', [{ status: 503 }], { ok: false, code: 'unavailable', detail: '503' }],
  ['is answered with another charge', [said(ofAnother)], anotherCharge],
])('result of cancelling a charge that %s', async (_, replies, expected) => {
  const { client, asked } = await startBank(replies)
  const key = { method: 'pix', reference: txid, providerId: txid, preferenceId: null } as const
  expect(await client.cancel(key)).toEqual(expected)
  const bodies = asked.filter(({ path }) => path.startsWith('PATCH')).map(({ body }) => JSON.parse(body))
  expect(bodies[0]).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect(bodies.length).toBe(replies[0] === missing ? 2 : 1)
})

test('a charge that was never issued and is nowhere needs no cancellation', async () => {
  const key = { method: 'pix', reference: txid, providerId: null, preferenceId: null } as const
  const { client } = await startBank([missing, missing])
  expect(await client.cancel(key)).toEqual(refusedAs('404'))
  const silent = await startBank([{ status: 503 }])
  expect(await silent.client.cancel(key)).toMatchObject({ ok: false, code: 'unavailable' })
})

test('registers the webhook URL with the secret that notices must carry', async () => {
  const { client, asked } = await startBank([{ status: 200, text: '' }])
  expect(await client.registerWebhook()).toEqual({ ok: true, value: undefined })
  const call = asked.at(-1)
  expect(call?.path).toBe('PUT /webhook/financeiro%40exemplo.com.br')
  const { webhookUrl } = JSON.parse(call?.body ?? '{}')
  expect(webhookUrl).toBe('https://recomeco.exemplo.com.br/webhooks/pix?token=x')
})
