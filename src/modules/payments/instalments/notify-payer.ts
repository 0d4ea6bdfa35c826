import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ShownCreditReason } from '../domain/credit.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { amountMismatchMessage, creditMessage, debtReinstatedMessage, refundedMessage } from '../messages.ts'
import { orderOfCharge } from './order-of-charge.ts'

/** An event of which its payer is notified. */
export type PayerNotice =
  /** Amount mismatch: nothing is marked as paid, nothing is lost, and nothing more is due for now. */
  | { kind: 'charge.amount_mismatch'; charge: ChargeRow; received: Centavos }
  /** Unapplied money became a credit. */
  | { kind: 'credit.kept'; charge: ChargeRow; amount: Centavos; reason: ShownCreditReason }
  /** A refund is complete. */
  | { kind: 'refund.done'; charge: ChargeRow; amount: Centavos; ofCredit?: boolean }
  /** A bank took the money back, and the debt is reinstated. */
  | { kind: 'debt.reinstated'; charge: ChargeRow; amount: Centavos; instalmentIds: string[] }

/**
 * Notifies the payer in the transaction of the event, so that the message exists if and only if the event does. A guest
 * has no address here; the guest's page shows the same information.
 */
export async function notifyPayer(
  tx: Transaction,
  notice: PayerNotice,
  { send, contactOf, links }: Pick<PaymentsDeps, 'send' | 'contactOf' | 'links'>,
): Promise<void> {
  const { userId } = notice.charge
  const contact = userId && (await contactOf(tx, userId))
  if (!userId || !contact) return
  const paymentsUrl = notice.kind === 'refund.done' ? links.payments({ aba: 'pagas' }) : links.payments()
  const message = messageFor(notice, { nome: contact.nome, paymentsUrl })
  const orderId = await orderOfCharge(tx, { chargeId: notice.charge.id })
  const to = { to: contact.email, channel: 'email' as const, userId, ...(orderId && { orderId }) }
  const about = 'instalmentIds' in notice ? { about: notice.instalmentIds } : {}
  await send(tx, { ...to, kind: notice.kind, ...message, ...about })
}

function messageFor(notice: PayerNotice, recipient: { nome: string; paymentsUrl: string }) {
  const { description, amount: asked, purpose, provider } = notice.charge
  const isByHand = provider === MANUAL_PROVIDER
  switch (notice.kind) {
    case 'charge.amount_mismatch': {
      const paymentsUrl = purpose === 'instalments' ? recipient.paymentsUrl : undefined
      return amountMismatchMessage({
        ...recipient,
        paymentsUrl,
        description,
        asked,
        received: notice.received,
      })
    }
    case 'credit.kept':
      return creditMessage({ ...recipient, amount: notice.amount, reason: notice.reason, isByHand })
    case 'refund.done':
      return refundedMessage({
        ...recipient,
        amount: notice.amount,
        description,
        ofCredit: notice.ofCredit ?? false,
        isByHand,
      })
    case 'debt.reinstated':
      return debtReinstatedMessage({ ...recipient, amount: notice.amount, description })
    default:
      return notice satisfies never
  }
}
