import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { OrderStatus } from './domain/order.ts'

/** Notifies the team of an order whose money was returned. */
export function orderOnHoldForTeam(order: {
  number: string
  serviceTitle: string
  status: OrderStatus
  /** URL of the order at the desk. */
  deskUrl: string
}): WrittenMessage {
  return write({
    subject: `O dinheiro voltou: pedido ${order.number}`,
    title: 'O dinheiro de um pedido voltou',
    preheader: 'O pedido precisa de uma decisão.',
    lines: [
      'Tudo o que foi pago voltou para quem pagou, ou o banco tomou de volta.',
      order.status === 'completed'
        ? 'O serviço já foi entregue: fale com o cliente.'
        : 'O serviço está pausado. Decida se ele continua ou se o pedido é cancelado.',
    ],
    facts: [
      { label: 'Pedido', value: order.number },
      { label: 'Serviço', value: order.serviceTitle },
    ],
    action: { label: 'Abrir o pedido', url: order.deskUrl },
  })
}
