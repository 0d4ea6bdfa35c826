import { isUuid } from '../../core/ids.ts'
import type { ReceiptsDeps } from './deps.ts'
import { labelOf } from './domain/paper.ts'
import { receiptPaper } from './domain/receipt-paper.ts'
import { issuedPaper, issuePaper, numberOf } from './issue-paper.ts'
import { receiptMessage } from './messages.ts'
import type { IssuedPaper } from './public.ts'

/**
 * The receipt of a charge, made now unless it was. The job makes it as soon as the money is there; whoever opens it
 * sooner does not wait for the job.
 *
 * @returns undefined for a charge that is unknown, not paid, or somebody else's
 */
export async function openReceipt(
  deps: ReceiptsDeps,
  { chargeId, userId }: { chargeId: string; userId: string },
): Promise<IssuedPaper | undefined> {
  if (!isUuid(chargeId)) return undefined
  const made = await issuedPaper(deps, { key: chargeId, userId })
  if (made) return made
  const charge = await deps.payments.settledCharge({ chargeId, userId })
  const [first] = charge?.lines ?? []
  const customer = first && (await deps.contracting.partyOf({ orderId: first.orderId, userId }))
  if (!charge || !customer) return undefined

  const paper = receiptPaper({
    issuer: deps.issuer,
    customer: { name: customer.name, document: customer.cpf },
    method: charge.method,
    receivedAt: charge.receivedAt,
    authentication: { provider: charge.provider, id: charge.providerId },
    total: charge.received,
    lines: charge.lines.map((line) => {
      const { serviceTitle, orderId, dueDate, amount, lateFee, interest, discount } = line
      const facts = { serviceTitle, orderId, dueDate, amount, lateFee, interest, discount }
      return { label: labelOf(line), ...facts }
    }),
  })
  return issuePaper(deps, {
    kind: 'receipt',
    key: chargeId,
    userId,
    chargeId,
    amount: charge.received,
    paper,
    async tell(tx, row) {
      const contact = await deps.contactOf(tx, userId)
      if (!contact) return
      await deps.send(tx, {
        to: contact.email,
        channel: 'email',
        userId,
        kind: 'receipt.made',
        ...receiptMessage({
          nome: contact.nome,
          amount: row.amount,
          number: numberOf(row),
          url: deps.links.receipt(chargeId),
        }),
      })
    },
  })
}
