import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ShownCreditReason } from '../domain/credit.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { amountMismatchMessage, creditMessage, debtReinstatedMessage, refundedMessage } from '../messages.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { descriptionOf } from './description.ts'
import { orderOfCharge } from './order-of-charge.ts'
import type { InstalmentRow } from './store.server.ts'

/** Whose money it is and what it is for: its charge, or the instalments of money that came without one. */
type Billed = Pick<ChargeRow, 'userId' | 'description' | 'amount' | 'purpose' | 'provider'> &
  ({ id: string } | { orderId: string | undefined })

/**
 * What a payment without a charge was for: the instalments that a person applied it to. Undefined for none, and for those of several
 * customers.
 */
export function billedBy(
  rows: readonly InstalmentRow[],
  { amount, provider }: Pick<PaymentRow, 'amount' | 'provider'>,
): Billed | undefined {
  const [userId, otherUser] = new Set(rows.map((row) => row.userId))
  if (userId === undefined || otherUser !== undefined) return undefined
  const [order, otherOrder] = new Set(rows.map((row) => row.orderId))
  const orderId = otherOrder === undefined ? order : undefined
  return { userId, orderId, description: descriptionOf(rows), amount, purpose: 'instalments', provider }
}

/** The same of money that pays for nothing now. */
export function billedTo(
  userId: string,
  { amount, provider }: Pick<PaymentRow, 'amount' | 'provider'>,
): Billed {
  return { userId, orderId: undefined, description: '', amount, purpose: 'instalments', provider }
}

/** An event of which its payer is notified. */
export type PayerNotice =
  /** Amount mismatch: nothing is marked as paid, nothing is lost, and nothing more is due for now. */
  | { kind: 'charge.amount_mismatch'; charge: Billed; received: Centavos }
  /** Unapplied money became a credit. */
  | { kind: 'credit.kept'; charge: Billed; amount: Centavos; reason: ShownCreditReason }
  /** A refund is complete. */
  | { kind: 'refund.done'; charge: Billed; amount: Centavos; ofCredit: boolean }
  /** A bank took the money back, and the debt is reinstated. */
  | { kind: 'debt.reinstated'; charge: Billed; amount: Centavos; instalmentIds: string[] }

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
  const { charge } = notice
  const orderId = 'id' in charge ? await orderOfCharge(tx, { chargeId: charge.id }) : charge.orderId
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
        ofCredit: notice.ofCredit,
        isByHand,
      })
    case 'debt.reinstated':
      return debtReinstatedMessage({ ...recipient, amount: notice.amount, description })
    default:
      return notice satisfies never
  }
}
