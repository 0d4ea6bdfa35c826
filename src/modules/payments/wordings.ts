import { CARD_REFUND_STATEMENTS, MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import type { PieceCase, Wording } from '../../core/message-wording.ts'
import { counted } from '../../core/text.ts'
import type { ShownCreditReason } from './domain/credit.ts'

/** Time within which the team reviews money: '2 dias úteis'. */
export const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/** Why there is a credit. */
const reasons = {
  duplicate: {
    when: 'O valor já tinha sido pago',
    words: 'Recebemos {valor} de novo: esse valor já tinha sido pago.',
  },
  excess: { when: 'Veio a mais', words: 'Recebemos {valor} a mais do que o cobrado.' },
  partial: { when: 'Veio a menos', words: 'Recebemos {valor}, menos do que o cobrado.' },
  late: {
    when: 'A parcela já não estava em aberto: pedido cancelado, ou parcela trocada e já paga',
    words: 'Recebemos {valor} por uma parcela que já não estava em aberto.',
  },
  renegotiated: {
    when: 'A parcela já tinha sido trocada',
    words: 'Recebemos {valor} por uma parcela antiga, que a renegociação já tinha trocado.',
  },
  unmatched: {
    when: 'A cobrança não foi identificada',
    words: 'Recebemos {valor} e ainda não identificamos a cobrança.',
  },
  regained: {
    when: 'O banco devolveu o que tinha tomado',
    words: 'O banco nos devolveu {valor} de um pagamento seu que ele tinha desfeito.',
  },
} as const satisfies Record<ShownCreditReason, PieceCase>

/**
 * Messages about money whose texts are defined here; the texts of reminders are subjects of the catalogue, with their
 * days.
 */
type Edited =
  | 'charge.amount_mismatch'
  | 'credit.kept'
  | 'refund.done'
  | 'debt.reinstated'
  | 'manual-payment.undone'
  | 'instalment.postponed'

/** Texts of the messages about money to payers. */
export const paymentWordings = {
  'charge.amount_mismatch': {
    subject: 'Recebemos um valor diferente: não pague de novo',
    title: 'Recebemos um valor diferente do cobrado',
    preheader: 'Seu dinheiro está guardado com a gente.',
    lines: [
      'Chegou um valor diferente do que esperávamos, e por isso ainda não marcamos nada como pago. Seu dinheiro está guardado com a gente.',
      '{nao_pague}',
    ],
    facts: [
      { label: 'Recebemos', text: '{recebemos}' },
      { label: 'Era cobrado', text: '{cobrado}' },
      { label: 'Referente a', text: '{referente}' },
    ],
    action: 'Ver meus pagamentos',
    names: {
      recebemos: 'R$ 399,00',
      cobrado: 'R$ 400,00',
      referente: 'Limpa Nome, entrada',
      prazo: reviewed,
    },
    fixed: { nao_pague: 'Não pague de novo: nossa equipe confere em até {prazo} e fala com você.' },
  },
  'credit.kept': {
    subject: 'Um valor seu está com a gente',
    title: 'Você tem {valor} de crédito',
    preheader: 'O valor é seu. Veja o que acontece com ele.',
    lines: ['Um valor que você pagou está guardado com a gente. Ele é seu.', '{destino}'],
    quote: { label: 'O que houve', text: '{o_que_houve}' },
    action: 'Ver meus pagamentos',
    names: { valor: 'R$ 99,90', prazo: reviewed },
    pieces: {
      destino: {
        open: {
          when: 'A equipe decide',
          words:
            'Nossa equipe confere em até {prazo} e devolve. Você não precisa fazer nada. Prefere usar em uma parcela? Responda a esta mensagem.',
        },
        late: {
          when: 'A parcela já não estava em aberto',
          words: 'Já pedimos a devolução. Ela volta para a conta ou o cartão de onde saiu.',
        },
        late_by_hand: {
          when: 'A parcela já não estava em aberto, e o dinheiro foi entregue à equipe',
          words: 'Vamos devolver: nossa equipe fala com você em até {prazo} para combinar como.',
        },
      },
      o_que_houve: reasons,
    },
  },
  'refund.done': {
    subject: 'Devolvemos um valor para você',
    title: 'Devolvemos {valor}',
    preheader: 'Veja para onde foi.',
    lines: ['{como_voltou}', '{quando_aparece}'],
    facts: [
      { label: 'O que voltou', text: '{o_que_voltou}' },
      { label: 'Referente a', text: '{referente}' },
    ],
    action: 'Ver meus pagamentos',
    names: {
      valor: 'R$ 400,00',
      o_que_voltou: 'o seu crédito conosco',
      referente: 'Limpa Nome, entrada',
    },
    pieces: {
      como_voltou: {
        provider: {
          when: 'Voltou pelo mesmo meio',
          words: 'Devolvemos o valor para a mesma conta ou o mesmo cartão de onde saiu.',
        },
        by_hand: {
          when: 'A equipe transferiu',
          words: 'Devolvemos o valor como combinamos com você.',
        },
      },
      quando_aparece: {
        provider: {
          when: 'Voltou pelo mesmo meio',
          words: `No Pix a devolução costuma aparecer em minutos; no cartão, em até ${CARD_REFUND_STATEMENTS} faturas.`,
        },
      },
    },
  },
  'debt.reinstated': {
    subject: 'Um pagamento seu foi desfeito pelo banco',
    title: 'Um valor voltou para a sua lista de pagamentos',
    preheader: 'Veja o que aconteceu, e o que fazer.',
    lines: [
      'O banco desfez um pagamento seu: o dinheiro saiu da nossa conta. Por isso esse valor voltou para a sua lista, com as datas do seu contrato. Em Pagamentos você vê quanto é hoje.',
      'Não foi você quem pediu, ou o dinheiro não voltou para você? Responda a esta mensagem antes de pagar de novo: a gente confere.',
    ],
    facts: [
      { label: 'Valor das parcelas', text: '{valor}' },
      { label: 'Referente a', text: '{referente}' },
    ],
    action: 'Ver meus pagamentos',
    names: { valor: 'R$ 400,00', referente: 'Limpa Nome, entrada' },
  },
  'manual-payment.undone': {
    subject: 'Corrigimos um registro nos seus pagamentos',
    title: 'Corrigimos um registro nosso',
    preheader: 'Foi um engano nosso. Desculpe.',
    lines: [
      'Registramos por engano um pagamento no seu pedido. Desfizemos esse registro, e o recibo dele não vale mais.',
      'Você pagou esse valor? Responda a esta mensagem com o comprovante: a gente confere e acerta. Desculpe pelo transtorno.',
    ],
    facts: [
      { label: 'Registro desfeito', text: '{valor}, do dia {dia}' },
      { label: 'O que ele pagava', text: '{situacao}' },
    ],
    action: 'Ver como está',
    names: { valor: 'R$ 99,90', dia: '20/11/2026' },
    pieces: {
      situacao: { open: { when: 'O pedido não está cancelado', words: 'voltou a ficar em aberto' } },
    },
  },
  'instalment.postponed': {
    subject: 'Nova data confirmada',
    title: 'Parcela {numero} adiada para {data}',
    preheader: 'O valor é o mesmo.',
    lines: [
      'A nova data que você escolheu está confirmada. O valor é o mesmo, e as outras parcelas não mudam.',
      'Cada pedido tem um adiamento, e este foi o do seu. O carnê com a nova data está em Pagamentos.',
    ],
    facts: [
      { label: 'Valor', text: '{valor}' },
      { label: 'Vencia em', text: '{antes}' },
      { label: 'Agora vence em', text: '{data}' },
    ],
    action: 'Ver meus pagamentos',
    note: 'Não foi você? Responda a esta mensagem.',
    names: { numero: '3', data: '23/12/2026', antes: '13/12/2026', valor: 'R$ 99,90' },
  },
} as const satisfies Record<Edited, Wording>
