import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { creditApplied, creditDismissed } from '../domain/movements.ts'
import { totalOf } from '../domain/settlement.ts'
import { payInstalments } from '../instalments/pay-instalments.ts'
import { lockInstalments } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import { lockCreditAndPayment } from './lock-credit.ts'
import { moveCredit, splitCredit } from './store.server.ts'

/** A person of the team, and why. */
interface Decision {
  creditId: string
  by: string
  reason: string
}

type Deps = Pick<PaymentsDeps, 'enqueue' | 'publish' | 'clock' | 'newId'>

export type ApplyRefusal = 'not_open' | 'not_owed' | 'not_theirs' | 'not_enough'

/**
 * Pays instalments with a credit. What is left of it stays a credit; what it lacks must be forgiven, in so many words.
 * Refuses `not_owed` for instalments that are not pending, `not_theirs` for another person's.
 */
export async function applyCredit(
  tx: Transaction,
  {
    creditId,
    instalmentIds,
    forgive,
    by,
    reason,
  }: Decision & { instalmentIds: readonly string[]; forgive: boolean },
  deps: Deps,
): Promise<Outcome<{ forgiven: Centavos }, ApplyRefusal>> {
  const instalments = await lockInstalments(tx, instalmentIds)
  const credit = (await lockCreditAndPayment(tx, creditId))?.credit
  if (!credit) return refuse('not_open')
  const [owner, another] = new Set(instalments.map(({ userId }) => userId))
  const isWhole = instalments.length === new Set(instalmentIds).size && instalments.length > 0
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
  const money = { by: used.chargeId, withPayment: used.paymentId, at }
  await payInstalments(tx, { instalments: covered, ...money }, deps)
  return ok({ forgiven: owed - used.amount })
}

/** Closes a credit that is nobody's here: the account received it for something else. */
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
