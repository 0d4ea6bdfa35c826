// A payment that a list states otherwise than the provider does when it is asked for by its id.
import { expect, test } from 'vitest'
import { hasOwnId, type PaymentReport } from '../../../src/modules/payments/ports.ts'
import { contradictedListing } from '../../../src/modules/payments/settlement/contradicted-listing.ts'
import { at } from './rows.ts'
import { garbled, reported } from './scripted-bank.ts'

const listed = reported({ providerId: '7', reference: 'PARC_1', createdAt: at(1) })

test.each<[name: string, fetched: Partial<PaymentReport>]>([
  ['amount', { amount: 9_999 }],
  ['currency', { currency: 'USD' }],
  ['reference', { reference: 'PARC_2' }],
  ['missing reference', { reference: undefined }],
  ['time of creation', { createdAt: at(2) }],
  ['missing time of creation', { createdAt: undefined }],
])('another %s makes it an item of its own, with its own amount and without its id', (_, fetched) => {
  const [item, ...more] = contradictedListing(listed, { ...listed, ...fetched })
  expect(more).toEqual([])
  expect(item).toMatchObject({ unreadable: ['id'], amount: 10_000, currency: 'BRL', reference: 'PARC_1' })
  expect(hasOwnId(item as PaymentReport)).toBe(false)
  expect(item?.raw).toContain('"listed_under":"7"')
})

test('what changes in a payment contradicts nothing', () => {
  const later: Partial<PaymentReport> = { state: 'refunded', status: 'refunded', refunded: 10_000, fee: 99 }
  expect(contradictedListing(listed, { ...listed, ...later, updatedAt: at(9) })).toEqual([])
})

test('a payment that cannot be read when it is fetched contradicts by its likely amount alone', () => {
  expect(contradictedListing(listed, garbled({ amount: 10_000, reference: 'PARC_2' }))).toEqual([])
  expect(contradictedListing(listed, garbled({ amount: 9_999 }))).toHaveLength(1)
})

test('a listed payment without money, or one that is unreadable there too, makes no item', () => {
  expect(contradictedListing({ ...listed, state: 'pending' }, { ...listed, amount: 1 })).toEqual([])
  expect(contradictedListing(garbled({ amount: 9_999 }), listed)).toEqual([])
  // An unknown status may be money.
  expect(contradictedListing({ ...listed, state: undefined }, { ...listed, amount: 1 })).toHaveLength(1)
})
