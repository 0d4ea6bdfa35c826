import type { Wording } from '../../core/message-wording.ts'
import type { DocumentMessageKind } from './message-kinds.ts'

/** The words of the messages about documents. */
export const documentWordings = {
  'document.accepted': {
    subject: 'Documento conferido',
    title: 'Está tudo certo com o seu documento',
    preheader: 'Você não precisa fazer nada.',
    lines: ['Conferimos o documento que você enviou, e está tudo certo. Você não precisa fazer nada.'],
    facts: [{ label: 'Documento', text: '{documento}' }],
    action: 'Ver meus documentos',
    names: { documento: 'identidade-frente.jpg' },
  },
  'document.rejected': {
    subject: 'Precisamos de outro arquivo',
    title: 'Precisamos de outro arquivo',
    preheader: 'Veja o motivo e envie outro.',
    lines: ['Não conseguimos usar o arquivo que você enviou. Envie outro na sua conta, em Documentos.'],
    quote: { label: 'O motivo', text: '{motivo}' },
    facts: [{ label: 'Documento', text: '{documento}' }],
    action: 'Enviar outro arquivo',
    names: {
      documento: 'identidade-frente.jpg',
      motivo: 'A foto está escura: não dá para ler o número.',
    },
  },
  'document.requested': {
    subject: 'Precisamos de um documento',
    title: 'Precisamos de um documento seu',
    preheader: 'Veja qual, e envie na sua conta.',
    lines: [
      'Para seguir com o seu atendimento, precisamos de um documento. Envie na sua conta, em Documentos.',
    ],
    quote: { label: 'Da nossa equipe', text: '{recado}' },
    facts: [{ label: 'Documento', text: '{documento}' }],
    action: 'Enviar o documento',
    names: { documento: 'Documento de identidade', recado: 'Pode ser uma foto, com boa luz.' },
  },
} as const satisfies Record<DocumentMessageKind, Wording>
