import { formatDateLong } from '../../core/calendar.ts'
import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { counted, greetingTo } from '../../core/text.ts'
import { firstContact } from '../catalogue/public.ts'
import type { OrderStatus } from './domain/order.ts'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/** Notifies the customer that the first payment was received and the work begins. */
export function paymentConfirmedMessage(order: {
  nome: string
  number: string
  serviceTitle: string
  deliveryDate: string
  trackingUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Pagamento confirmado: ${order.serviceTitle}`,
    text: [
      greetingTo(order.nome),
      `Recebemos o seu primeiro pagamento de ${order.serviceTitle}. O trabalho começa agora, e a nossa equipe entra em contato ${firstContact}.`,
      `Pedido ${order.number}. Entrega prevista: até ${formatDateLong(order.deliveryDate)}.`,
      `Acompanhe cada etapa aqui:\n${order.trackingUrl}`,
    ].join('\n\n'),
  }
}

/** Notifies the customer that the work has stopped, because the money went back. */
export function orderOnHoldMessage(order: {
  nome: string
  number: string
  serviceTitle: string
  trackingUrl: string
}): {
  subject: string
  text: string
} {
  return {
    subject: `Serviço pausado: ${order.serviceTitle}`,
    text: [
      greetingTo(order.nome),
      `O dinheiro que você pagou por ${order.serviceTitle} (pedido ${order.number}) voltou para você. Por isso o serviço está pausado.`,
      `Nossa equipe confere em até ${reviewed} e fala com você. Se você não pediu a devolução, responda a esta mensagem.`,
      `Acompanhe aqui:\n${order.trackingUrl}`,
    ].join('\n\n'),
  }
}

/** Notifies the team of an order whose money went back. */
export function orderOnHoldForTeam(order: { number: string; serviceTitle: string; status: OrderStatus }): {
  subject: string
  text: string
} {
  const isCompleted = order.status === 'completed'
  return {
    subject: `O dinheiro voltou: ${order.serviceTitle}`,
    text: [
      `Pedido ${order.number}. Tudo o que foi pago voltou para quem pagou, ou o banco tomou de volta.`,
      isCompleted
        ? 'O serviço já foi entregue: fale com o cliente.'
        : 'O serviço está pausado. Decida: npm run desk -- retomar-pedido, ou cancelar-pedido.',
    ].join('\n\n'),
  }
}
