import { asc, eq } from 'drizzle-orm'
import type { IsoDate } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { findCharge } from '../charges/store.server.ts'
import { chargeHistory } from '../charges/tables.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeMethod, ChargePurpose, ChargeStatus } from '../domain/charge.ts'
import { endToEndIdIn } from '../domain/end-to-end-id.ts'
import { payerOfText, type StatedPayer } from '../domain/payer-of-text.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import type { RefundOrigin, RefundStatus } from '../domain/refund.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { findPayment } from '../payments/store.server.ts'
import { refundsOfPayment } from '../refunds/store.server.ts'
import { readRaw } from '../set-aside/raw-store.server.ts'
import { titleOf } from './money-items.ts'

/** A payment with the data that a bank requires when its payer disputes it. Amounts in centavos. Only for the team. */
export interface DisputedPayment {
  id: string
  provider: string
  providerId: string
  method: ChargeMethod
  /** The provider's own status. */
  status: string
  amount: Centavos
  refunded: Centavos
  reference: string | null
  receivedAt: Date
  /** End-to-end id of the Pix, if the provider states it. */
  endToEndId: string | undefined
  /** Payer, as far as the provider states it. */
  payer: StatedPayer
  /** Null when the charge belongs to no account. */
  userId: string | null
  charge: { purpose: ChargePurpose['kind']; purposeId: string | null; createdAt: Date } | undefined
  /** Status changes of the charge, oldest first. */
  history: { at: Date; to: ChargeStatus }[]
  instalments: { orderId: string; title: string; dueDate: IsoDate; amount: Centavos }[]
  /** Oldest first. */
  returned: {
    amount: Centavos
    origin: RefundOrigin
    status: RefundStatus
    requestedAt: Date
    doneAt: Date | null
  }[]
}

/** Returns a received payment with the data that a bank requires; undefined for any other payment. */
export async function disputedPayment(
  { database, cipher }: Pick<PaymentsDeps, 'database' | 'cipher'>,
  { paymentId }: { paymentId: string },
): Promise<DisputedPayment | undefined> {
  const payment = isUuid(paymentId) ? await findPayment(database, paymentId) : undefined
  if (!payment || !hasMoneyArrived(payment.state ?? undefined)) return undefined
  const { id, provider, providerId, method, status, amount, refunded, reference, chargeId } = payment
  const charge = chargeId ? await findCharge(database, chargeId) : undefined
  const payloads = await readRaw(database, { cipher, provider, providerId })
  const instalments = await instalmentsPaidWith(database, id)
  const returned = await refundsOfPayment(database, id)
  const texts = payloads.map(({ text }) => text).reverse()
  const payers = texts.map(payerOfText)
  return {
    id,
    provider,
    providerId,
    method,
    status,
    amount,
    refunded,
    reference,
    receivedAt: payment.approvedAt ?? payment.receivedAt ?? payment.createdAt,
    endToEndId: texts.map(endToEndIdIn).find((found) => found !== undefined),
    payer: {
      document: payers.find(({ document }) => document)?.document,
      name: payers.find(({ name }) => name)?.name,
    },
    userId: charge?.userId ?? instalments[0]?.userId ?? null,
    charge: charge && { purpose: charge.purpose, purposeId: charge.purposeId, createdAt: charge.createdAt },
    history: chargeId ? await historyOf({ database }, chargeId) : [],
    instalments: instalments.map((row) => ({
      orderId: row.orderId,
      title: titleOf(row),
      dueDate: row.dueDate,
      amount: row.paidAmount ?? row.amount,
    })),
    returned: returned.map((refund) => ({
      amount: refund.amount,
      origin: refund.origin,
      status: refund.status,
      requestedAt: refund.createdAt,
      doneAt: refund.completedAt,
    })),
  }
}

function historyOf({ database }: Pick<PaymentsDeps, 'database'>, chargeId: string) {
  return database
    .select({ at: chargeHistory.at, to: chargeHistory.to })
    .from(chargeHistory)
    .where(eq(chargeHistory.chargeId, chargeId))
    .orderBy(asc(chargeHistory.at), asc(chargeHistory.id))
}
