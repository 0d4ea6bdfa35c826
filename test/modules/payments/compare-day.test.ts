// Compares a day at a provider with the same day in the books.
import { expect, test } from 'vitest'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import type { SetAsidePayment } from '../../../src/modules/payments/set-aside/store.server.ts'
import { compareSides, theirSide } from '../../../src/modules/payments/settlement/compare-day.ts'
import type { Owner } from '../../../src/modules/payments/settlement/owners.ts'
import { at } from './rows.ts'
import { garbled, reported } from './scripted-bank.ts'

const paid = reported({ providerId: '1', fee: 100, approvedAt: at(1) })
const booked = { providerId: '1', amount: 10_000, refunded: 0, fee: 100 }

interface Day {
  approved: ListedPayment[]
  changed: ListedPayment[]
  waiting: Partial<SetAsidePayment>[]
  owner: Owner
  inBooks: (typeof booked)[]
  onDay: (typeof booked)[]
}

function compare(change: Partial<Day>) {
  const { approved = [paid], changed = approved, waiting = [], owner = 'ours', ...books } = change
  const { inBooks = [booked], onDay = inBooks } = books
  const owners = new Map([...changed, ...approved].map((payment) => [payment, owner]))
  const theirs = theirSide({ approved, changed, waiting: waiting as SetAsidePayment[], owners })
  const total = onDay.reduce((all, { amount }) => all + amount, 0)
  const { differences, ...sums } = compareSides(theirs, { booked: inBooks, bookedOnDay: onDay, total })
  return { ...sums, differences: differences.map(({ providerId, obstacle }) => [providerId, obstacle]) }
}

test.each<[string, Partial<Day>, [theirs: number, ours: number]]>([
  ['the same payment', {}, [10_000, 10_000]],
  ['no payment', { approved: [], inBooks: [] }, [0, 0]],
  ['a payment of another shop', { owner: 'other_shop', inBooks: [] }, [0, 0]],
  [
    'an unpaid Pix that changed',
    {
      approved: [],
      changed: [reported({ providerId: '2', state: 'pending', approvedAt: undefined })],
      inBooks: [],
    },
    [0, 0],
  ],
  [
    'a payment in an unknown status that was never approved',
    {
      approved: [],
      changed: [reported({ providerId: '2', state: undefined, approvedAt: undefined })],
      inBooks: [],
    },
    [0, 0],
  ],
  [
    'a payment of an earlier day that was approved, and says since then that no money came',
    { approved: [], changed: [reported({ providerId: '2', state: 'pending' })], inBooks: [] },
    [0, 0],
  ],
  [
    'a refund of an earlier day’s payment',
    {
      ...{ approved: [], changed: [{ ...paid, refunded: 400 }] },
      ...{ inBooks: [{ ...booked, refunded: 400 }], onDay: [] },
    },
    [0, 0],
  ],
])('a day agrees with %s', (_, day, [theirs, ours]) => {
  expect(compare(day)).toEqual({ status: 'agrees', theirs, ours, differences: [] })
})

test.each<[string, Partial<Day>, [providerId: string, obstacle: string | undefined]]>([
  ['a payment that is not in the books', { inBooks: [] }, ['1', undefined]],
  ['a payment that only the books have', { approved: [] }, ['1', undefined]],
  ['another fee', { inBooks: [{ ...booked, fee: 99 }] }, ['1', undefined]],
  ['a payment booked on another day', { onDay: [] }, ['1', 'another_day']],
  ['a payment that may be of another shop', { owner: 'perhaps_ours' }, ['1', 'perhaps_ours']],
  ['another currency', { approved: [{ ...paid, currency: 'USD' }] }, ['1', 'foreign_currency']],
  ['a payment that cannot be read', { approved: [garbled({ providerId: '1' })] }, ['1', 'unreadable']],
  [
    'an approved payment with an unknown status',
    { approved: [{ ...paid, state: undefined }] },
    ['1', 'in_doubt'],
  ],
  [
    'a payment of an earlier day that is in an unknown status since',
    { approved: [], changed: [{ ...paid, state: undefined }], onDay: [] },
    ['1', 'in_doubt'],
  ],
  ['a fee in doubt', { approved: [{ ...paid, doubts: ['fee_unreadable'] }] }, ['1', 'in_doubt']],
  [
    'a payment that was set aside on the day',
    { waiting: [{ providerId: '9', reason: 'not_recordable', amount: 5 }] },
    ['9', 'not_recordable'],
  ],
])('a day differs by %s', (_, day, difference) => {
  expect(compare(day)).toMatchObject({ status: 'differs', differences: [difference] })
})

test('set-aside payments count with their known amount, and money in another currency in no sum', () => {
  const listed = [garbled({ providerId: '1', amount: 300 }), garbled({ providerId: '2', amount: null })]
  const dollars = reported({ providerId: '3', currency: 'USD' })
  const waiting = [
    { providerId: '4', reason: 'not_recordable', amount: 5 },
    { providerId: '5', reason: 'unreadable', amount: null },
  ] as SetAsidePayment[]
  const theirs = theirSide({ approved: [...listed, dollars], changed: [], waiting, owners: new Map() })
  expect(Object.fromEntries(theirs.payments)).toEqual({
    1: { amount: 300, refunded: 0, fee: 0 },
    2: null,
    3: { amount: 10_000, refunded: 0, fee: 0 },
    4: { amount: 5, refunded: 0, fee: 0 },
    5: null,
  })
  expect(theirs.total).toBe(0)
})
