import { type WrittenMessage, write } from '../notifications/index.server.ts'

interface About {
  /** The customer's. */
  nome: string
  /** Where documents are sent. */
  url: string
}

/** To the customer: a document is right. */
export function documentAcceptedMessage({ nome, url, file }: About & { file: string }): WrittenMessage {
  return write({
    subject: 'Documento conferido',
    nome,
    title: 'Está tudo certo com o seu documento',
    preheader: 'Você não precisa fazer nada.',
    lines: ['Conferimos o documento que você enviou, e está tudo certo. Você não precisa fazer nada.'],
    facts: [{ label: 'Documento', value: file }],
    action: { label: 'Ver meus documentos', url },
  })
}

/** To the customer: a document cannot be used, why, and what to do. */
export function documentRejectedMessage({
  nome,
  url,
  file,
  words,
}: About & { file: string; words: string }): WrittenMessage {
  return write({
    subject: 'Precisamos de outro arquivo',
    nome,
    title: 'Precisamos de outro arquivo',
    preheader: 'Veja o motivo e envie outro.',
    lines: ['Não conseguimos usar o arquivo que você enviou. Envie outro na sua conta, em Documentos.'],
    quote: { label: 'O motivo', value: words },
    facts: [{ label: 'Documento', value: file }],
    action: { label: 'Enviar outro arquivo', url },
  })
}

/** To the customer: the team needs a document. */
export function documentRequestedMessage({
  nome,
  url,
  what,
  words,
}: About & { what: string; words: string | undefined }): WrittenMessage {
  return write({
    subject: 'Precisamos de um documento',
    nome,
    title: 'Precisamos de um documento seu',
    preheader: 'Veja qual, e envie na sua conta.',
    lines: [
      'Para seguir com o seu atendimento, precisamos de um documento. Envie na sua conta, em Documentos.',
    ],
    ...(words && { quote: { label: 'Da nossa equipe', value: words } }),
    facts: [{ label: 'Documento', value: what }],
    action: { label: 'Enviar o documento', url },
  })
}
