import { isUuid } from '../../core/ids.ts'
import type { ReceiptsDeps } from './deps.ts'
import { labelOf } from './domain/pdf-content.ts'
import { receiptContent } from './domain/receipt-content.ts'
import { issuedPdf, issuePdf } from './issue-pdf.ts'
import { announceTo } from './number-receipt.ts'
import type { IssuedPdf } from './public.ts'

/**
 * The receipt of a charge, rendered when it is first opened. It is numbered and announced after settlement; opening it earlier
 * does that too.
 *
 * @returns undefined for a charge that is unknown, not paid or another user's
 */
export async function openReceipt(
  deps: ReceiptsDeps,
  { chargeId, userId }: { chargeId: string; userId: string },
): Promise<IssuedPdf | undefined> {
  if (!isUuid(chargeId)) return undefined
  const existing = await issuedPdf(deps, { key: chargeId, userId })
  if (existing) return existing
  const charge = await deps.payments.settledCharge({ chargeId, userId })
  const [first] = charge?.lines ?? []
  const customer = first && (await deps.contracting.partyOf({ orderId: first.orderId, userId }))
  if (!charge || !customer) return undefined
  const numbers = await deps.orders.numbersOf({ userId })

  const content = receiptContent({
    issuer: await deps.issuerAt(charge.receivedAt),
    customer: { name: customer.name, document: customer.cpf },
    method: charge.method,
    channel: charge.byHand?.channel,
    receivedAt: charge.receivedAt,
    authentication: { provider: charge.provider, id: charge.providerId },
    total: charge.received,
    lines: charge.lines.map((line) => {
      const { serviceTitle, orderId, dueDate, amount, lateFee, interest, discount } = line
      const orderNumber = numbers.get(orderId) ?? orderId
      const facts = { serviceTitle, orderNumber, dueDate, amount, lateFee, interest, discount }
      return { label: labelOf(line), ...facts }
    }),
  })
  return issuePdf(deps, {
    kind: 'receipt',
    key: chargeId,
    userId,
    chargeId,
    amount: charge.received,
    content,
    announce: announceTo(deps, { chargeId, userId }),
  })
}
