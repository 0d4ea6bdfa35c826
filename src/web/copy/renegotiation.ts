/**
 * Texts of the page on which a customer reads a renegotiation proposal from the team: the current terms, the changes, and the
 * addendum.
 */
import { formatDate } from '../../core/calendar.ts'
import { formatBRL } from '../../core/money.ts'
import { counted } from '../../core/text.ts'
import type { RenegotiationRefusal } from '../../modules/contracting/index.server.ts'
import type { RenegotiationStatus } from '../../modules/contracting/public.ts'

/** Of a proposal that the team withdrew, or that its customer replaced by another choice, which may be in force by now. */
const withdrawn = {
  title: 'Esta proposta não vale mais',
  text: 'Ela foi retirada ou trocada por outra. O que vale hoje está em Pagamentos.',
}
const refusedByCustomer = {
  title: 'Você preferiu continuar como está',
  text: 'Esta proposta não mudou nada. O que vale hoje está em Pagamentos.',
}

const notTicked = {
  title: 'Falta marcar que você leu',
  text: 'Marque a caixa para aceitar, ou continue como está.',
}

export const renegotiationCopy = {
  meta: {
    title: 'Nova forma de pagamento',
    description: 'Compare o que vale hoje com o que mudaria, e decida se aceita.',
  },
  eyebrow: 'Proposta para você',
  title: 'Nova forma de pagamento',
  /** Followed by the order's number. */
  lead: 'Para o que falta do pedido',
  leadUntil: (until: string) =>
    `. Compare com calma: vale até ${formatDate(until)}, e nada muda se você não aceitar.`,
  before: 'Como está hoje',
  after: 'Como ficaria',
  total: 'Total',
  instalment: (number: number) => (number === 0 ? 'Entrada' : `Parcela ${number}`),
  words: 'Da nossa equipe',
  whole: 'Ler o aditivo inteiro',
  acceptTitle: 'Você decide',
  acceptHint: 'O aceite vale como assinatura, e você recebe uma cópia por e-mail.',
  accept: 'Li o aditivo e aceito a nova forma de pagamento.',
  submit: 'Aceitar a proposta',
  submitBusy: 'Registrando o seu aceite…',
  nothingNow: 'Aceitar não cobra nada agora. Os códigos Pix antigos são cancelados, e você paga pelos novos.',
  refuse: 'Prefiro continuar como está',
  refuseLabel: 'Quer dizer por quê? (opcional)',
  refuseGo: 'Não aceitar',
  toPayments: 'Ver meus pagamentos',
  notTicked,
  accepted: {
    title: 'Aceito e registrado',
    text: 'As novas parcelas já estão aqui embaixo. A cópia vai por e-mail.',
  },
  refused: {
    title: 'Tudo continua como estava',
    text: 'Obrigado por responder. Nossa equipe vai ler o que você escreveu.',
  },
  /** A form of an outdated page: the current page shows the state of the proposal. */
  answered: {
    title: 'Esta proposta já estava encerrada',
    text: 'Nada mudou agora. Veja aqui como ela ficou.',
  },
  failed: { title: 'Não deu para registrar', text: 'Nada mudou. Tente de novo em um instante.' },
  refusals: {
    not_found: { title: 'Esta proposta não existe mais', text: 'Fale com a gente se tiver dúvida.' },
    not_ticked: notTicked,
    changed: {
      title: 'O texto mudou de data',
      text: 'Leia de novo e aceite, por favor: o aditivo traz o dia de hoje.',
    },
    stale: {
      title: 'Esta proposta não vale mais',
      text: 'Uma das parcelas foi paga ou mudou depois que ela foi feita. O que você pagou está garantido, e nossa equipe fala com você.',
    },
    expired: { title: 'O prazo desta proposta terminou', text: 'Fale com a gente para receber outra.' },
    withdrawn,
    refused: refusedByCustomer,
  } satisfies Record<RenegotiationRefusal, { title: string; text: string }>,
  ended: {
    accepted: { title: 'Você aceitou esta proposta', text: 'As novas parcelas estão em Pagamentos.' },
    refused: refusedByCustomer,
    withdrawn,
    stale: {
      title: 'Esta proposta não vale mais',
      text: 'Uma das parcelas foi paga ou mudou depois que ela foi feita. O que você pagou está garantido, e nossa equipe fala com você.',
    },
    expired: { title: 'O prazo desta proposta terminou', text: 'Fale com a gente para receber outra.' },
  } satisfies Record<Exclude<RenegotiationStatus, 'open'>, { title: string; text: string }>,
  /** Shown on the pages of the order. */
  banner: (until: string) =>
    `Temos uma proposta de nova forma de pagamento. Ela vale até ${formatDate(until)}.`,
  bannerGo: 'Ver a proposta',
  addenda: 'Aditivo aceito',
} as const

/** Formats a schedule: '20 parcelas de R$ 99,90, de 29/11/2026 a 11/04/2027'; without an amount when the amounts differ. */
export function scheduleInShort(rows: readonly { amount: number; dueDate: string }[]): string {
  const dates = rows.map(({ dueDate }) => dueDate).sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const isEven = rows.every(({ amount }) => amount === rows[0]?.amount)
  const each = isEven && rows[0] ? ` de ${formatBRL(rows[0].amount)}` : ''
  return `${counted(rows.length, 'parcela', 'parcelas')}${each}, de ${formatDate(first)} a ${formatDate(last)}`
}
