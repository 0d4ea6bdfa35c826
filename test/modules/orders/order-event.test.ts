import { expect, test } from 'vitest'
import { contactChannels } from '../../../src/modules/orders/domain/order-event.ts'

test('the channels of a contact are telephone, WhatsApp, e-mail or in person', () => {
  expect(contactChannels).toEqual(['phone', 'whatsapp', 'email', 'in_person'])
})
