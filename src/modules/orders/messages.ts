import { formatDate } from '../../core/calendar.ts'
import { firstContact } from '../catalogue/public.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import { orderWordings, reviewed } from './wordings.ts'

/** Notifies the customer that the first payment was received and the work begins. */
export function paymentConfirmedMessage(order: {
  nome: string
  number: string
  serviceTitle: string
  deliveryDate: string
  /** True when the team has spoken with the customer already. */
  isContacted: boolean
  trackingUrl: string
}): WrittenMessage {
  return writeMessage(orderWordings, 'order.paid', {
    nome: order.nome,
    values: {
      pedido: order.number,
      servico: order.serviceTitle,
      contato: firstContact,
      entrega: formatDate(order.deliveryDate),
    },
    cases: { primeiro_contato: order.isContacted ? undefined : 'open' },
    url: order.trackingUrl,
  })
}

/** Notifies the customer that the work has stopped, because the money was returned. */
export function orderOnHoldMessage(order: {
  nome: string
  number: string
  serviceTitle: string
  trackingUrl: string
}): WrittenMessage {
  return writeMessage(orderWordings, 'order.on-hold', {
    nome: order.nome,
    values: { pedido: order.number, servico: order.serviceTitle, prazo: reviewed },
    url: order.trackingUrl,
  })
}

/** Notifies the customer that the team has started the first step. */
export function workStartedMessage(step: {
  nome: string
  number: string
  step: string
  /** Due day, DATE in São Paulo; undefined if it has passed. */
  dueOn: string | undefined
  trackingUrl: string
}): WrittenMessage {
  return writeMessage(orderWordings, 'order.started', {
    nome: step.nome,
    values: { pedido: step.number, etapa: step.step, prevista: step.dueOn ? formatDate(step.dueOn) : '' },
    url: step.trackingUrl,
  })
}

/**
 * Notifies the customer that a step is done, in the team's words. The part shown on a locked screen mentions neither a debt nor a
 * service.
 */
export function stepCompletedMessage(step: {
  nome: string
  number: string
  step: string
  words: string
  protocol: string | null
  hasFile: boolean
  /** How many steps are open. */
  open: number
  /** Without a day that has passed already. */
  next: { name: string; dueOn: string | undefined } | undefined
  trackingUrl: string
}): WrittenMessage {
  const { nome, number, next, open } = step
  const values = {
    pedido: number,
    etapa: step.step,
    o_que_fizemos: step.words,
    protocolo: step.protocol ?? '',
  }
  const button = step.hasFile ? 'file' : 'follow'
  const url = step.trackingUrl
  if (!next) {
    return writeMessage(orderWordings, 'order.delivered', {
      nome,
      values,
      cases: { botao: button },
      url,
    })
  }
  return writeMessage(orderWordings, 'order.step-completed', {
    nome,
    values: {
      ...values,
      faltam: String(open),
      proxima: next.name,
      prevista: next.dueOn ? formatDate(next.dueOn) : '',
    },
    cases: { quantas_faltam: open === 1 ? 'one' : 'many', botao: button },
    url,
  })
}

/** Notifies the customer that a completed step was reopened, and why. */
export function stepReopenedMessage(step: {
  nome: string
  number: string
  step: string
  reason: string
  trackingUrl: string
}): WrittenMessage {
  return writeMessage(orderWordings, 'order.step-reopened', {
    nome: step.nome,
    values: { pedido: step.number, etapa: step.step, motivo: step.reason },
    url: step.trackingUrl,
  })
}

/** Notifies the customer of a new due day, and why. */
export function deadlineMovedMessage(step: {
  nome: string
  number: string
  step: string
  to: string
  reason: string
  /** Set when the promised delivery moved too. */
  deliveryDate: string | undefined
  trackingUrl: string
}): WrittenMessage {
  const { deliveryDate } = step
  return writeMessage(orderWordings, 'order.deadline-moved', {
    nome: step.nome,
    values: {
      pedido: step.number,
      etapa: step.step,
      motivo: step.reason,
      data: formatDate(step.to),
      entrega: deliveryDate ? formatDate(deliveryDate) : '',
    },
    cases: { data_da_entrega: deliveryDate ? 'moved' : 'same' },
    url: step.trackingUrl,
  })
}

/** Notifies the customer that the team cancelled the order. */
export function orderCancelledMessage(order: {
  nome: string
  number: string
  /** Reason for the customer; may be empty. */
  words: string
  trackingUrl: string
}): WrittenMessage {
  return writeMessage(orderWordings, 'order.cancelled', {
    nome: order.nome,
    values: { pedido: order.number, motivo: order.words },
    url: order.trackingUrl,
  })
}
