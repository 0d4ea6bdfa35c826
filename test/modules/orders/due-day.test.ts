import { expect, test } from 'vitest'
import { comingDayOf } from '../../../src/modules/orders/due-day.ts'

test('a message names the due date of a step until that day has passed in São Paulo', () => {
  const [step, order] = [{ dueOn: '2026-12-04' }, { deliveryDate: '2026-12-18' }]
  expect(comingDayOf(step, order, new Date('2026-12-05T02:59:59Z'))).toBe('2026-12-04')
  expect(comingDayOf(step, order, new Date('2026-12-05T03:00:00Z'))).toBeUndefined()
  expect(comingDayOf({ dueOn: null }, order, new Date('2026-12-05T03:00:00Z'))).toBe('2026-12-18')
})
