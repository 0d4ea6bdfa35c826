import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ChargeRow } from './charges/store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import type { CreditReason } from './domain/credit.ts'
import { amountMismatchMessage, creditMessage, refundedMessage } from './messages.ts'

/** What happened to somebody's money, that they must hear of. */
export type PayerNotice =
  /** Another amount came than was asked: nothing is paid, nothing is lost, nothing more to pay now. */
  | { kind: 'charge.divergent'; charge: ChargeRow; received: Centavos }
  /** Money of theirs pays for nothing. */
  | { kind: 'credit.kept'; charge: ChargeRow; amount: Centavos; reason: CreditReason }
  /** Money of theirs went back. */
  | { kind: 'refund.done'; charge: ChargeRow; amount: Centavos }

/**
 * Writes to who paid, in the transaction in which it happened: the message exists if and only if it did. A guest has no
 * address here; their page says the same.
 */
export async function notifyPayer(
  tx: Transaction,
  news: PayerNotice,
  { send, contactOf, links }: Pick<PaymentsDeps, 'send' | 'contactOf' | 'links'>,
): Promise<void> {
  const { userId } = news.charge
  const contact = userId && (await contactOf(tx, userId))
  if (!userId || !contact) return
  const message = messageFor(news, { nome: contact.nome, paymentsUrl: links.payments() })
  await send(tx, { to: contact.email, channel: 'email', userId, kind: news.kind, ...message })
}

function messageFor(news: PayerNotice, reader: { nome: string; paymentsUrl: string }) {
  const { description, amount: asked, purpose } = news.charge
  switch (news.kind) {
    case 'charge.divergent': {
      const paymentsUrl = purpose === 'instalments' ? reader.paymentsUrl : undefined
      return amountMismatchMessage({ ...reader, paymentsUrl, description, asked, received: news.received })
    }
    case 'credit.kept':
      return creditMessage({ ...reader, amount: news.amount, reason: news.reason })
    case 'refund.done':
      return refundedMessage({ ...reader, amount: news.amount, description })
    default:
      return news satisfies never
  }
}
