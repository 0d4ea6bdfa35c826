import type { Wording } from '../../core/message-wording.ts'
import type { ConsultationMessageKind } from './message-kinds.ts'

/** States who can open a result, and until when. Not editable, because people learn to recognise a forged message by it. */
const toOpen = 'Para abrir, confirmamos que é você: só quem pediu a consulta vê o resultado.'

const facts = [{ label: 'Consulta', text: '{consulta}' }] as const

/**
 * The message with the code that opens a result cannot be edited: the code is the second proof of the reader's
 * identity.
 */
type Edited = Exclude<
  ConsultationMessageKind,
  'consultation.code' | 'consultation.for-team' | 'consultation.paid-twice' | 'consultation.money-changed'
>

/** The words of the messages about look-ups to their buyers. */
export const consultationWordings = {
  'consultation.paid': {
    subject: 'Pagamento aprovado: sua consulta',
    title: 'Recebemos o seu pagamento',
    preheader: 'O resultado fica pronto {prazo}.',
    lines: ['Recebemos o pagamento da sua consulta. O resultado fica pronto {prazo}: até {ate}.'],
    facts,
    action: 'Acompanhar a consulta',
    note: '{guarde}',
    names: { consulta: 'Consulta CPF Serasa', prazo: 'em até 2 horas', ate: '23/11/2026 às 12:05' },
    fixed: { guarde: 'Guarde este link. Quem tiver o link vê o andamento: não compartilhe.' },
    isNameless: true,
  },
  'consultation.delivered': {
    subject: 'O resultado da sua consulta está pronto',
    title: 'O seu resultado está pronto',
    preheader: 'Só você pode abrir.',
    lines: ['O resultado da sua consulta está pronto.', '{como_abrir}', 'O link vale até {ate}.'],
    facts,
    action: 'Abrir o resultado',
    names: { consulta: 'Consulta CPF Serasa', ate: '21/12/2026' },
    fixed: { como_abrir: toOpen },
    isNameless: true,
  },
  'consultation.corrected': {
    subject: 'Corrigimos o resultado da sua consulta',
    title: 'Corrigimos o seu resultado',
    preheader: 'Vale a versão nova.',
    lines: ['Corrigimos o resultado da sua consulta. Vale a versão nova.', '{como_abrir}', '{validade}'],
    quote: { label: 'O que mudou', text: '{o_que_mudou}' },
    facts,
    action: '{botao}',
    names: {
      consulta: 'Consulta CPF Serasa',
      ate: '21/12/2026',
      o_que_mudou: 'O banco corrigiu a data de um registro.',
    },
    pieces: {
      como_abrir: {
        link: { when: 'O link abre o resultado', words: toOpen, isFixed: true },
        revoked: {
          when: 'O link anterior foi cancelado',
          words: 'Para ver, fale com a gente: o link anterior foi cancelado.',
        },
      },
      validade: { link: { when: 'O link abre o resultado', words: 'O link vale até {ate}.' } },
      botao: {
        link: { when: 'O link abre o resultado', words: 'Abrir o resultado' },
        revoked: { when: 'O link anterior foi cancelado', words: 'Ver a consulta' },
      },
    },
    isNameless: true,
  },
  'consultation.link': {
    subject: 'Um novo link para a sua consulta',
    title: 'Aqui está o seu novo link',
    preheader: 'Só você pode abrir.',
    lines: ['Este é o novo link do resultado da sua consulta.', '{como_abrir}', 'O link vale até {ate}.'],
    facts,
    action: 'Abrir o resultado',
    names: { consulta: 'Consulta CPF Serasa', ate: '21/12/2026' },
    fixed: { como_abrir: toOpen },
    isNameless: true,
  },
  'consultation.refunding': {
    subject: 'Estamos devolvendo o seu dinheiro',
    title: 'Estamos devolvendo o seu dinheiro',
    preheader: 'Você não precisa fazer nada.',
    lines: ['Não entregamos a sua consulta no prazo. Pedimos desculpas.', '{devolucao}'],
    facts,
    action: 'Acompanhar a devolução',
    names: { consulta: 'Consulta CPF Serasa' },
    fixed: {
      devolucao:
        'Já pedimos a devolução do valor inteiro, para a mesma conta ou o mesmo cartão. Você não precisa fazer nada.',
    },
    isNameless: true,
  },
} as const satisfies Record<Edited, Wording>
