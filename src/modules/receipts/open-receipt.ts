import { isUuid } from '../../core/ids.ts'
import type { ReceiptsDeps } from './deps.ts'
import { labelOf } from './domain/pdf-content.ts'
import { receiptContent } from './domain/receipt-content.ts'
import { issuedPdf, issuePdf } from './issue-pdf.ts'
import { announceTo, creditKey } from './number-receipt.ts'
import type { IssuedPdf } from './public.ts'

/**
 * The receipt of a charge, or of an instalment that a credit paid, rendered when it is first opened. It is numbered and announced after
 * settlement; opening it earlier does that too.
 *
 * @param receiptId of a charge or an instalment (`Instalment.receiptId`)
 * @returns undefined for an id that is unknown or another user's, and for what is not paid
 */
export async function openReceipt(
  deps: ReceiptsDeps,
  { receiptId, userId }: { receiptId: string; userId: string },
): Promise<IssuedPdf | undefined> {
  if (!isUuid(receiptId)) return undefined
  const existing = await issuedPdf(deps, { key: receiptId, userId })
  if (existing) return existing
  const settled = await deps.payments.settledUnder({ receiptId, userId })
  const [first] = settled?.lines ?? []
  const customer = first && (await deps.contracting.partyOf({ orderId: first.orderId, userId }))
  if (!settled || !customer) return undefined
  const numbers = await deps.orders.numbersOf({ userId })

  const content = receiptContent({
    issuer: await deps.issuerAt(settled.receivedAt),
    customer: { name: customer.name, document: customer.cpf },
    method: settled.method,
    channel: settled.byHand?.channel,
    receivedAt: settled.receivedAt,
    authentication: { provider: settled.provider, id: settled.providerId },
    total: settled.received,
    lines: settled.lines.map((line) => {
      const { serviceTitle, orderId, dueDate, amount, lateFee, interest, discount } = line
      const orderNumber = numbers.get(orderId) ?? orderId
      const facts = { serviceTitle, orderNumber, dueDate, amount, lateFee, interest, discount }
      return { label: labelOf(line), ...facts }
    }),
  })
  const isOfCharge = first.id !== receiptId
  const orderId = isOfCharge
    ? await deps.payments.orderOfCharge(deps.database, { chargeId: receiptId })
    : first.orderId
  return issuePdf(deps, {
    kind: 'receipt',
    ...(isOfCharge
      ? { key: receiptId, chargeId: receiptId }
      : { key: creditKey({ instalmentId: receiptId, paymentId: settled.paymentId }) }),
    userId,
    amount: settled.received,
    content,
    announce: announceTo(deps, { receiptId, userId, orderId, byCredit: !isOfCharge }),
  })
}
