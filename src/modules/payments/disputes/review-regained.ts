import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { disputeWonReason, isUndecided, type OwnReason } from '../domain/refund.ts'
import { lockPayments, type PaymentRow } from '../payments/store.server.ts'
import { failRefund } from '../refunds/fail-refund.ts'
import { lockSettlingPayment } from '../refunds/lock-payment.ts'
import { refundStateOf } from '../refunds/refund-state.ts'
import {
  insertRefund,
  instalmentsOfRefund,
  paidPartsOf,
  type RefundRow,
  refundsOfPayment,
} from '../refunds/store.server.ts'

type Deps = Pick<PaymentsDeps, 'clock' | 'newId'>

/**
 * Opens an item for the team for money that a won dispute brought back for a closed order: it is owed to the payer, unless it was
 * settled in another way. It is stored as a failed refund, so that the team retries it or gives it up. Each won dispute creates it
 * once, however often it is reported, and not for amounts whose refund was requested since or is still undecided.
 *
 * @returns centavos put up for the team
 */
export async function reviewRegained(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Deps,
): Promise<Centavos> {
  const paymentIds = (await paidPartsOf(tx, orderId)).map(({ paymentId }) => paymentId)
  const payments = await lockPayments(tx, paymentIds)
  let total = 0
  // Read again under the locks, as for the refund of an order.
  for (const { paymentId, instalmentIds } of await paidPartsOf(tx, orderId)) {
    const payment = payments.get(paymentId)
    if (payment && payment.state !== 'charged_back')
      total += await reviewPart(tx, { payment, instalmentIds }, deps)
  }
  return total
}

/**
 * The same for a look-up that another charge has paid since: the money of this charge that a won dispute brought back is owed to its payer.
 *
 * @returns centavos put up for the team
 */
export async function reviewRegainedCharge(
  tx: Transaction,
  { chargeId }: { chargeId: string },
  deps: Deps,
): Promise<Centavos> {
  const charge = await findCharge(tx, chargeId)
  const payment = charge && (await lockSettlingPayment(tx, charge))
  if (!payment || payment.state === 'charged_back') return 0
  const asked = await refundsSinceWon(tx, payment)
  if (!asked || asked.some(({ creditId }) => creditId === null)) return 0
  return createReviewRefund(tx, { payment, instalmentIds: [], why: disputeWonReason }, deps)
}

async function reviewPart(
  tx: Transaction,
  { payment, instalmentIds: paid }: { payment: PaymentRow; instalmentIds: readonly string[] },
  deps: Deps,
): Promise<Centavos> {
  const refunds = await refundsSinceWon(tx, payment)
  if (!refunds) return 0
  const asked = new Set<string>()
  for (const { id } of refunds)
    for (const instalmentId of await instalmentsOfRefund(tx, id)) asked.add(instalmentId)
  const instalmentIds = paid.filter((id) => !asked.has(id))
  return instalmentIds.length > 0
    ? createReviewRefund(tx, { payment, instalmentIds, why: disputeWonReason }, deps)
    : 0
}

/**
 * The refunds of a payment that were requested since the last won dispute, or that the team has not decided; undefined when no
 * dispute of it was won.
 */
async function refundsSinceWon(tx: Transaction, payment: PaymentRow): Promise<RefundRow[] | undefined> {
  const refunds = await refundsOfPayment(tx, payment.id)
  const won = refunds.findLast(isWonDispute)
  // Ids are in chronological order.
  return won && refunds.filter(({ id, status }) => isUndecided(status) || id > won.id)
}

/**
 * Stores the remaining money of these instalments, or of the look-up, as a failed refund, which the team retries or gives up.
 *
 * @returns its centavos; 0 when nothing is left
 */
export async function createReviewRefund(
  tx: Transaction,
  { payment, instalmentIds, why }: { payment: PaymentRow; instalmentIds: readonly string[]; why: OwnReason },
  deps: Deps,
): Promise<Centavos> {
  const { own, left } = await refundStateOf(tx, { payment, target: { instalmentIds } })
  const amount = Math.min(own, left)
  if (amount <= 0) return 0
  const facts = { payment, amount, instalmentIds, origin: 'automatic', reason: why } as const
  const refund = await insertRefund(tx, facts, deps)
  await failRefund(tx, { refund, lastError: why })
  return amount
}

/** The chargeback of a credit reopens that credit, which is an open item by itself. */
const isWonDispute = ({ origin, status, creditId }: RefundRow) =>
  origin === 'chargeback' && status === 'reversed' && creditId === null
