import { digitsOf } from '../../core/text.ts'

/** Prefilled WhatsApp messages. They never contain a CPF, a price or any detail of an order except its number. */
const messages = {
  help: 'Olá! Preciso de ajuda.',
  faq: 'Olá! Gostaria de tirar uma dúvida.',
  chat: 'Olá! Gostaria de conversar com um atendente.',
  specialist: 'Olá! Gostaria de falar com um especialista.',
  orderHelp: 'Olá! Preciso de ajuda com o meu pedido.',
  newPayment: 'Olá! Gostaria de solicitar um novo pagamento.',
  paymentHelp: 'Olá! Preciso de ajuda com o pagamento.',
  financial: 'Olá! Tenho uma dúvida financeira.',
} as const

export type WhatsAppTopic = keyof typeof messages

/**
 * Returns a link that opens a chat with the company.
 *
 * @param phone the company's number, in E.164 format
 * @param topic a predefined message, or any text
 */
export function whatsappLink(phone: string, topic: WhatsAppTopic | { text: string }): string {
  const text = typeof topic === 'string' ? messages[topic] : topic.text
  return `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(text)}`
}

/** Returns a link that opens a chat about one service. */
export function whatsappAbout(phone: string, service: string): string {
  return whatsappLink(phone, { text: `Olá! Gostaria de falar com um consultor sobre ${service}.` })
}

/** Returns a link that opens WhatsApp with a text, for which the user chooses the recipient. */
export function whatsappShare(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}
