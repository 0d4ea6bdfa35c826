import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import { documentWordings } from './wordings.ts'

interface About {
  /** The customer's. */
  nome: string
  /** URL of the page for sending documents. */
  url: string
}

/** To the customer: a document was accepted. */
export function documentAcceptedMessage({ nome, url, file }: About & { file: string }): WrittenMessage {
  return writeMessage(documentWordings, 'document.accepted', { nome, values: { documento: file }, url })
}

/** To the customer: a document was rejected, why, and what to do. */
export function documentRejectedMessage({
  nome,
  url,
  file,
  words,
}: About & { file: string; words: string }): WrittenMessage {
  const values = { documento: file, motivo: words }
  return writeMessage(documentWordings, 'document.rejected', { nome, values, url })
}

/** To the customer: the team needs a document. */
export function documentRequestedMessage({
  nome,
  url,
  what,
  words,
}: About & { what: string; words: string | undefined }): WrittenMessage {
  const values = { documento: what, recado: words ?? '' }
  return writeMessage(documentWordings, 'document.requested', { nome, values, url })
}
