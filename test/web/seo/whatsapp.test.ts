import { expect, test } from 'vitest'
import { type WhatsAppTopic, whatsappAbout, whatsappLink } from '../../../src/web/copy/whatsapp.ts'

const phone = '+55 (48) 99999-1234'

test.for<[WhatsAppTopic, string]>([
  ['help', 'Olá! Preciso de ajuda.'],
  ['faq', 'Olá! Gostaria de tirar uma dúvida.'],
  ['chat', 'Olá! Gostaria de conversar com um atendente.'],
  ['orderHelp', 'Olá! Preciso de ajuda com o meu pedido.'],
  ['newPayment', 'Olá! Gostaria de solicitar um novo pagamento.'],
  ['paymentHelp', 'Olá! Preciso de ajuda com o pagamento.'],
  ['financial', 'Olá! Tenho uma dúvida financeira.'],
])('the chat about %s opens with its message (specification, section 1)', ([topic, message]) => {
  const link = new URL(whatsappLink(phone, topic))
  expect(link.origin + link.pathname).toBe('https://wa.me/5548999991234')
  expect(link.searchParams.get('text')).toBe(message)
})

test('accents, spaces and symbols are URL-encoded', () => {
  expect(whatsappLink(phone, 'faq')).toBe(
    'https://wa.me/5548999991234?text=Ol%C3%A1!%20Gostaria%20de%20tirar%20uma%20d%C3%BAvida.',
  )
  expect(new URL(whatsappAbout(phone, 'Score & Rating #1')).searchParams.get('text')).toBe(
    'Olá! Gostaria de falar com um consultor sobre Score & Rating #1.',
  )
})
