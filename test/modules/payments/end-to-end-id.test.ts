import { expect, test } from 'vitest'
import { endToEndIdIn } from '../../../src/modules/payments/domain/end-to-end-id.ts'

const id = 'E18236120202611031500s0a1b2c3d4e'

test('the identifier of a Pix is found wherever a provider writes it', () => {
  expect(endToEndIdIn(`{"pix":[{"endToEndId":"${id}","valor":"10.00"}]}`)).toBe(id)
  expect(endToEndIdIn(`{"transaction_details":{"transaction_id":"${id}"}}`)).toBe(id)
  expect(endToEndIdIn(id)).toBe(id)
})

test('what is longer, shorter or begins otherwise is none', () => {
  for (const text of [`${id}0`, `x${id}`, id.slice(0, -1), `D${id.slice(1)}`, id.replace('1823', '18a3'), ''])
    expect([text, endToEndIdIn(text)]).toEqual([text, undefined])
})
