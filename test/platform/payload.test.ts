import { expect, test } from 'vitest'
import { z } from 'zod'
import { PayloadError, parsePayload } from '../../src/platform/payload.ts'

const schema = z.object({
  orderId: z.uuid(),
  about: z.union([
    z.object({ purpose: z.object({ kind: z.literal('gift') }), giverId: z.uuid() }),
    z.object({ purpose: z.object({ kind: z.literal('sale'), id: z.uuid() }), buyer: z.string() }),
  ]),
})
const id = '01980a5e-7d3c-7000-8000-3c5d1f0a9b21'

test('a valid payload is parsed with its schema', () => {
  const payload = { orderId: id, about: { purpose: { kind: 'sale', id }, buyer: 'Ana' } }
  expect(parsePayload('event sold', schema, { ...payload, unknown: 1 })).toEqual(payload)
})

test("an invalid payload's error names its owner and each field, but no value", () => {
  const payload = { orderId: '529.982.247-25', about: { purpose: { kind: 'sale' }, buyer: 'Ana' } }
  const parse = () => parsePayload('event sold', schema, payload)
  expect(parse).toThrow(PayloadError)
  expect(parse).toThrow(/^the payload of event sold does not parse: orderId: .+; about\.purpose\.id: [^;]+$/)
  expect(parse).not.toThrow(/529|Ana/)
  expect(() => parsePayload('job sell', schema, null)).toThrow(/job sell does not parse: \(all of it\): /)
})
