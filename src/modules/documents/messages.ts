import { greetingTo } from '../../core/text.ts'

interface About {
  /** The customer's. */
  nome: string
  /** Where documents are sent. */
  url: string
}

/** To the customer: a document is right. */
export function documentAcceptedMessage({ nome, file }: Pick<About, 'nome'> & { file: string }) {
  return {
    subject: 'Documento conferido',
    text: [greetingTo(nome), '', `Conferimos “${file}” e está tudo certo. Você não precisa fazer nada.`].join(
      '\n',
    ),
  }
}

/** To the customer: a document cannot be used, why, and what to do. */
export function documentRejectedMessage({ nome, url, file, words }: About & { file: string; words: string }) {
  return {
    subject: 'Precisamos de outro arquivo',
    text: [
      greetingTo(nome),
      '',
      `Não conseguimos usar “${file}”.`,
      '',
      `O motivo: ${words}`,
      '',
      'Envie outro arquivo na sua conta, em Documentos:',
      url,
    ].join('\n'),
  }
}

/** To the customer: the team needs a document. */
export function documentRequestedMessage({
  nome,
  url,
  what,
  words,
}: About & { what: string; words: string | undefined }) {
  return {
    subject: 'Precisamos de um documento',
    text: [
      greetingTo(nome),
      '',
      `Para seguir com o seu atendimento, precisamos de: ${what}.`,
      ...(words ? ['', words] : []),
      '',
      'Envie na sua conta, em Documentos:',
      url,
    ].join('\n'),
  }
}
