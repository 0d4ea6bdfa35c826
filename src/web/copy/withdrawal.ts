import { formatDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { CARD_REFUND_STATEMENTS, MONEY_REVIEW_DAYS, WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import { formatBRL } from '../../core/money.ts'
import { counted, daysText } from '../../core/text.ts'
import { contractTerms, type Withdrawal } from '../../modules/contracting/public.ts'

const siteWay = ` pelo mesmo meio em que você pagou: no Pix ela costuma aparecer em minutos; no cartão, em até ${CARD_REFUND_STATEMENTS} faturas.`

const handWay =
  '. O que você pagou direto à nossa equipe, ela mesma devolve e avisa você; o que pagou pelo site volta pelo mesmo meio.'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/** Texts of the page that withdraws from a contract (CDC art. 49). */
export const withdrawalCopy = {
  meta: {
    title: 'Desistir da contratação',
    description: `Desistência em até ${daysText(WITHDRAWAL_DAYS)}, sem dar motivo.`,
  },
  eyebrow: 'Direito de arrependimento',
  title: 'Desistir da contratação',
  lead: (service: string, until: string) =>
    `Você pode desistir de ${service} até ${until}, sem dar motivo e sem custo.`,
  what: 'O que acontece',
  /** @param isCancelled the team has cancelled the order already */
  effects: (isCancelled: boolean) => [
    `O pedido ${isCancelled ? 'já está cancelado' : 'é cancelado na hora'}, e você não paga mais nenhuma parcela.`,
    'O que você já pagou volta pelo mesmo meio de pagamento.',
    'A confirmação vai para o seu e-mail na mesma hora.',
  ],
  confirm: 'Confirmar desistência',
  confirmBusy: 'Cancelando...',
  keep: 'Manter a contratação',
  done: {
    title: 'Desistência confirmada',
    text: 'O pedido foi cancelado. Enviamos a confirmação por e-mail.',
  },
  checking: {
    title: 'Desistência confirmada',
    text: 'O pedido foi cancelado. A devolução está em conferência, porque uma parte deste pagamento já tinha voltado para você. Enviamos a confirmação por e-mail.',
  },
  failed: { title: 'Não foi possível desistir agora', text: 'Tente novamente em alguns instantes.' },
  refused: {
    not_found: { title: 'Pedido não encontrado', text: 'Confira o pedido na lista abaixo.' },
    too_late: {
      title: 'O prazo de arrependimento terminou',
      text: `Fale com a gente: o contrato também pode ser encerrado com aviso de ${daysText(contractTerms.terminationNoticeDays)}.`,
    },
    not_open: { title: 'Este pedido já foi encerrado', text: 'Se precisar de ajuda, fale com a gente.' },
  },
  already: 'Você já desistiu desta contratação',
  track: 'Ver o pedido',
  returned: 'Ver devoluções',
} as const

/** Returns a text with the date of a withdrawal and what was asked for then: it is shown unchanged for as long as the order is. */
export function withdrawnText({ withdrawnAt, refunded, checking, isPaidByHand }: Withdrawal): string {
  const day = formatDate(todayInSaoPaulo(withdrawnAt))
  const others = refunded > 0 ? 'Outros ' : ''
  const parts = [
    `Você desistiu em ${day} e não paga mais nenhuma parcela.`,
    refunded > 0 && `Pedimos a devolução de ${formatBRL(refunded)}${isPaidByHand ? handWay : siteWay}`,
    checking > 0 &&
      `${others}${formatBRL(checking)} foram para conferência: nossa equipe fala com você em até ${reviewed} depois da desistência.`,
    // A payment that is under way comes after this was counted.
    refunded + checking === 0 &&
      'Até ali não havia valor a devolver; um pagamento que chegue depois volta para você.',
  ]
  return parts.filter(Boolean).join(' ')
}
