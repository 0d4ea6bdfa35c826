import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { publishSettled } from '../charges/publish-settled.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { creditApplied, creditDismissed } from '../domain/movements.ts'
import { totalOf } from '../domain/settlement.ts'
import { paidByTheirCharge } from '../instalments/charge-lines-store.server.ts'
import { payInstalments } from '../instalments/pay-instalments.ts'
import { type InstalmentRow, lockInstalments } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import type { AppliedCredit } from '../public.ts'
import { lockCreditAndPayment } from './lock-credit.ts'
import { type CreditRow, moveCredit, splitCredit } from './store.server.ts'

/** The deciding operator (`by`, a user id) and the reason. */
interface Decision {
  creditId: string
  by: string
  reason: string
}

type Deps = Pick<PaymentsDeps, 'enqueue' | 'publish' | 'clock' | 'newId'>

export type ApplyRefusal =
  | 'not_open'
  | 'changed_meanwhile'
  | 'not_pending'
  | 'wrong_customer'
  | 'insufficient_credit'

/**
 * Applies a credit to instalments. The rest stays a credit; a shortfall needs the explicit `forgive`. Refuses
 * `not_pending` for instalments that are not pending, `wrong_customer` for another customer's, `insufficient_credit` for a
 * shortfall without `forgive`.
 *
 * @returns centavos used and forgiven, and what they paid
 */
export async function applyCredit(
  tx: Transaction,
  {
    creditId,
    instalmentIds,
    forgive,
    seenAmount,
    by,
    reason,
  }: Decision & {
    instalmentIds: readonly string[]
    forgive: boolean
    /** Centavos of the credit when the person decided: a part may have gone back since, and a larger shortfall would be forgiven. */
    seenAmount?: Centavos | undefined
  },
  deps: Deps,
): Promise<Outcome<AppliedCredit, ApplyRefusal>> {
  const instalments = await lockInstalments(tx, instalmentIds)
  const locked = await lockCreditAndPayment(tx, creditId)
  if (!locked) return refuse('not_open')
  const { credit, payment } = locked
  const [owner, otherOwner] = new Set(instalments.map(({ userId }) => userId))
  const areAllFound = instalments.length === new Set(instalmentIds).size && instalments.length > 0
  if (!areAllFound || !instalments.every(({ status }) => isInstalmentOpen(status)))
    return refuse('not_pending')
  if (otherOwner !== undefined || (credit.userId !== null && credit.userId !== owner))
    return refuse('wrong_customer')
  const owed = totalOf(instalments)
  if (owed > credit.amount && !forgive) return refuse('insufficient_credit')
  if (owed > credit.amount && (seenAmount ?? credit.amount) !== credit.amount)
    return refuse('changed_meanwhile')

  const used = await splitCredit(tx, { credit, part: Math.min(credit.amount, owed) }, deps)
  const paidAt = deps.clock.now()
  const decided = { resolvedAt: paidAt, resolvedBy: by, resolution: reason }
  // Whose it was is known now, also should a bank take it back and return it.
  await moveCredit(tx, used.id, 'applied', { ...decided, userId: credit.userId ?? owner ?? null })
  const movement = creditApplied(used.amount, owed)
  await post(tx, { movement, key: `credit:${used.id}`, by, memo: reason }, deps)
  let left = used.amount
  const covered = instalments.map((instalment) => {
    const amount = Math.min(instalment.amount, left)
    left -= amount
    return { ...instalment, amount }
  })
  const paidFrom = { chargeId: used.chargeId, paymentId: used.paymentId, paidAt }
  await payInstalments(tx, { instalments: covered, ...paidFrom }, deps)
  await publishReceipts(tx, { credit: used, payment, covered, paidAt }, deps)
  const paid = instalments.map(({ kind, number }) => ({ kind, number }))
  return ok({ amount: used.amount, forgiven: owed - used.amount, paid })
}

/** The receipt of a charge is for what its money first paid of what it asked for; what else is paid as a credit has a receipt of its own. */
async function publishReceipts(
  tx: Transaction,
  {
    credit: { chargeId },
    payment,
    covered,
    paidAt,
  }: { credit: CreditRow; payment: PaymentRow; covered: readonly InstalmentRow[]; paidAt: Date },
  deps: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const charge = chargeId ? await findCharge(tx, chargeId) : undefined
  const underReceipt = await paidByTheirCharge(
    tx,
    covered.map(({ id }) => id),
  )
  if (charge && underReceipt.size > 0) {
    const paidOn = todayInSaoPaulo(payment.approvedAt ?? paidAt)
    await publishSettled(tx, { charge, received: payment.amount, paidOn }, deps)
  }
  const others = covered.filter(({ id, amount }) => !underReceipt.has(id) && amount > 0)
  for (const { id: instalmentId, orderId, userId, amount } of others) {
    const paid = { instalmentId, paymentId: payment.id, orderId, userId, amount }
    await deps.publish(tx, 'instalment.credited', paid)
  }
}

/** Dismisses a credit that belongs to no customer: the account received the money for another purpose. */
export async function dismissCredit(
  tx: Transaction,
  { creditId, by, reason }: Decision,
  deps: Deps,
): Promise<Outcome<Centavos, 'not_open'>> {
  const credit = (await lockCreditAndPayment(tx, creditId))?.credit
  if (!credit) return refuse('not_open')
  const { amount } = credit
  await moveCredit(tx, creditId, 'dismissed', {
    resolvedAt: deps.clock.now(),
    resolvedBy: by,
    resolution: reason,
  })
  await post(tx, { movement: creditDismissed(amount), key: `credit:${creditId}`, by, memo: reason }, deps)
  return ok(amount)
}
