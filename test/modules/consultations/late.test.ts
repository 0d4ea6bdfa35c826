import { expect, test } from 'vitest'
import { isLate, promisedAtOfRefund, refundDueAt } from '../../../src/modules/consultations/domain/late.ts'

const promisedAt = new Date('2026-11-23T12:00:00.000Z')

test('the refund of a late look-up is decided within a day of its promised time', () => {
  expect(refundDueAt(promisedAt)).toEqual(new Date('2026-11-24T12:00:00.000Z'))
  expect(promisedAtOfRefund(refundDueAt(promisedAt))).toEqual(promisedAt)
})

test('a look-up is late from its promised time', () => {
  const at = (milliseconds: number) => isLate(promisedAt, new Date(promisedAt.getTime() + milliseconds))
  expect([-1, 0, 1].map(at)).toEqual([false, true, true])
})
