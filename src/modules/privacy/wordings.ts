import type { Wording } from '../../core/message-wording.ts'
import { retention } from '../../core/retention.ts'
import { daysText } from '../../core/text.ts'
import type { PrivacyMessageKind } from './message-kinds.ts'

/** The kinds of request, in Portuguese. */
const request = {
  erasure: { when: 'Pediu para apagar os dados', words: 'apagar os seus dados' },
  correction: { when: 'Pediu para corrigir os dados', words: 'corrigir os seus dados' },
  question: { when: 'Fez uma pergunta', words: 'tirar uma dúvida sobre os seus dados' },
} as const

/**
 * The words of the messages about a person's own data. Texts that state a legal right or are required by law are fixed.
 */
export const privacyWordings = {
  /** To an unproven address: does not reveal whether there is any data. */
  'privacy.link': {
    subject: 'O seu link de privacidade',
    title: 'O seu link de privacidade',
    preheader: 'Vale por pouco tempo e é só seu.',
    lines: ['{o_que_houve}', 'Abra o link para ver. Ele vale {validade} e é só seu: não encaminhe.'],
    action: 'Ver os dados',
    note: '{nao_foi_voce}',
    names: { validade: '60 minutos' },
    fixed: {
      o_que_houve: 'Alguém pediu para ver os dados que guardamos com este contato.',
      nao_foi_voce: 'Se não foi você, não precisa fazer nada: sem o link, ninguém vê nada.',
    },
    isNameless: true,
  },
  'privacy.received': {
    subject: 'Recebemos o seu pedido sobre os seus dados',
    title: 'Recebemos o seu pedido',
    preheader: 'Uma pessoa da nossa equipe vai responder.',
    lines: [
      'Recebemos o seu pedido para {pedido}. Uma pessoa da nossa equipe responde até {prazo}.',
      '{como_acompanhar}',
    ],
    action: 'Ver o meu pedido',
    note: '{nao_foi_voce}',
    names: { prazo: '8 de dezembro de 2026' },
    pieces: {
      pedido: request,
      como_acompanhar: {
        account: {
          when: 'Quem pediu tem conta',
          words: 'Na sua conta você acompanha e pode cancelar.',
        },
        link: {
          when: 'Quem pediu não tem conta',
          words: 'Para acompanhar ou cancelar, peça um novo link na página de privacidade.',
        },
      },
    },
    fixed: { nao_foi_voce: 'Se não foi você quem pediu, responda a esta mensagem hoje mesmo.' },
  },
  'privacy.answered': {
    subject: 'A resposta ao seu pedido sobre os seus dados',
    title: 'A resposta ao seu pedido',
    preheader: 'Nossa equipe respondeu sobre os seus dados.',
    lines: ['Você pediu para {pedido}. Nossa equipe respondeu.'],
    quote: { label: 'Da nossa equipe', text: '{resposta}' },
    note: '{direito}',
    names: { resposta: 'Enviamos a você a lista do que guardamos.' },
    pieces: { pedido: request },
    fixed: {
      direito: 'Não concorda? Responda a esta mensagem. Você também pode reclamar à ANPD, em gov.br/anpd.',
    },
  },
  'privacy.erased': {
    subject: 'Os seus dados foram apagados',
    title: 'Os seus dados foram apagados',
    preheader: 'Esta é a nossa última mensagem.',
    lines: [
      'Como você pediu, apagamos os seus dados.',
      'Esta é a nossa última mensagem: depois dela, apagamos também este contato.',
    ],
    quote: { label: 'A lei manda guardar por mais um tempo, e só para isto', text: '{guardado}' },
    note: '{copias}',
    names: { guardado: 'Contratos (CDC, art. 27)' },
    fixed: {
      copias: `As cópias de segurança ainda têm os seus dados, por até ${daysText(retention.journalDays)}. Se precisarmos usar uma delas antes disso, apagamos tudo de novo.`,
    },
    isNameless: true,
  },
} as const satisfies Record<PrivacyMessageKind, Wording>
