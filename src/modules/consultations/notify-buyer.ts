import type { Transaction } from '../../platform/database/database.ts'
import type { WrittenMessage } from '../notifications/index.server.ts'
import type { ConsultationsDeps } from './deps.ts'
import type { ProofChannel } from './domain/proof.ts'
import type { ConsultationMessageKind } from './message-kinds.ts'
import { type ConsultationRow, openSubject } from './store.server.ts'

/** A message to the buyer, without its recipient. */
type BuyerMessage = WrittenMessage & { kind: ConsultationMessageKind }

/**
 * Sends a message to the contact of a request: by e-mail if it has an address, and by WhatsApp, as the form promised.
 *
 * @param through only these channels; a request without an e-mail address is always notified by WhatsApp
 */
export async function notifyBuyer(
  tx: Transaction,
  {
    row,
    message,
    through = ['email', 'whatsapp'],
  }: {
    row: Pick<ConsultationRow, 'id' | 'subject' | 'userId'>
    message: BuyerMessage
    through?: readonly ProofChannel[]
  },
  { cipher, send }: Pick<ConsultationsDeps, 'cipher' | 'send'>,
): Promise<void> {
  const { email, phone } = openSubject(cipher, row)
  // The look-up's id tells its messages from those of other look-ups with the same contact (privacy/erase.ts).
  const about = { about: [row.id], ...(row.userId && { userId: row.userId }) }
  const byEmail = through.includes('email') && email !== undefined
  if (byEmail) await send(tx, { to: email, channel: 'email', ...message, ...about })
  if (through.includes('whatsapp') || !byEmail)
    await send(tx, { to: phone, channel: 'whatsapp', ...message, ...about })
}
