import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fieldsOf, isField, type Json, writeEdited } from '../../simulator/mutations/fields.ts'
import { kinds, type Level, mutate, mutateNotice, mutateQuery } from '../../simulator/mutations/mutate.ts'
import { noMutations, planOf, setForAnswer } from '../../simulator/mutations/mutation-set.ts'
import { parseMutationSet } from '../../simulator/mutations/parse-set.ts'
import { exchange } from '../../src/platform/http-client.ts'
import { movableClock } from '../modules/payments/payments-harness.ts'
import { apiPix } from '../modules/payments/providers.ts'
import {
  newDataDir,
  pixPayment,
  startTestSimulator,
  startWebhookReceiver,
  waitUntil,
} from './test-simulator.ts'

const payment = {
  id: 1_795_000_123,
  status: 'approved',
  transaction_amount: 99.9,
  date_approved: '2026-11-21T10:31:00.000-03:00',
  currency_id: 'BRL',
  init_point: 'https://www.exemplo.com.br/pagar',
  valor: '99.90',
  fee_details: [{ amount: 1.23, fee_payer: 'collector' }],
}
const answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ paging: { total: 1 }, results: [payment, { ...payment, id: 1_795_000_124 }] }),
}
const ofLevel = (level: Level) => [...kinds].filter(([, of]) => of === level).map(([kind]) => kind)
const notice = {
  url: new URL('http://127.0.0.1/webhooks/mercadopago?data.id=1795000123&type=payment'),
  headers: { 'x-signature': 'ts=1763730000000,v1=abc', 'x-request-id': 'r1' },
  body: '{"data":{"id":"1795000123"},"type":"payment"}',
}

test('every kind applies to some answer, query or notice, changes it, and its seed repeats it', () => {
  const query = new URLSearchParams({ offset: '50', limit: '50', criteria: 'asc' })
  for (const [kind, level] of kinds) {
    const run = (seed: string) => {
      if (level === 'page') return String(mutateQuery(query, { kind, seed }))
      if (level === 'notice') return mutateNotice(notice, { kind, seed })?.notice
      return mutate(answer, { kind, seed })?.reply
    }
    const first = run('7')
    expect(first, kind).toBeDefined()
    expect(run('7'), kind).toEqual(first)
    expect(first, kind).not.toEqual(
      level === 'page' ? String(query) : level === 'notice' ? notice : undefined,
    )
  }
  expect(kinds.size).toBeGreaterThan(150)
})

