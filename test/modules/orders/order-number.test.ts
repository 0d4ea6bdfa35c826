import { expect, test } from 'vitest'
import { readOrderNumber, readOrderNumberPrefix } from '../../../src/modules/orders/domain/order-number.ts'

test.each([
  ['RC-7K4P2', 'RC-7K4P2'],
  ['rc-7k4p2', 'RC-7K4P2'],
  ['7K4P2', 'RC-7K4P2'],
  [' rc 7k4 p2 ', 'RC-7K4P2'],
  ['RC–7K4P2.', 'RC-7K4P2'],
  ['#RC-7K4P2', 'RC-7K4P2'],
  ['# rc—7k4‑p2', 'RC-7K4P2'],
  ['RCRC234', 'RC-RC234'],
  ['RC-7K4P22', 'RC-7K4P22'],
])('reads %j as %s', (text, number) => {
  expect(readOrderNumber(text)).toBe(number)
})

test.each([
  '',
  'RC-',
  '7K4',
  'RC-7K4P0',
  'RC-7K4PI',
  'RC-7KAP2',
  '0-7K4P2',
  'limpeza',
  '019ab3f2-1111-7aaa-8bbb-0123456789ab',
])('%j is not an order number', (text) => {
  expect(readOrderNumber(text)).toBeUndefined()
})

test.each([
  ['rc-7k', 'RC-7K'],
  [' 7K 4', 'RC-7K4'],
  ['#RC-7k', 'RC-7K'],
  ['RC-7K4P2', 'RC-7K4P2'],
  ['7', undefined],
  ['rc-', 'RC-RC'],
  ['7k0', undefined],
  ['0 7K4', undefined],
  ['7K4P27K4P27K4', undefined],
])('%j typed so far begins %s', (text, number) => {
  expect(readOrderNumberPrefix(text)).toBe(number)
})
