import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { counted } from '../../core/text.ts'
import type { CreditReason } from './domain/credit.ts'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/** Notifies a payer of an amount mismatch: nothing is marked as paid, nothing is lost, nothing more is due meanwhile. */
export function amountMismatchMessage(charge: {
  nome: string
  description: string
  asked: Centavos
  received: Centavos
  /** Undefined when the payer has no list of payments. */
  paymentsUrl: string | undefined
}): { subject: string; text: string } {
  const { nome, description, paymentsUrl } = charge
  const [received, asked] = [formatBRL(charge.received), formatBRL(charge.asked)]
  return {
    subject: 'Recebemos um valor diferente: não pague de novo',
    text: [
      nome ? `Olá, ${nome}.` : 'Olá!',
      `Recebemos ${received} por ${description}, mas o valor cobrado era ${asked}.`,
      'Por isso ainda não registramos nada como pago. O valor está conosco e identificado.',
      `Nossa equipe confere em até ${reviewed} e fala com você. Até lá, não pague de novo.`,
      ...(paymentsUrl ? [`Acompanhe aqui:\n${paymentsUrl}`] : []),
    ].join('\n\n'),
  }
}

/** Notifies a payer of a credit, and that the team resolves it. */
export function creditMessage(credit: {
  nome: string
  amount: Centavos
  reason: CreditReason
  paymentsUrl: string
}): { subject: string; text: string } {
  const { nome, reason, paymentsUrl } = credit
  const amount = formatBRL(credit.amount)
  return {
    subject: `Você tem ${amount} de crédito conosco`,
    text: [
      nome ? `Olá, ${nome}.` : 'Olá!',
      `Recebemos ${amount} ${reasonText[reason]}. O valor é seu e está identificado.`,
      reason === 'late'
        ? 'Já pedimos a devolução ao provedor de pagamentos; ela volta para a conta ou o cartão de onde saiu.'
        : `Nossa equipe confere em até ${reviewed} e devolve, ou usa em outra parcela se você preferir. Não é preciso fazer nada.`,
      `Acompanhe aqui:\n${paymentsUrl}`,
    ].join('\n\n'),
  }
}

const reasonText: { readonly [reason in CreditReason]: string } = {
  duplicate: 'por algo que já estava pago',
  excess: 'a mais do que o cobrado',
  partial: 'a menos do que o cobrado',
  late: 'por um pedido que já estava cancelado',
  unmatched: 'sem saber de qual cobrança',
}

/** Notifies a payer of a completed refund. */
export function refundedMessage(refund: {
  nome: string
  amount: Centavos
  description: string
  paymentsUrl: string
}): { subject: string; text: string } {
  const amount = formatBRL(refund.amount)
  return {
    subject: `Devolvemos ${amount}`,
    text: [
      refund.nome ? `Olá, ${refund.nome}.` : 'Olá!',
      `Devolvemos ${amount} de ${refund.description}, para a mesma conta ou cartão de onde saiu.`,
      'No Pix a devolução costuma aparecer em minutos; no cartão, em até duas faturas.',
      `Seus pagamentos estão aqui:\n${refund.paymentsUrl}`,
    ].join('\n\n'),
  }
}
