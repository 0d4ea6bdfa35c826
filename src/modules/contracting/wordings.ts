import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import type { Wording } from '../../core/message-wording.ts'
import { counted } from '../../core/text.ts'
import type { ContractingMessageKind } from './message-kinds.ts'

/** Period within which the team reviews a payment: '2 dias úteis'. */
export const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/**
 * The texts of the messages about contracts. The parts about how to withdraw, and that the withdrawal was made, are
 * fixed because the law requires them.
 */
export const contractingWordings = {
  'contract.accepted': {
    subject: 'Contrato confirmado: pedido {pedido}',
    title: 'Contrato confirmado',
    preheader: 'Sua cópia está pronta para ler e guardar.',
    lines: [
      'Recebemos a sua contratação em {data}. O contrato, com a data {dos_pagamentos}, é seu para ler e guardar.',
      '{desistencia}',
    ],
    facts: [
      { label: 'Pedido', text: '{pedido}' },
      { label: 'Serviço', text: '{servico}' },
      { label: 'Valor total', text: '{total}' },
      { label: 'Pagamento', text: '{pagamento}' },
      { label: 'Prazo', text: '{prazo}' },
    ],
    action: 'Ler e guardar o contrato',
    note: '{onde_paga}',
    names: {
      pedido: 'RC-7K4P2',
      data: '23/11/2026',
      servico: 'Limpa Nome',
      total: 'R$ 2.398,00',
      pagamento: 'Pix semanal: entrada R$ 400,00 + 20x R$ 99,90',
      desistir_ate: '30/11/2026',
      prazo: '15 dias úteis, a contar do primeiro pagamento',
      email: 'contato@recomeco.exemplo',
    },
    pieces: {
      dos_pagamentos: {
        many: { when: 'Há parcelas', words: 'de cada pagamento' },
        once: { when: 'Paga de uma vez', words: 'do pagamento' },
      },
      onde_paga: {
        many: {
          when: 'Há parcelas',
          words: 'O carnê em PDF, com todas as parcelas, está em Pagamentos, na sua conta.',
        },
        once: { when: 'Paga de uma vez', words: 'O seu pagamento está em Pagamentos, na sua conta.' },
      },
    },
    fixed: {
      desistencia:
        'Mudou de ideia? Até {desistir_ate} você desiste sem dar motivo e recebe de volta tudo o que pagou (CDC, art. 49). Faça isso em Acompanhar Serviços, ou escreva para {email}.',
    },
  },
  'contract.withdrawn': {
    subject: 'Desistência confirmada: pedido {pedido}',
    title: 'Desistência confirmada',
    preheader: 'O pedido está cancelado.',
    lines: ['{confirmacao}', '{devolucao}', '{conferencia}'],
    facts: [
      { label: 'Pedido', text: '{pedido}' },
      { label: 'Serviço', text: '{servico}' },
    ],
    action: 'Ver o pedido',
    names: {
      pedido: 'RC-7K4P2',
      servico: 'Limpa Nome',
      quando: '23/11/2026 às 12:00',
      valor: 'R$ 400,00',
      a_conferir: 'R$ 200,00',
      prazo: reviewed,
    },
    pieces: {
      devolucao: {
        asked: {
          when: 'Há um valor a devolver',
          words:
            'Já pedimos a devolução de {valor}, pelo mesmo meio em que você pagou. Avisamos você quando ela sair.',
        },
        nothing: {
          when: 'Nada há a devolver ainda: nada chegou, ou tudo já voltou',
          words:
            'Por enquanto não há valor a devolver. Se um pagamento deste pedido ainda chegar, ele volta para você.',
        },
      },
      conferencia: {
        open: {
          when: 'Uma parte do dinheiro já tinha voltado',
          words:
            'Uma parte do pagamento já tinha voltado para você. Nossa equipe confere em até {prazo} e devolve o que falta, até {a_conferir}. Você não precisa fazer nada.',
        },
      },
    },
    fixed: {
      confirmacao:
        'Recebemos a sua desistência em {quando} (CDC, art. 49). O pedido {pedido} está cancelado, e você não paga mais nenhuma parcela.',
    },
  },
  'renegotiation.proposed': {
    subject: 'Temos uma proposta para você ver com calma',
    title: 'Uma nova forma de pagamento, se você quiser',
    preheader: 'Nada muda se você não aceitar.',
    lines: [
      'Preparamos uma proposta para o seu pedido. Na página você compara o que vale hoje com o que mudaria, e decide.',
      'Ela vale até {ate}. {nada_muda}',
    ],
    quote: { label: 'Da nossa equipe', text: '{recado}' },
    action: 'Comparar e decidir',
    names: { ate: '10/12/2026', recado: 'Vimos que o mês apertou. Que tal assim?' },
    fixed: { nada_muda: 'Nada muda se você não aceitar.' },
  },
  'renegotiation.accepted': {
    subject: 'O que você aceitou está confirmado',
    title: 'A sua nova forma de pagamento já vale',
    preheader: 'Sua cópia está pronta para ler e guardar.',
    lines: ['O que você aceitou já vale, e a sua cópia está pronta para ler e guardar.', '{codigos}'],
    facts: [
      { label: 'Novo total', text: '{total}' },
      { label: 'Parcelas', text: '{parcelas}' },
      { label: 'Primeira', text: '{primeira}' },
      { label: 'Última', text: '{ultima}' },
    ],
    action: 'Ver a cópia e as parcelas',
    note: '{diferenca}',
    names: {
      total: 'R$ 599,40',
      parcelas: '3',
      primeira: 'R$ 199,80 em 20/12/2026',
      ultima: 'R$ 199,80 em 20/02/2027',
      diferenca: 'O total é o mesmo.',
    },
    fixed: {
      codigos: 'Os códigos Pix antigos foram cancelados: os novos estão em Pagamentos, na sua conta.',
    },
  },
} as const satisfies Record<ContractingMessageKind, Wording>
