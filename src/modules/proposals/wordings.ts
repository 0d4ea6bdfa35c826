import { PROPOSAL_ANSWER_HOURS, WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import type { Wording } from '../../core/message-wording.ts'
import { daysText, hoursText } from '../../core/text.ts'
import type { ProposalMessageKind } from './message-kinds.ts'

/** The time within which a request is answered on a working day: '24 horas'. */
export const answerTime = hoursText(PROPOSAL_ANSWER_HOURS)

/** The words of the messages about proposals to customers. */
export const proposalWordings = {
  /** To the address of the request, which is unproven. */
  'proposal.received': {
    subject: 'Recebemos o seu pedido de proposta',
    title: 'Recebemos o seu pedido de financiamento',
    preheader: 'Não custa nada e não obriga a contratar.',
    lines: [
      'Recebemos um pedido de proposta com este e-mail.',
      'Um consultor compara as condições e fala com você em até {prazo}, em dia útil.',
      '{sem_compromisso}',
    ],
    note: '{nao_foi_voce}',
    names: { prazo: answerTime },
    fixed: {
      sem_compromisso: 'O pedido não custa nada e não obriga você a contratar.',
      nao_foi_voce: 'Não foi você quem pediu? Responda a esta mensagem, e apagamos os dados.',
    },
    isNameless: true,
  },
  'proposal.answered': {
    subject: 'A resposta ao seu pedido de proposta',
    title: 'A resposta ao seu pedido de financiamento',
    preheader: 'Nada foi contratado e nada é cobrado.',
    lines: ['Nossa equipe respondeu ao seu pedido. {sem_compromisso}'],
    quote: { label: 'Da nossa equipe', text: '{resposta}' },
    note: 'Para continuar, responda a esta mensagem.',
    names: { resposta: 'Conseguimos 1,2% ao mês em 48 vezes.' },
    fixed: { sem_compromisso: 'Nada foi contratado, e nada é cobrado por esta resposta.' },
  },
  'custom-offer.sent': {
    subject: 'A proposta que preparamos para você',
    title: 'Uma proposta só para você',
    preheader: 'Veja tudo e decida com calma.',
    lines: ['Preparamos uma proposta só para você. Veja tudo e decida até {ate}.', '{sem_compromisso}'],
    facts: [
      { label: 'Serviço', text: '{servico}' },
      { label: 'Total', text: '{total}' },
      { label: 'Pagamento', text: '{pagamento}' },
    ],
    action: 'Ver a proposta',
    note: 'Não quer? Não precisa fazer nada: a proposta vence sozinha.',
    names: {
      ate: '10/12/2026',
      servico: 'Limpa Nome',
      total: 'R$ 2.398,00',
      pagamento: 'R$ 400,00 ao aceitar + 20 × R$ 99,90, uma por semana',
    },
    fixed: {
      sem_compromisso: `Aceitar não cobra nada: você lê o contrato antes, e depois ainda pode desistir em até ${daysText(WITHDRAWAL_DAYS)}.`,
    },
  },
} as const satisfies Record<Exclude<ProposalMessageKind, 'proposal.for-team'>, Wording>
