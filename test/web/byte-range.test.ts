import { expect, test } from 'vitest'
import { byteRangeOf } from '../../src/web/byte-range.ts'

test.each([
  [null, 'whole'],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=4-7', { from: 4, to: 7 }],
  ['bytes=4-700', { from: 4, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-30', { from: 0, to: 9 }],
  ['bytes=9-', { from: 9, to: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=7-4', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=-', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=a-b', 'whole'],
] as const)('of ten bytes, the range %s is %o', (header, range) => {
  expect(byteRangeOf(header, 10)).toEqual(range)
})
