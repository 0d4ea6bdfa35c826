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
  /** Whether the team has spoken with the customer already. */
  isContacted: boolean
  trackingUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Pagamento confirmado: ${order.serviceTitle}`,
    text: [
      greetingTo(order.nome),
      `Recebemos o seu primeiro pagamento de ${order.serviceTitle}. ${
        order.isContacted
          ? 'O trabalho começa agora.'
          : `O trabalho começa agora, e a nossa equipe entra em contato ${firstContact}.`
      }`,
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

/** Tells the customer that the team has begun with the first step. */
export function workStartedMessage(step: {
  nome: string
  number: string
  step: string
  /** DATE in São Paulo, until which it is to be done. */
  dueOn: string
  trackingUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Começamos o seu pedido ${step.number}`,
    text: [
      greetingTo(step.nome),
      `Nossa equipe começou a trabalhar no seu pedido ${step.number}. A primeira etapa é “${step.step}”, prevista até ${formatDateLong(step.dueOn)}.`,
      'Você não precisa fazer nada agora. A cada etapa concluída, avisamos você.',
      `Acompanhe aqui:\n${step.trackingUrl}`,
    ].join('\n\n'),
  }
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
}): { subject: string; text: string } {
  const { next } = step
  const left = next
    ? `${step.open === 1 ? 'Falta só a última:' : `Faltam ${step.open} etapas. A próxima é`} “${next.name}”, prevista até ${formatDateLong(next.dueOn)}.`
    : 'Era a última: o seu serviço está concluído.'
  return {
    subject: next
      ? `Mais uma etapa concluída: pedido ${step.number}`
      : `Serviço concluído: pedido ${step.number}`,
    text: [
      greetingTo(step.nome),
      `A etapa “${step.step}” do seu pedido ${step.number} está concluída. ${left}`,
      `O que fizemos:\n${step.words}`,
      ...(step.protocol === null ? [] : [`Protocolo: ${step.protocol}`]),
      `${step.hasFile ? 'Veja o comprovante e acompanhe' : 'Acompanhe'} aqui:\n${step.trackingUrl}`,
    ].join('\n\n'),
  }
}

/** Tells the customer that a step which was done is worked on again, and why. */
export function stepReopenedMessage(step: {
  nome: string
  number: string
  step: string
  reason: string
  trackingUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Voltamos a uma etapa do pedido ${step.number}`,
    text: [
      greetingTo(step.nome),
      `Nossa equipe voltou a trabalhar na etapa “${step.step}” do seu pedido ${step.number}. Você não precisa fazer nada.`,
      `Por quê:\n${step.reason}`,
      `Acompanhe aqui:\n${step.trackingUrl}`,
    ].join('\n\n'),
  }
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
}): { subject: string; text: string } {
  const delivery = step.deliveryDate
    ? `A entrega passa a ser prevista até ${formatDateLong(step.deliveryDate)}.`
    : 'A data da entrega não muda.'
  return {
    subject: `Novo prazo no pedido ${step.number}`,
    text: [
      greetingTo(step.nome),
      `A etapa “${step.step}” do seu pedido ${step.number} tem um novo prazo: até ${formatDateLong(step.to)}. ${delivery}`,
      `Por quê:\n${step.reason}`,
      `Acompanhe aqui:\n${step.trackingUrl}`,
    ].join('\n\n'),
  }
}

/** Tells the customer that the team cancelled the order. */
export function orderCancelledMessage(order: {
  nome: string
  number: string
  /** Why, for the customer; may be empty. */
  words: string
  trackingUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Pedido ${order.number} cancelado`,
    text: [
      greetingTo(order.nome),
      `O seu pedido ${order.number} foi cancelado pela nossa equipe. Você não paga mais nenhuma parcela.`,
      ...(order.words ? [`Por quê:\n${order.words}`] : []),
      'Se houver dinheiro a devolver, avisamos você quando a devolução sair. Não concorda, ou ficou com dúvida? Responda a esta mensagem.',
      `Veja aqui:\n${order.trackingUrl}`,
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
