import { formatDateLong } from '../../core/calendar.ts'
import { firstContact } from '../catalogue/public.ts'

/** Notifies the customer that the first payment was received and the work begins. */
export function paymentConfirmedMessage(order: {
  nome: string
  serviceTitle: string
  deliveryDate: string
  trackingUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Pagamento confirmado: ${order.serviceTitle}`,
    text: [
      `Olá, ${order.nome}.`,
      `Recebemos o seu primeiro pagamento de ${order.serviceTitle}. O trabalho começa agora, e a nossa equipe entra em contato ${firstContact}.`,
      `Entrega prevista: até ${formatDateLong(order.deliveryDate)}.`,
      `Acompanhe cada etapa aqui:\n${order.trackingUrl}`,
      'Nunca pedimos senhas nem a sua conta gov.br.',
    ].join('\n\n'),
  }
}
