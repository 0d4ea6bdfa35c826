import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { post } from './books/ledger.server.ts'
import { findCredit, lockOpenCredit, moveCredit, splitCredit } from './credits-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { isInstalmentOpen } from './domain/instalment.ts'
import { creditApplied, creditDismissed } from './domain/movements.ts'
import { totalOf } from './domain/settlement.ts'
import { lockInstalments } from './instalments-store.server.ts'
import { payInstalments } from './pay-instalments.ts'
import { lockById } from './provider-payments-store.server.ts'
import { type RefundRefusal, requestRefund } from './request-refund.ts'

/** A person of the team, and why. */
interface Decision {
  creditId: string
  by: string
  reason: string
}

type Deps = Pick<PaymentsDeps, 'enqueue' | 'publish' | 'clock' | 'newId'>

/** Gives a credit back to who paid it. */
export async function refundCredit(
  tx: Transaction,
  { creditId, by, reason }: Decision,
  deps: Deps,
): Promise<Outcome<Centavos, RefundRefusal | 'not_open'>> {
  const locked = await lockWithPayment(tx, creditId)
  if (!locked) return refuse('not_open')
  const { payment, credit } = locked
  const { amount } = credit
  const refund = await requestRefund(tx, { payment, credit, amount, origin: 'team', reason, by }, deps)
  return refund.ok ? ok(amount) : refund
}

export type ApplyRefusal = 'not_open' | 'not_owed' | 'not_theirs' | 'not_enough'

/**
 * Pays instalments with a credit. What is left of it stays a credit; what it lacks must be forgiven, in so many words.
 * Refuses `not_owed` for instalments that are not pending, `not_theirs` for another person's.
 */
export async function applyCredit(
  tx: Transaction,
  {
    creditId,
    paymentIds,
    forgive,
    by,
    reason,
  }: Decision & { paymentIds: readonly string[]; forgive: boolean },
  deps: Deps,
): Promise<Outcome<{ forgiven: Centavos }, ApplyRefusal>> {
  const instalments = await lockInstalments(tx, paymentIds)
  const credit = (await lockWithPayment(tx, creditId))?.credit
  if (!credit) return refuse('not_open')
  const [owner, another] = new Set(instalments.map(({ userId }) => userId))
  const isWhole = instalments.length === new Set(paymentIds).size && instalments.length > 0
  if (!isWhole || !instalments.every(({ status }) => isInstalmentOpen(status))) return refuse('not_owed')
  if (another !== undefined || (credit.userId !== null && credit.userId !== owner))
    return refuse('not_theirs')
  const owed = totalOf(instalments)
  if (owed > credit.amount && !forgive) return refuse('not_enough')

  const used = await splitCredit(tx, { credit, part: Math.min(credit.amount, owed) }, deps)
  const at = deps.clock.now()
  await moveCredit(tx, used.id, 'applied', { resolvedAt: at, resolvedBy: by, resolution: reason })
  const movement = creditApplied(used.amount, owed)
  await post(tx, { movement, key: `credit:${used.id}`, by, memo: reason }, deps)
  let left = used.amount
  const covered = instalments.map((instalment) => {
    const amount = Math.min(instalment.amount, left)
    left -= amount
    return { ...instalment, amount }
  })
  const money = { by: used.chargeId, withPayment: used.providerPaymentId, at }
  await payInstalments(tx, { instalments: covered, ...money }, deps)
  return ok({ forgiven: owed - used.amount })
}

/** Closes a credit that is nobody's here: the account received it for something else. */
export async function dismissCredit(
  tx: Transaction,
  { creditId, by, reason }: Decision,
  deps: Deps,
): Promise<Outcome<Centavos, 'not_open'>> {
  const credit = (await lockWithPayment(tx, creditId))?.credit
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

/** Open credits change under the lock of their payment only; that one comes first. */
async function lockWithPayment(tx: Transaction, creditId: string) {
  const found = await findCredit(tx, creditId)
  const payment = found && (await lockById(tx, found.providerPaymentId))
  const credit = await lockOpenCredit(tx, creditId)
  return payment && credit && { payment, credit }
}
