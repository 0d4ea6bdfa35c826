import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import type { Wording } from '../../core/message-wording.ts'
import { counted } from '../../core/text.ts'
import { firstContact } from '../catalogue/public.ts'
import type { OrderMessageKind } from './message-kinds.ts'

/** Period within which the team reviews a payment: '2 dias úteis'. */
export const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

const followButton = { when: 'Nas outras vezes', words: 'Acompanhar o pedido' } as const
const proofButton = { when: 'Há um comprovante para ver', words: 'Ver o comprovante' } as const

/** The texts of the messages about orders to customers. */
export const orderWordings = {
  'order.paid': {
    subject: 'Pagamento confirmado: pedido {pedido}',
    title: 'Recebemos o seu pagamento',
    preheader: 'Veja o que acontece agora.',
    lines: ['O pagamento foi confirmado, e o trabalho começa agora. {primeiro_contato}'],
    facts: [
      { label: 'Pedido', text: '{pedido}' },
      { label: 'Serviço', text: '{servico}' },
      { label: 'Entrega prevista', text: 'até {entrega}' },
    ],
    action: 'Acompanhar o pedido',
    note: 'O recibo e o contrato estão na sua conta.',
    names: { pedido: 'RC-7K4P2', servico: 'Limpa Nome', entrega: '22/12/2026', contato: firstContact },
    pieces: {
      primeiro_contato: {
        open: {
          when: 'Ainda não falamos com a pessoa',
          words: 'Nossa equipe fala com você {contato}.',
        },
      },
    },
  },
  'order.on-hold': {
    subject: 'O pedido {pedido} está em pausa',
    title: 'O seu pedido está em pausa',
    preheader: 'Nossa equipe fala com você.',
    lines: [
      'O que foi pago neste pedido voltou para você ou foi desfeito, e por isso o serviço parou.',
      'Nossa equipe confere em até {prazo} e fala com você.',
    ],
    facts: [
      { label: 'Pedido', text: '{pedido}' },
      { label: 'Serviço', text: '{servico}' },
    ],
    action: 'Acompanhar o pedido',
    note: 'Não pediu a devolução, ou o dinheiro não voltou? Responda a esta mensagem.',
    names: { pedido: 'RC-7K4P2', servico: 'Limpa Nome', prazo: reviewed },
  },
  'order.started': {
    subject: 'Começamos o seu pedido {pedido}',
    title: 'Começamos a trabalhar no seu pedido',
    preheader: 'Você não precisa fazer nada agora.',
    lines: [
      'Nossa equipe começou a trabalhar no seu pedido {pedido}. Você não precisa fazer nada agora.',
      'A cada etapa concluída, avisamos você.',
    ],
    facts: [
      { label: 'Primeira etapa', text: '{etapa}' },
      { label: 'Prevista até', text: '{prevista}' },
    ],
    action: 'Acompanhar o pedido',
    names: { pedido: 'RC-7K4P2', etapa: 'Notificação dos credores', prevista: '30/11/2026' },
  },
  'order.step-completed': {
    subject: 'Mais uma etapa concluída: pedido {pedido}',
    title: 'Concluída: {etapa}',
    preheader: '{quantas_faltam}',
    lines: ['Concluímos mais uma etapa do seu pedido {pedido}. {quantas_faltam}'],
    quote: { label: 'O que fizemos', text: '{o_que_fizemos}' },
    facts: [
      { label: 'Protocolo', text: '{protocolo}' },
      { label: 'Próxima etapa', text: '{proxima}' },
      { label: 'Prevista até', text: '{prevista}' },
    ],
    action: '{botao}',
    names: {
      pedido: 'RC-7K4P2',
      etapa: 'Notificação dos credores',
      faltam: '3',
      o_que_fizemos: 'Enviamos a notificação aos três credores.',
      protocolo: 'SP-2026/001234',
      proxima: 'Negociação',
      prevista: '08/12/2026',
    },
    pieces: {
      quantas_faltam: {
        many: { when: 'Falta mais de uma etapa', words: 'Faltam {faltam}.' },
        one: { when: 'Falta uma etapa', words: 'Falta só uma.' },
      },
      botao: { file: proofButton, follow: followButton },
    },
  },
  'order.delivered': {
    subject: 'Serviço concluído: pedido {pedido}',
    title: 'O seu serviço está concluído',
    preheader: 'Veja o que foi feito.',
    lines: ['Concluímos a última etapa do seu pedido {pedido}. O seu serviço está concluído.'],
    quote: { label: 'O que fizemos', text: '{o_que_fizemos}' },
    facts: [
      { label: 'Última etapa', text: '{etapa}' },
      { label: 'Protocolo', text: '{protocolo}' },
    ],
    action: '{botao}',
    names: {
      pedido: 'RC-7K4P2',
      etapa: 'Entrega do resultado',
      protocolo: 'SP-2026/001234',
      o_que_fizemos: 'Entregamos o relatório final, com todas as respostas.',
    },
    pieces: { botao: { file: proofButton, follow: followButton } },
  },
  'order.step-reopened': {
    subject: 'Voltamos a uma etapa do pedido {pedido}',
    title: 'De volta à etapa: {etapa}',
    preheader: 'Você não precisa fazer nada.',
    lines: [
      'Nossa equipe voltou a trabalhar em uma etapa do seu pedido {pedido}. Você não precisa fazer nada.',
    ],
    quote: { label: 'Por quê', text: '{motivo}' },
    action: 'Acompanhar o pedido',
    names: { pedido: 'RC-7K4P2', etapa: 'Notificação dos credores', motivo: 'Um credor pediu outra cópia.' },
  },
  'order.deadline-moved': {
    subject: 'Novo prazo no pedido {pedido}',
    title: 'Novo prazo: até {data}',
    preheader: 'Veja a nova data e o motivo.',
    lines: ['Uma etapa do seu pedido {pedido} tem um novo prazo: até {data}. {data_da_entrega}'],
    quote: { label: 'Por quê', text: '{motivo}' },
    facts: [{ label: 'Etapa', text: '{etapa}' }],
    action: 'Acompanhar o pedido',
    names: {
      pedido: 'RC-7K4P2',
      etapa: 'Notificação dos credores',
      data: '15/12/2026',
      motivo: 'O cartório pediu mais tempo.',
      entrega: '29/12/2026',
    },
    pieces: {
      data_da_entrega: {
        moved: {
          when: 'A data da entrega muda também',
          words: 'A entrega agora está prevista para até {entrega}.',
        },
        same: { when: 'A data da entrega fica como está', words: 'A data da entrega não muda.' },
      },
    },
  },
  'order.cancelled': {
    subject: 'Pedido {pedido} cancelado',
    title: 'O seu pedido foi cancelado',
    preheader: 'Veja o motivo e o que acontece agora.',
    lines: ['{cancelado}', 'Se houver dinheiro a devolver, avisamos você quando a devolução sair.'],
    quote: { label: 'Por quê', text: '{motivo}' },
    action: 'Ver o pedido',
    note: 'Não concorda, ou ficou com dúvida? Responda a esta mensagem.',
    names: { pedido: 'RC-7K4P2', motivo: 'Como combinamos por telefone.' },
    fixed: {
      cancelado: 'Nossa equipe cancelou o seu pedido {pedido}. Você não paga mais nenhuma parcela.',
    },
  },
} as const satisfies Record<Exclude<OrderMessageKind, 'order.money-returned'>, Wording>
