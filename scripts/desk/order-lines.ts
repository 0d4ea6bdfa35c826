import { formatDate, todayInSaoPaulo } from '../../src/core/calendar.ts'
import { formatBRL } from '../../src/core/money.ts'
import type { OrderRow } from '../../src/modules/orders/index.server.ts'
import type { OrderStatus } from '../../src/modules/orders/public.ts'
import type { Instalment } from '../../src/modules/payments/public.ts'

const statuses: Record<OrderStatus, string> = {
  pending: 'aguardando pagamento',
  paid: 'pago, a começar',
  in_progress: 'em andamento',
  on_hold: 'em análise',
  completed: 'concluído',
  cancelled: 'cancelado',
}

const situations: Record<Instalment['status'], string> = {
  pending: 'em aberto',
  paid: 'paga',
  refunded: 'devolvida',
  cancelled: 'cancelada',
}

/** Formats an order for the command line, without personal data. */
export function orderLines(order: OrderRow, instalments: readonly Instalment[]): string[] {
  return [
    `${order.number} ${order.serviceTitle}, ${formatBRL(order.servicePrice)} (${order.paymentType})`,
    `${statuses[order.status]}, ${order.progress}%, contratado em ${formatDate(todayInSaoPaulo(order.createdAt))}, entrega até ${formatDate(order.deliveryDate)}`,
    `pedido ${order.id}, cliente ${order.userId}`,
    ...instalments.map(
      ({ id, number, dueDate, amount, status }) =>
        `  ${String(number).padStart(3)} ${formatDate(dueDate)} ${formatBRL(amount).padStart(14)} ${situations[status]} (parcela ${id})`,
    ),
  ]
}
