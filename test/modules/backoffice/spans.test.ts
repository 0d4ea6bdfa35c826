import { expect, test } from 'vitest'
import { compareDue } from '../../../src/core/obligation.ts'
import {
  mergeDue,
  readPosition,
  spanOf,
  spans,
  writePosition,
} from '../../../src/modules/backoffice/domain/queue.ts'

const now = new Date('2026-11-22T15:00:00Z')
const endOfDay = new Date('2026-11-23T03:00:00Z')
const minute = 60_000

test.each([
  [-1, 'late'],
  [0, 'hour'],
  [60 * minute - 1, 'hour'],
  [60 * minute, 'today'],
  [12 * 60 * minute - 1, 'today'],
  [12 * 60 * minute, 'week'],
  [7 * 24 * 60 * minute - 1, 'week'],
  [7 * 24 * 60 * minute, 'later'],
])('an obligation due in %i ms is in the span %s', (left, span) => {
  expect(spanOf(new Date(now.getTime() + left), { now, endOfDay })).toBe(span)
})

const due = (id: string, inMinutes: number) => ({
  ...{ kind: 'x', id, dueAt: new Date(now.getTime() + inMinutes * minute), since: now },
  ...{ userId: null, orderId: null, amount: null, about: '' },
})

test('merges several lists, sooner first, then by id', () => {
  const merged = mergeDue(
    [
      [due('b', 1), due('d', 3)],
      [due('a', 1), due('c', 2)],
    ],
    3,
  )
  expect(merged.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(compareDue(due('a', 1), due('a', 1))).toBe(0)
  expect([compareDue(due('a', 1), due('b', 1)), compareDue(due('b', 1), due('a', 1))]).toEqual([-1, 1])
  expect(spans).toEqual(['late', 'hour', 'today', 'week', 'later'])
})

test('reads a position back as written, and refuses anything else', () => {
  const position = { dueAt: now, id: 'mercadopago 2026-11-21' }
  expect(readPosition(writePosition(position))).toEqual(position)
  for (const text of [
    null,
    '',
    'x',
    '~',
    `${now.toISOString()}~`,
    'amanhã~a',
    '2026-02-30~a',
    '2026-11-21~a',
  ])
    expect(readPosition(text)).toBeUndefined()
})
