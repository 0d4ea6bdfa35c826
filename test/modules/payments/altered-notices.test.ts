import { expect, test } from 'vitest'
import { fieldsOf, type Json } from '../../../simulator/mutations/fields.ts'
import { kinds, type Level, mutateNotice } from '../../../simulator/mutations/mutate.ts'
import type { WireNotice } from '../../../simulator/mutations/notice-mutations.ts'
import { buildNotice } from '../../../simulator/notice.ts'
import { readNotice } from '../../../src/modules/payments/adapters/mercado-pago/notice.ts'

const secret = 'test-secret'
const now = new Date('2026-11-23T12:00:00Z')
const wire = buildNotice(
  {
    ...{ id: '1', noticeId: 77, paymentId: 123456, action: 'payment.updated', requestId: 'request-1' },
    ...{ url: 'https://loja.example/webhooks/mercadopago?source_news=webhooks', isForged: false },
    ...{ createdAt: now.toISOString(), nextAt: null, state: 'waiting', attempts: [] },
  },
  secret,
  now,
)

function read({ url, headers, body }: WireNotice) {
  const given = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) given.append(name, value)
  return readNotice({ query: url.searchParams, headers: given, body: String(body) }, { secret, now })
}

const named = { deliveryKey: 'request-1:123456', providerId: '123456', kind: 'payment' }
const kindsOf = (wanted: Level) => [...kinds].flatMap(([kind, level]) => (level === wanted ? [kind] : []))

test('an altered notice still names the payment that was signed, whichever field is altered and how', () => {
  const fields = fieldsOf(JSON.parse(wire.body) as Json).map(({ path }) => path.join('.'))
  expect(fields).toEqual(expect.arrayContaining(['action', 'data', 'data.id', 'id', 'type', 'user_id']))
  const alone = fields.flatMap((field) => kindsOf('value').map((kind) => ({ kind, field })))
  const whole = kindsOf('body').map((kind) => ({ kind, field: undefined }))
  let altered = 0
  for (const { kind, field } of [...alone, ...whole]) {
    const mutation = { kind, seed: 'field by field', ...(field !== undefined && { field }) }
    const mutated = mutateNotice(wire, mutation)
    if (!mutated) continue
    altered++
    const answer = read(mutated.notice)
    const [notified, ...others] = answer.ok ? answer.value : []
    const { action = '', ...rest } = { ...notified }
    expect([rest, others], `${field}: ${kind}`).toEqual([named, []])
    expect(action.length, `${field}: ${kind}`).toBeLessThanOrEqual(60)
    // No database stores it, and the provider would send the notice for days.
    expect(action, `${field}: ${kind}`).not.toContain('\0')
  }
  expect(altered).toBeGreaterThan(150)
})

test('a notice with altered address, headers or signature is refused, names nothing, or names the signed payment', () => {
  const outcomes = kindsOf('notice').map((kind) => {
    const mutated = mutateNotice(wire, { kind, seed: 'field by field' })
    if (!mutated) throw new Error(kind)
    const answer = read(mutated.notice)
    if (!answer.ok) return [kind, answer.code]
    for (const { providerId } of answer.value) expect(providerId, kind).toBe('123456')
    return [kind, answer.value.length]
  })
  expect(Object.fromEntries(outcomes)).toEqual({
    'another id in the query': 'forged',
    'id of a text in the query': 'forged',
    'a long id in the query': 'forged',
    'two ids in the query': 1,
    'no id in the query': 'forged',
    'another type': 0,
    'two types in the query': 1,
    'the old form': 'legacy',
    'no request id': 'forged',
    'two request ids': 'forged',
    'no signature': 'unsigned',
    'two signatures': 'unsigned',
    'signature in capitals': 'unsigned',
    'signature cut': 'unsigned',
    'signature of another day': 'forged',
    'a type that is no JSON': 1,
    'compressed by its word': 1,
  })
})
