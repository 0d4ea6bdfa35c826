import { formatDate } from '../../core/calendar.ts'
import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { counted } from '../../core/text.ts'
import { firstContact } from '../catalogue/public.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import type { OrderStatus } from './domain/order.ts'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

const follow = (url: string) => ({ label: 'Acompanhar o pedido', url })

/** Notifies the customer that the first payment was received and the work begins. */
export function paymentConfirmedMessage(order: {
  nome: string
  number: string
  serviceTitle: string
  deliveryDate: string
  /** Whether the team has spoken with the customer already. */
  isContacted: boolean
  trackingUrl: string
}): WrittenMessage {
  return write({
    subject: `Pagamento confirmado: pedido ${order.number}`,
    nome: order.nome,
    title: 'Recebemos o seu pagamento',
    preheader: 'Veja o que acontece agora.',
    lines: [
      order.isContacted
        ? 'O pagamento foi confirmado, e o trabalho começa agora.'
        : `O pagamento foi confirmado, e o trabalho começa agora. Nossa equipe fala com você ${firstContact}.`,
    ],
    facts: [
      { label: 'Pedido', value: order.number },
      { label: 'Serviço', value: order.serviceTitle },
      { label: 'Entrega prevista', value: `até ${formatDate(order.deliveryDate)}` },
    ],
    action: follow(order.trackingUrl),
    note: 'O recibo e o contrato estão na sua conta.',
  })
}

/** Notifies the customer that the work has stopped, because the money went back. */
export function orderOnHoldMessage(order: {
  nome: string
  number: string
  serviceTitle: string
  trackingUrl: string
}): WrittenMessage {
  return write({
    subject: `O pedido ${order.number} está em pausa`,
    nome: order.nome,
    title: 'O seu pedido está em pausa',
    preheader: 'Nossa equipe fala com você.',
    lines: [
      'O dinheiro que você pagou voltou para você, e por isso o serviço parou.',
      `Nossa equipe confere em até ${reviewed} e fala com você.`,
    ],
    facts: [
      { label: 'Pedido', value: order.number },
      { label: 'Serviço', value: order.serviceTitle },
    ],
    action: follow(order.trackingUrl),
    note: 'Não pediu a devolução? Responda a esta mensagem.',
  })
}

/** Tells the customer that the team has begun with the first step. */
export function workStartedMessage(step: {
  nome: string
  number: string
  step: string
  /** DATE in São Paulo, until which it is to be done. */
  dueOn: string
  trackingUrl: string
}): WrittenMessage {
  return write({
    subject: `Começamos o seu pedido ${step.number}`,
    nome: step.nome,
    title: 'Começamos a trabalhar no seu pedido',
    preheader: 'Você não precisa fazer nada agora.',
    lines: [
      `Nossa equipe começou a trabalhar no seu pedido ${step.number}. Você não precisa fazer nada agora.`,
      'A cada etapa concluída, avisamos você.',
    ],
    facts: [
      { label: 'Primeira etapa', value: step.step },
      { label: 'Prevista até', value: formatDate(step.dueOn) },
    ],
    action: follow(step.trackingUrl),
  })
}

/** Tells the customer that a step is done, in the team's words. What a locked screen shows names neither a debt nor a service. */
export function stepCompletedMessage(step: {
  nome: string
  number: string
  step: string
  words: string
  protocol: string | null
  hasFile: boolean
  /** How many steps are open. */
  open: number
  next: { name: string; dueOn: string } | undefined
  trackingUrl: string
}): WrittenMessage {
  const { number, next } = step
  const left = step.open === 1 ? 'Falta só uma.' : `Faltam ${step.open}.`
  return write({
    subject: next ? `Mais uma etapa concluída: pedido ${number}` : `Serviço concluído: pedido ${number}`,
    nome: step.nome,
    title: next ? `Concluída: ${step.step}` : 'O seu serviço está concluído',
    preheader: next ? left : 'Veja o que foi feito.',
    lines: [
      next
        ? `Concluímos mais uma etapa do seu pedido ${number}. ${left}`
        : `Concluímos a última etapa do seu pedido ${number}. O seu serviço está concluído.`,
    ],
    quote: { label: 'O que fizemos', value: step.words },
    facts: [
      ...(next ? [] : [{ label: 'Última etapa', value: step.step }]),
      ...(step.protocol === null ? [] : [{ label: 'Protocolo', value: step.protocol }]),
      ...(next
        ? [
            { label: 'Próxima etapa', value: next.name },
            { label: 'Prevista até', value: formatDate(next.dueOn) },
          ]
        : []),
    ],
    action: step.hasFile ? { label: 'Ver o comprovante', url: step.trackingUrl } : follow(step.trackingUrl),
  })
}

/** Tells the customer that a step which was done is worked on again, and why. */
export function stepReopenedMessage(step: {
  nome: string
  number: string
  step: string
  reason: string
  trackingUrl: string
}): WrittenMessage {
  return write({
    subject: `Voltamos a uma etapa do pedido ${step.number}`,
    nome: step.nome,
    title: `De volta à etapa: ${step.step}`,
    preheader: 'Você não precisa fazer nada.',
    lines: [
      `Nossa equipe voltou a trabalhar em uma etapa do seu pedido ${step.number}. Você não precisa fazer nada.`,
    ],
    quote: { label: 'Por quê', value: step.reason },
    action: follow(step.trackingUrl),
  })
}

/** Tells the customer a new day, and why. */
export function deadlineMovedMessage(step: {
  nome: string
  number: string
  step: string
  to: string
  reason: string
  /** Where the promised delivery moved too. */
  deliveryDate: string | undefined
  trackingUrl: string
}): WrittenMessage {
  return write({
    subject: `Novo prazo no pedido ${step.number}`,
    nome: step.nome,
    title: `Novo prazo: até ${formatDate(step.to)}`,
    preheader: 'Veja a nova data e o motivo.',
    lines: [
      `Uma etapa do seu pedido ${step.number} tem um novo prazo: até ${formatDate(step.to)}. ${
        step.deliveryDate
          ? `A entrega agora está prevista para até ${formatDate(step.deliveryDate)}.`
          : 'A data da entrega não muda.'
      }`,
    ],
    quote: { label: 'Por quê', value: step.reason },
    facts: [{ label: 'Etapa', value: step.step }],
    action: follow(step.trackingUrl),
  })
}

/** Tells the customer that the team cancelled the order. */
export function orderCancelledMessage(order: {
  nome: string
  number: string
  /** Why, for the customer; may be empty. */
  words: string
  trackingUrl: string
}): WrittenMessage {
  return write({
    subject: `Pedido ${order.number} cancelado`,
    nome: order.nome,
    title: 'O seu pedido foi cancelado',
    preheader: 'Veja o motivo e o que acontece agora.',
    lines: [
      `Nossa equipe cancelou o seu pedido ${order.number}. Você não paga mais nenhuma parcela.`,
      'Se houver dinheiro a devolver, avisamos você quando a devolução sair.',
    ],
    ...(order.words && { quote: { label: 'Por quê', value: order.words } }),
    action: { label: 'Ver o pedido', url: order.trackingUrl },
    note: 'Não concorda, ou ficou com dúvida? Responda a esta mensagem.',
  })
}

/** Notifies the team of an order whose money went back. */
export function orderOnHoldForTeam(order: {
  number: string
  serviceTitle: string
  status: OrderStatus
  /** Of the order at the desk. */
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
