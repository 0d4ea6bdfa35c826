import { formatDate, type IsoDate } from '../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import type { ShownCreditReason } from './domain/credit.ts'
import { paymentWordings, reviewed } from './wordings.ts'

/**
 * Notifies a payer of an amount mismatch: nothing is marked as paid, nothing is lost, and nothing more is due for now.
 */
export function amountMismatchMessage(charge: {
  nome: string
  description: string
  asked: Centavos
  received: Centavos
  /** Undefined when the payer has no list of payments. */
  paymentsUrl: string | undefined
}): WrittenMessage {
  return writeMessage(paymentWordings, 'charge.amount_mismatch', {
    nome: charge.nome,
    values: {
      recebemos: formatBRL(charge.received),
      cobrado: formatBRL(charge.asked),
      referente: charge.description,
      prazo: reviewed,
    },
    url: charge.paymentsUrl,
  })
}

/** Notifies a payer of a credit, and that the team will resolve it. */
export function creditMessage(credit: {
  nome: string
  amount: Centavos
  reason: ShownCreditReason
  /** Whether a person has to transfer it back, because the money was received outside the providers. */
  isByHand?: boolean
  paymentsUrl: string
}): WrittenMessage {
  const { nome, reason, isByHand, paymentsUrl } = credit
  const late = isByHand ? ('late_by_hand' as const) : ('late' as const)
  return writeMessage(paymentWordings, 'credit.kept', {
    nome,
    values: { valor: formatBRL(credit.amount), prazo: reviewed },
    cases: { destino: reason === 'late' ? late : 'open', o_que_houve: reason },
    url: paymentsUrl,
  })
}

/** To the payer: a bank took a payment back, and the debt is reinstated. */
export function debtReinstatedMessage(debt: {
  nome: string
  amount: Centavos
  description: string
  paymentsUrl: string
}): WrittenMessage {
  return writeMessage(paymentWordings, 'debt.reinstated', {
    nome: debt.nome,
    values: { valor: formatBRL(debt.amount), referente: debt.description },
    url: debt.paymentsUrl,
  })
}

/** Confirms to a customer that an instalment was postponed. */
export function postponedMessage({
  nome,
  number,
  amount,
  from,
  to,
  paymentsUrl,
}: {
  nome: string
  number: number
  amount: Centavos
  from: IsoDate
  to: IsoDate
  paymentsUrl: string
}): WrittenMessage {
  return writeMessage(paymentWordings, 'instalment.postponed', {
    nome,
    values: {
      numero: String(number),
      valor: formatBRL(amount),
      antes: formatDate(from),
      data: formatDate(to),
    },
    url: paymentsUrl,
  })
}

/** Notifies a payer of a completed refund. */
export function refundedMessage(refund: {
  nome: string
  amount: Centavos
  description: string
  /** Whether it was a credit: what was paid with other money stays paid. */
  ofCredit?: boolean
  /** Whether a person transferred it, because the money was received outside the providers. */
  isByHand?: boolean
  paymentsUrl: string
}): WrittenMessage {
  return writeMessage(paymentWordings, 'refund.done', {
    nome: refund.nome,
    values: {
      valor: formatBRL(refund.amount),
      o_que_voltou: refund.ofCredit ? 'o seu crédito conosco' : '',
      referente: refund.description,
    },
    cases: {
      como_voltou: refund.isByHand ? 'by_hand' : 'provider',
      quando_aparece: refund.isByHand ? undefined : 'provider',
    },
    url: refund.paymentsUrl,
  })
}

/** Notifies a customer that a payment was recorded by mistake and undone. */
export function manualUndoneMessage({
  nome,
  amount,
  on,
  isOwedAgain,
  paymentsUrl,
}: {
  nome: string
  amount: Centavos
  /** 'dd/mm/aaaa'. */
  on: string
  /** False when its order is cancelled: nothing of it is owed any more. */
  isOwedAgain: boolean
  paymentsUrl: string
}): WrittenMessage {
  return writeMessage(paymentWordings, 'manual-payment.undone', {
    nome,
    values: { valor: formatBRL(amount), dia: on },
    cases: { situacao: isOwedAgain ? 'open' : undefined },
    url: paymentsUrl,
  })
}
