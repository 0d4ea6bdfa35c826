// Results of a call to any provider: when it is retried, and how a response is interpreted.
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Answered,
  onlyRequestedPayment,
  parseWith,
  readAnswer,
  withRetries,
} from '../../../src/modules/payments/adapters/client.ts'
import { garbled, reported } from './scripted-bank.ts'

const answered = (status: number, text = '{}', retryAfter?: string) => ({
  ...{ answered: true as const, status, text },
  header: (name: string) => (name === 'retry-after' ? retryAfter : undefined),
})
const asItIs = <R>(refusal: R) => refusal

test.each([
  [199, 'unavailable'],
  [200, 'ok'],
  [299, 'ok'],
  [300, 'unavailable'],
  [399, 'unavailable'],
  [400, 'refused'],
  [401, 'unavailable'],
  [402, 'refused'],
  [403, 'unavailable'],
  [404, 'not_found'],
  [407, 'unavailable'],
  [408, 'unavailable'],
  [420, 'refused'],
  [421, 'unavailable'],
  [422, 'refused'],
  [423, 'unavailable'],
  [424, 'refused'],
  [425, 'unavailable'],
  [426, 'refused'],
  [429, 'rate_limited'],
  [499, 'refused'],
  [500, 'unavailable'],
])('an answer with status %i is %s', (status, expected) => {
  const answer = readAnswer(answered(status), asItIs)
  expect(answer.ok ? 'ok' : answer.code).toBe(expected)
})

test.each([
  ['2', { retryAfter: 2 }],
  ['1', { retryAfter: 1 }],
  ['0', {}],
  ['-1', {}],
  ['Wed, 21 Oct 2026 07:28:00 GMT', {}],
  [undefined, {}],
])('a rate limit with Retry-After %s', (retryAfter, expected) => {
  const answer = readAnswer(answered(429, '', retryAfter), asItIs)
  expect(answer).toEqual({ ok: false, code: 'rate_limited', ...expected })
})

test('a success is an answer only as JSON or without a body', () => {
  expect(readAnswer(answered(200, ''), asItIs)).toEqual({ ok: true, json: undefined })
  expect(readAnswer(answered(200, '<html>'), asItIs)).toMatchObject({ code: 'unavailable' })
  const none = { answered: false as const, reason: 'ECONNREFUSED' }
  expect(readAnswer(none, asItIs)).toEqual({ ok: false, code: 'unavailable', detail: 'ECONNREFUSED' })
})

test('reads an error of sixteen KB for its reason, and not a longer one', () => {
  const explained = (length: number) => {
    const read = readAnswer(answered(400, 'x'.repeat(length)), (refusal, body) => ({
      ...refusal,
      detail: String(body.length),
    }))
    return !read.ok && read.detail
  }
  expect([explained(16_384), explained(16_385)]).toEqual(['16384', '400'])
})

test('an answer of another shape is unreadable and says where', async () => {
  const schema = z.object({ a: z.object({ b: z.string() }) })
  const ask = (text: string) => parseWith(async () => readAnswer(answered(200, text), asItIs))(schema, {})
  expect(await ask('{"a":{"b":"c"}}')).toEqual({ ok: true, value: { a: { b: 'c' } } })
  const refusal = { ok: false, code: 'unavailable' }
  expect(await ask('{"a":{"b":1}}')).toEqual({ ...refusal, detail: 'unreadable: a.b' })
  expect(await ask('')).toEqual({ ...refusal, detail: 'unreadable: ' })
})

test('refuses an answer about another payment; an unreadable one keeps what it states', () => {
  const about = (providerId: string) =>
    onlyRequestedPayment({ ok: true, value: reported({ providerId: '1' }) }, providerId)
  expect(about('1')).toMatchObject({ ok: true, value: { providerId: '1' } })
  expect(about('2')).toEqual({ ok: false, code: 'unavailable', detail: 'unreadable: another payment' })
  const doubtful = garbled({ providerId: 'sha256:1', unreadable: ['id', 'valor'] })
  expect(onlyRequestedPayment({ ok: true, value: doubtful }, '2')).toMatchObject({
    ...{ ok: false, code: 'unreadable', detail: 'id valor', payment: { providerId: '2', amount: 12_34 } },
  })
  const none = { ok: false, code: 'not_found' } as const
  expect(onlyRequestedPayment(none, '1')).toBe(none)
})

/** Makes a call that fails each time, after so many milliseconds. Returns the number of calls and the waits between them. */
async function failing(code: 'unavailable' | 'refused', { attempts = 3, takes = 0 } = {}) {
  let [calls, now] = [0, 0]
  const waits: number[] = []
  const send = withRetries(
    async (): Promise<Answered> => {
      calls++
      now += takes
      return { ok: false, code }
    },
    {
      ...{ attempts, random: () => 0.5, elapsed: () => now },
      sleep: async (milliseconds) => void waits.push(milliseconds),
    },
  )
  expect(await send({})).toEqual({ ok: false, code })
  return { calls, waits }
}

test('retries a silent provider with doubled delays, up to the limit', async () => {
  expect(await failing('unavailable', { attempts: 5 })).toEqual({ calls: 5, waits: [200, 400, 800, 1600] })
  expect(await failing('refused')).toEqual({ calls: 1, waits: [] })
})

test('starts no further attempt after five seconds', async () => {
  expect((await failing('unavailable', { takes: 5_000 })).calls).toBe(2)
  expect((await failing('unavailable', { takes: 5_001 })).calls).toBe(1)
})
