import type { Transaction } from '../../platform/database/database.ts'
import type { WrittenMessage } from '../notifications/index.server.ts'
import type { Deps } from './deps.ts'
import type { DocumentMessageKind } from './message-kinds.ts'

/** E-mails the owner of a document. */
export async function notifyOwner(
  tx: Transaction,
  userId: string,
  { contactOf, send, links }: Pick<Deps, 'contactOf' | 'send' | 'links'>,
  messageFor: (about: {
    nome: string
    url: string
  }) => WrittenMessage & { kind: DocumentMessageKind; about?: string[] },
): Promise<void> {
  const contact = await contactOf(tx, userId)
  if (!contact) return
  const url = links.account({ aba: 'cadastro' }, 'documentos')
  const message = messageFor({ nome: contact.nome, url })
  await send(tx, { to: contact.email, channel: 'email', ...message, userId })
}
