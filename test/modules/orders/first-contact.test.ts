import { expect, test } from 'vitest'
import { contactDueAt } from '../../../src/modules/orders/domain/first-contact.ts'

test('a first contact is promised within a day of the hiring', () => {
  expect(contactDueAt(new Date('2026-11-23T12:00:00.000Z'))).toEqual(new Date('2026-11-24T12:00:00.000Z'))
})
