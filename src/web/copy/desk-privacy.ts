/** Texts of the desk about data subject requests. */
import { PRIVACY_ANSWER_DAYS } from '../../core/commitments.ts'
import { daysText } from '../../core/text.ts'
import type { RequestKind, RequestStatus } from '../../modules/privacy/public.ts'

export const deskPrivacyCopy = {
  title: 'Privacidade',
  filter: 'Mostrar',
  lists: { open: 'A responder', decided: 'Respondidos' },
  empty: {
    title: 'Nenhum pedido aqui',
    text: 'Quando alguém pedir algo sobre os próprios dados, aparece aqui.',
  },
  more: 'Mostrar mais',
  back: 'Privacidade',
  kinds: {
    erasure: 'Apagar os dados',
    correction: 'Corrigir um dado',
    question: 'Pergunta ou oposição',
  } satisfies Record<RequestKind, string>,
  statuses: {
    open: 'a responder',
    done: 'atendido',
    declined: 'não atendido',
    cancelled: 'cancelado pela pessoa',
  } satisfies Record<RequestStatus, string>,
  noAccount: 'Sem conta, contato provado por link',
  requestedAt: (at: string) => `pedido em ${at}`,
  facts: {
    person: 'De',
    asked: 'Pedido em',
    due: 'Responder até',
    decided: 'Respondido em',
    by: 'Por',
    law: 'Na lei',
  },
  law: `LGPD, arts. 18 e 19: até ${daysText(PRIVACY_ANSWER_DAYS)}`,
  openCustomer: 'Abrir o cliente',
  words: 'O que a pessoa escreveu',
  noWords: 'A pessoa não escreveu nada, ou os dados já foram apagados.',
  answer: 'Resposta',
  plan: {
    blocked: 'Ainda não dá para apagar',
    deleted: 'O que será apagado agora',
    kept: 'O que fica, e por qual lei',
    none: 'Nada.',
  },
  blocks: {
    team: 'A conta é de alguém da equipe: tire a pessoa da equipe antes.',
    account: 'O e-mail é de uma conta: a pessoa entra nela e pede por lá. Diga isso na resposta.',
    order: 'Há um serviço em andamento: conclua ou cancele antes.',
    money: 'Há valores em aberto, a receber ou a devolver: resolva antes.',
    dispute:
      'Há um pagamento contestado no banco: espere a decisão e, se ele tomou o dinheiro, marque o pagamento como visto antes.',
    lookup: 'Há uma consulta paga e não entregue: entregue ou devolva antes.',
  },
  erase: 'Apagar agora',
  eraseLead: 'Não dá para desfazer. A pessoa recebe uma última mensagem com o que ficou e por quê.',
  eraseSure: 'Conferi o pedido e o que fica.',
  eraseReason: 'pedido da pessoa, conferido',
  erased: 'Dados apagados. A última mensagem está saindo.',
  reply: 'Responder',
  replyLabel: 'A resposta, como a pessoa vai ler',
  replyHint:
    'Diga o que foi feito. Se não der para atender, diga o motivo e o artigo da lei. Não escreva CPF.',
  declineTitle: 'Responder que não dá para apagar',
  replyGo: 'Enviar resposta',
  met: 'Atendido: foi feito',
  declined: 'Não atendido: digo por quê',
  replyReason: 'resposta ao pedido de privacidade',
  replied: 'Resposta enviada.',
  sureMissing: 'Marque que conferiu.',
} as const