test.each(ofLevel('value'))('%s alters one field and leaves every other unchanged', (kind) => {
  const altered = mutate(answer, { kind, seed: '3' })
  const path = altered?.field?.split('.') ?? []
  const document = JSON.parse(answer.body) as Json
  const same = writeEdited(document, path, { raw: '"X"' })
  const text = String(altered?.reply.body)
  const [start = ''] = same.split('"X"')
  // A renamed, absent or repeated member is altered from its name on.
  expect(text.startsWith(start.replace(/"[^"]*":$/, '').replace(/,$/, ''))).toBe(true)
  expect(text).not.toBe(answer.body)
})

test('alters the requested field, with * for any index', () => {
  const fields = new Set<string | undefined>()
  for (let seed = 0; seed < 30; seed++) {
    fields.add(
      mutate(answer, { kind: 'three decimals', field: 'results.*.transaction_amount', seed: `${seed}` })
        ?.field,
    )
  }
  expect([...fields].sort()).toEqual(['results.0.transaction_amount', 'results.1.transaction_amount'])
  expect(mutate(answer, { kind: 'three decimals', field: 'results.0.status', seed: '1' })).toBeUndefined()
  expect(mutate(answer, { kind: 'three decimals', field: 'nothing', seed: '1' })).toBeUndefined()
  expect(isField(['results', '0', 'id'], 'results.*')).toBe(false)
  expect(fieldsOf({ a: [1] }).map(({ path }) => path.join('.'))).toEqual(['a', 'a.0'])
})

test.each([
  ['number as text', 'transaction_amount', '"99.9"'],
  ['number as text with a comma', 'transaction_amount', '"99,90"'],
  ['three decimals', 'transaction_amount', '99.905'],
  ['three decimals', 'valor', '"99.9005"'],
  ['as exponent', 'transaction_amount', '9.99e1'],
  ['beyond 2^53', 'transaction_amount', '9007199254740993'],
  ['id beyond 2^53', 'id', '900719921795000123'],
  ['another id', 'id', '1795000130'],
  ['offset without a colon', 'date_approved', '"2026-11-21T10:31:00.000-0300"'],
  ['offset of 5:45', 'date_approved', '"2026-11-21T19:16:00.000+05:45"'],
  ['February 30', 'date_approved', '"2026-02-30T10:31:00.000-03:00"'],
  ['foreign currency', 'currency_id', '"USD"'],
  ['script as address', 'init_point', '"javascript:alert(1)"'],
  ['half a character', 'status', '"approved\\ud83d"'],
])('%s of %s is %s', (kind, field, text) => {
  const { reply } = mutate({ ...answer, body: JSON.stringify(payment) }, { kind, field, seed: '1' }) ?? {}
  expect(String(reply?.body)).toContain(`"${field}":${text}`)
})

test('a plan is a function of the set and the number; it alters its share of the answers', () => {
  const set = { share: 0.25, seed: 5, times: null, on: 'both' as const }
  const plans = Array.from({ length: 400 }, (_, seen) => planOf(set, seen, 'answer'))
  expect(plans).toEqual(Array.from({ length: 400 }, (_, seen) => planOf(set, seen, 'answer')))
  const altered = plans.filter((plan) => plan.length > 0)
  expect(altered.length / 400).toBeCloseTo(0.25, 1)
  expect(new Set(altered.map(([first]) => kinds.get(first?.kind ?? '')))).toEqual(
    new Set(['value', 'body', 'head', 'pace', 'page']),
  )
  const state = { ...noMutations, set: { ...set, method: 'GET', path: '/v1/payments/search' } }
  expect(setForAnswer(state, { method: 'GET', path: '/v1/payments/search' })).toBe(state.set)
  expect(setForAnswer(state, { method: 'PUT', path: '/v1/payments/search' })).toBeUndefined()
  expect(setForAnswer(state, { method: 'GET', path: '/v1/payments/1' })).toBeUndefined()
})

test.each([
  [{ share: 2 }, 'share must be a number above 0, up to 1'],
  [{ seed: 1.5 }, 'seed must be an integer'],
  [{ times: 0 }, 'times must be a count, or null'],
  [{ on: 'all' }, 'on must be answers, notices or both'],
  [{ kinds: ['nonsense'] }, 'kinds must be a list of kinds, which nonsense are not'],
  [{ kinds: [] }, 'kinds must be a list of kinds'],
  [{ field: '' }, 'field must be a path such as results.*.id'],
  [{ colour: 1 }, 'unknown setting: colour'],
])('the set %j is refused', (input, message) => {
  expect(parseMutationSet(input)).toEqual({ ok: false, message })
})

test('alters answers and not the stored truth; replaying the record repeats the alteration', async () => {
  const { api } = await startTestSimulator()
  const { id } = (await api.post('/v1/payments', pixPayment())).body
  await api.control(id, 'approve')
  const truth = (await api.get('/sim/truth.json')).body
  const set = { seed: 4, kinds: ['number as text'], field: 'transaction_amount', path: '/v1/payments/' }
  await api.post('/sim/mutations', set)
  expect((await api.get(`/v1/payments/${id}`)).body.transaction_amount).toBe('99.9')
  expect((await api.get('/v1/payments/search')).body.results[0].transaction_amount).toBe(99.9)
  expect((await api.get('/sim/truth.json')).body).toEqual(truth)
  const { applied } = (await api.get('/sim/mutations')).body
  expect(applied).toMatchObject([
    { kind: 'number as text', field: 'transaction_amount', of: `GET /v1/payments/${id}`, seen: 1 },
  ])
  await api.post('/sim/mutations', {})
  expect((await api.get(`/v1/payments/${id}`)).body.transaction_amount).toBe(99.9)
  expect((await api.post('/sim/mutations', { share: 'x' })).status).toBe(400)
})

test('a counted set is used up, and a restart forgets neither the count nor the record', async () => {
  const dataDir = newDataDir()
  const first = await startTestSimulator({ dataDir })
  const { id } = (await first.api.post('/v1/payments', pixPayment())).body
  await first.api.post('/sim/mutations', { times: 2, kinds: ['status 503'] })
  expect((await first.api.get(`/v1/payments/${id}`)).status).toBe(503)
  await first.close()
  const { api } = await startTestSimulator({ dataDir })
  const statuses = [await api.get(`/v1/payments/${id}`), await api.get(`/v1/payments/${id}`)]
  expect(statuses.map(({ status }) => status)).toEqual([503, 200])
  expect((await api.get('/sim/mutations')).body.applied).toHaveLength(2)
})

test('repeats or skips a page', async () => {
  const { api } = await startTestSimulator()
  for (let at = 0; at < 3; at++) await api.post('/v1/payments', pixPayment())
  const page = async () => {
    const { results } = (await api.get('/v1/payments/search?sort=id&criteria=asc&limit=1&offset=1')).body
    return results.map(({ id }: { id: number }) => id)
  }
  const second = await page()
  await api.post('/sim/mutations', { kinds: ['page repeated'] })
  expect(await page()).not.toEqual(second)
  await api.post('/sim/mutations', { kinds: ['page skipped'] })
  expect(await page()).toEqual([second[0] + 1])
})

test('alters notices and duplicates their headers', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.post('/sim/mutations', { on: 'notices', kinds: ['two signatures'] })
  await api.post('/v1/payments', pixPayment({ notification_url: url }))
  const { headers } = await waitUntil(() => notices[0])
  expect(headers['x-signature']).toMatch(/^ts=\d+,v1=[0-9a-f]{64}, ts=1,v1=00$/)
  await api.post('/sim/mutations', { on: 'notices', kinds: ['another id'], field: 'data.id' })
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await waitUntil(() => notices.some(({ body }) => body.data.id === `${id}7`))
})

const reasons: [kind: string, reason: string | number][] = [
  ['50 MB', 'too large'],
  ['endless', 'too large'],
  ['by the byte', 'TimeoutError'],
  ['stops halfway', 'TimeoutError'],
  ['never', 'TimeoutError'],
  ['closes halfway', 'ECONNRESET'],
  ['closes at once', 'ECONNRESET'],
  ['garbled chunks', 'HPE_INVALID_CHUNK_SIZE'],
  ['a length too small', 'HPE_CLOSED_CONNECTION'],
  ['a length too large', 'ECONNRESET'],
  ['two lengths', 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  ['compressed by its word alone', 'unreadable encoding'],
  ['compressed from 50 MB', 'unreadable encoding'],
  ['compressed unasked', 200],
  ['a header of 40 KB', 'HPE_HEADER_OVERFLOW'],
  ['3,000 headers', 'HPE_HEADER_OVERFLOW'],
  ['status 101', 'upgrade'],
  ['status 302 to itself', 'redirect'],
  ['status 418', 418],
]
test.each(reasons)('%s on the wire becomes %s in our client', async (kind, outcome) => {
  const { api, url } = await startTestSimulator()
  await api.post('/v1/payments', pixPayment())
  await api.post('/sim/mutations', { kinds: [kind] })
  const timeout = outcome === 'TimeoutError' ? 700 : 10_000
  const got = await exchange({ method: 'GET', url: `${url}/v1/payments/search`, timeout })
  expect(got.answered ? got.status : got.reason).toBe(outcome)
})

test('the bank simulator alters its answers and notices by the same controls', async () => {
  const bank = await apiPix(movableClock('2026-11-21T13:00:00Z'))
  const reference = 'abcdefghij0123456789abcdef'
  const request = {
    ...{ reference, idempotencyKey: 'key', amount: 9_990, description: 'Limpeza de Nome' },
    payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
    expiresAt: new Date('2026-11-21T13:31:00Z'),
  }
  expect(await bank.provider.createPix(request)).toMatchObject({ ok: true })
  await bank.act('mutations', { kinds: ['three decimals'], field: 'valor.original', path: '/v2/cob/' })
  expect(await bank.provider.createPix(request)).toMatchObject({ ok: false, code: 'unavailable' })
  expect(await (await fetch(`${bank.controlUrl}/sim/mutations`)).json()).toMatchObject({
    applied: [{ of: `GET /v2/cob/${reference}`, field: 'valor.original' }],
  })
  await bank.act('mutations', {})
  expect(await bank.provider.createPix(request)).toMatchObject({ ok: true })
  await bank.close()
})

test('the simulator’s documentation names the control and every setting', async () => {
  const text = await readFile('simulator/README.md', 'utf8')
  for (const word of [
    '/sim/mutations',
    '`share`',
    '`kinds`',
    '`field`',
    '`path`',
    '`method`',
    '`times`',
    '`on`',
    '`seed`',
  ])
    expect(text).toContain(word)
})
