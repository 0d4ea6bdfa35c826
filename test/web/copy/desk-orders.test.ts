import { expect, test } from 'vitest'
import { contactChannels } from '../../../src/modules/orders/public.ts'
import { eventWords } from '../../../src/web/copy/desk-orders.ts'

test('the history of an order says in words how the team spoke with its customer', () => {
  const words = contactChannels.map((channel) =>
    eventWords({ kind: 'contacted', detail: { channel }, actorId: null }, ''),
  )
  expect(words).toEqual([
    'Contato por telefone',
    'Contato por WhatsApp',
    'Contato por e-mail',
    'Contato em pessoa',
  ])
  expect(eventWords({ kind: 'contacted', detail: {}, actorId: null }, '')).toBe('Contato')
})
