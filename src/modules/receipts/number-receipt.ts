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
  const orderId = await deps.payments.orderOfCharge(tx, { chargeId })
  const subject = { kind: 'receipt' as const, key: chargeId, userId, chargeId, amount: received }
  await numberPdf(tx, subject, deps, announceTo(deps, { receiptId: chargeId, userId, orderId }))
}

/** Numbers the receipt of an instalment that a credit paid, once, and notifies its owner. */
export async function numberCreditReceipt(
  tx: Transaction,
  {
    instalmentId,
    paymentId,
    orderId,
    userId,
    amount,
  }: { instalmentId: string; paymentId: string; orderId: string; userId: string; amount: Centavos },
  deps: ReceiptsDeps,
): Promise<void> {
  const subject = { kind: 'receipt' as const, key: creditKey({ instalmentId, paymentId }), userId, amount }
  await numberPdf(
    tx,
    subject,
    deps,
    announceTo(deps, { receiptId: instalmentId, userId, orderId, byCredit: true }),
  )
}

/** Key of the receipt of an instalment that a credit paid. It may be paid once more, after a bank took the first money back. */
export function creditKey({ instalmentId, paymentId }: { instalmentId: string; paymentId: string }): string {
  return `${instalmentId}:${paymentId}`
}

/** Sends the owner of a receipt an e-mail with its number and a link. */
export function announceTo(
  { contactOf, send, links }: Pick<ReceiptsDeps, 'contactOf' | 'send' | 'links'>,
  {
    receiptId,
    userId,
    orderId,
    byCredit = false,
  }: { receiptId: string; userId: string; orderId: string | undefined; byCredit?: boolean },
): Announce {
  return async (tx, row) => {
    const contact = await contactOf(tx, userId)
    if (!contact) return
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
        byCredit,
        url: links.receipt(receiptId),
      }),
    })
  }
}
