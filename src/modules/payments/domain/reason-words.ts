import { isKeyOf } from '../../../core/records.ts'
import type { ShownCreditReason } from './credit.ts'
import type { OwnReason, RefundCause } from './refund.ts'
import type { EndedDispute } from './review-reason.ts'
import type { SetAsideReason } from './set-aside.ts'
import type { ReviewReason } from './settlement.ts'

/** Why money needs a decision by the team. */
export type MoneyReason =
  | ShownCreditReason
  | ReviewReason
  | EndedDispute
  | SetAsideReason
  | 'refund_refused'
  | OwnReason
  | Exclude<RefundCause, { origin: 'team' | 'withdrawal' }>['reason']
  | 'withdrawal'
  | 'refund_held'
  | 'refund_slow'
  | 'refund_unapproved'
  | 'unattributed_return'
  | 'refund_by_hand'
  | 'manual_unapproved'
  | 'charge_refused'
  | 'day_differs'

/** The reasons as worded for the team. */
export const moneyReasonWords: { readonly [reason in MoneyReason]: string } = {
  duplicate: 'pago em dobro',
  partial: 'pago a menos',
  excess: 'pago a mais',
  unmatched: 'dinheiro de nenhuma cobrança',
  regained: 'o banco devolveu o que tinha tomado, e a dívida já tinha sido reaberta',
  late: 'pago depois de cancelado',
  renegotiated: 'pago por um código de antes da renegociação',
  unknown_status: 'situação desconhecida no provedor',
  illegal_move: 'o provedor voltou atrás',
  in_mediation: 'em disputa',
  dispute_over: 'a disputa terminou',
  charged_back: 'tomado de volta pelo banco',
  chargeback_reversed: 'o banco devolveu o que tinha tomado',
  charged_back_in_part: 'uma parte foi tomada de volta pelo banco',
  applied_elsewhere: 'é de uma cobrança que já se conhece, e foi lançado em outra coisa antes disso',
  fee_unreadable: 'não se lê a tarifa',
  approval_unreadable: 'não se lê a data da aprovação',
  amount_changed: 'o provedor mudou o valor de um pagamento já lançado',
  illegal_amounts: 'os valores se contradizem no provedor',
  approved_without_money: 'aprovado no provedor, mas sem dinheiro',
  doubtful_date: 'aprovado no futuro, ou antes de existir',
  unreadable: 'o provedor o escreveu de um modo que não se lê sem dúvida',
  foreign_currency: 'não está em reais',
  not_recordable: 'não pôde ser registrado',
  perhaps_ours: 'parece uma cobrança nossa, que não existe aqui: de outra loja na conta, ou esquecida',
  other_shop: 'é de outra loja',
  withdrawal: 'o cliente desistiu do contrato',
  panel: 'devolvido no painel do provedor',
  chargeback: 'tomado de volta pelo banco',
  refund_refused: 'devolução recusada',
  dispute_won: 'contestação ganha de um pedido que já acabou, ou de uma consulta paga de novo',
  settled_otherwise: 'já resolvida de outro modo: confira antes de devolver de novo',
  paid_in_dispute: 'consulta paga de novo enquanto o primeiro pagamento estava em disputa',
  refund_slow: 'devolução que o provedor ainda não concluiu',
  refund_held: 'devolução à espera de outra ser atribuída',
  refund_unapproved: 'devolução à espera de uma segunda pessoa',
  unattributed_return: 'voltou sem dizer de quê',
  refund_by_hand: 'devolução que alguém tem de transferir',
  manual_unapproved: 'pagamento registrado à mão, à espera de uma segunda pessoa',
  charge_refused: 'cobrança recusada',
  day_differs: 'o dia não fecha',
}

/** Returns the words for a stored reason; a text that is not a known reason is returned unchanged. */
export function wordsOf(reason: string): string {
  return isKeyOf(moneyReasonWords, reason) ? moneyReasonWords[reason] : reason
}
