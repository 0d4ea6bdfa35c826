import { expect, test } from 'vitest'
import { contactChannels } from '../../../src/modules/orders/domain/order-event.ts'

test('a customer is spoken with by telephone, WhatsApp, e-mail or in person', () => {
  expect(contactChannels).toEqual(['phone', 'whatsapp', 'email', 'in_person'])
})
