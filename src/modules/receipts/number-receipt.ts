import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ReceiptsDeps } from './deps.ts'
import { type Announce, numberOf, numberPdf } from './issue-pdf.ts'
import { receiptMessage } from './messages.ts'

/** Numbers the receipt of a settled charge, once, and notifies its owner. Its PDF is made when it is opened. */
export async function numberReceipt(
  tx: Transaction,
  { chargeId, userId, received }: { chargeId: string; userId: string; received: Centavos },
  deps: ReceiptsDeps,
): Promise<void> {
  const subject = { kind: 'receipt' as const, key: chargeId, userId, chargeId, amount: received }
  await numberPdf(tx, subject, deps, announceTo(deps, { chargeId, userId }))
}

/** Sends the owner of a receipt an e-mail with its number and a link. */
export function announceTo(
  { contactOf, payments, send, links }: Pick<ReceiptsDeps, 'contactOf' | 'payments' | 'send' | 'links'>,
  { chargeId, userId }: { chargeId: string; userId: string },
): Announce {
  return async (tx, row) => {
    const contact = await contactOf(tx, userId)
    if (!contact) return
    const orderId = await payments.orderOfCharge(tx, { chargeId })
    await send(tx, {
      to: contact.email,
      channel: 'email',
      userId,
      ...(orderId && { orderId }),
      kind: 'receipt.made',
      ...receiptMessage({
        nome: contact.nome,
        amount: row.amount,
        number: numberOf(row),
        url: links.receipt(chargeId),
      }),
    })
  }
}
