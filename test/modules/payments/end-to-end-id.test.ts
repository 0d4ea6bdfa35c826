import { expect, test } from 'vitest'
import { endToEndIdIn } from '../../../src/modules/payments/domain/end-to-end-id.ts'

const id = 'E18236120202611031500s0a1b2c3d4e'

test('finds the end-to-end id of a Pix wherever a provider writes it', () => {
  expect(endToEndIdIn(`{"pix":[{"endToEndId":"${id}","valor":"10.00"}]}`)).toBe(id)
  expect(endToEndIdIn(`{"transaction_details":{"transaction_id":"${id}"}}`)).toBe(id)
  expect(endToEndIdIn(id)).toBe(id)
})

test('ignores ids that are longer, shorter or begin differently', () => {
  for (const text of [`${id}0`, `x${id}`, id.slice(0, -1), `D${id.slice(1)}`, id.replace('1823', '18a3'), ''])
    expect([text, endToEndIdIn(text)]).toEqual([text, undefined])
})
