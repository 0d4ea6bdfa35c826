import { before } from '../../../core/durations.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCharge, lockCharge, moveCharge, updateCharge } from '../charges/store.server.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { chargeMachine, isOpen } from '../domain/charge.ts'
import { nextCheckOf } from '../domain/check-times.ts'
import { isPossiblyMoney } from '../domain/payment-state.ts'
import { overlap } from '../domain/sweep.ts'
import { isReadable, type ListedPayment, type PaymentReport } from '../ports.ts'
import { releaseCharge } from '../set-aside/store.server.ts'
import { confirmById } from './confirm-by-id.ts'
import { fetchPayment } from './fetch-payment.ts'
import { settleListed } from './settle-listed.ts'
import type { SettleCause, SettleResult } from './settle-report.ts'

/**
 * Settles one payment: fetches it from the provider, because a notice is only a hint, and records the report.
 * Idempotent.
 *
 * @returns also the centavos of its refunds that the provider has accepted and not carried out yet
 */
export async function settlePayment(
  deps: PaymentsDeps,
  { provider, providerId, cause }: { provider: string; providerId: string; cause: SettleCause },
): Promise<SettleResult & Pick<PaymentReport, 'refunding'>> {
  const answer = await fetchPayment(providerNamed(deps.providers, provider), providerId)
  if ('refusal' in answer) return { kind: answer.refusal.code === 'not_found' ? 'unknown' : 'unavailable' }
  const now = deps.clock.now()
  const [result] = await settleListed(deps, { provider, listed: [answer.payment], cause, now })
  const { refunding } = isReadable(answer.payment) ? answer.payment : {}
  return { ...(result ?? { kind: 'unknown' }), refunding }
}

/** Settles every payment of a charge: a card page allows several attempts, and a Pix can be paid twice. */
export async function settleCharge(
  deps: PaymentsDeps,
  { chargeId, cause = 'check' }: { chargeId: string; cause?: SettleCause },
): Promise<SettleResult> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge) return { kind: 'unknown' }
  const { provider } = charge
  const asked = await providerNamed(deps.providers, provider).paymentsOf(charge)
  if (!asked.ok && asked.code !== 'not_found') {
    await updateCharge(deps.database, chargeId, { nextCheckAt: nextCheckOf(charge, deps.clock.now()) })
    return { kind: 'unavailable' }
  }
  // Oldest first: the first money received pays the charge.
  const listed = asked.ok ? asked.value.toReversed() : []
  const now = deps.clock.now()
  const confirmed = await confirmById(deps, { provider, listed, now })
  const results = [
    ...confirmed.unconfirmed,
    ...(await settleListed(deps, { provider, listed: confirmed.payments, cause, now, isOfCharge: true })),
  ]
  const [hasNoPayments, isUnpaid] = [listed.length === 0, listed.every(isCertainlyUnpaid)]
  const finished = await finishSettlement(deps, { chargeId, cause, hasNoPayments, isUnpaid })
  return results.find(({ kind }) => kind === 'set_aside') ?? finished
}

/** A payment in process may have been paid: a bank says so before it lists the Pix. */
const isCertainlyUnpaid = (listed: ListedPayment) =>
  isReadable(listed) && !isPossiblyMoney(listed) && listed.state !== 'in_process'

/**
 * Ends the check of a charge. An overdue charge without any payment at the provider expires, and one that is certainly unpaid is no
 * longer in doubt because of a list that was contradicted.
 */
function finishSettlement(
  deps: PaymentsDeps,
  {
    chargeId,
    cause,
    hasNoPayments,
    isUnpaid,
  }: { chargeId: string; cause: SettleCause; hasNoPayments: boolean; isUnpaid: boolean },
): Promise<SettleResult> {
  return deps.database.transaction(async (tx: Transaction): Promise<SettleResult> => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge) return { kind: 'unknown' }
    const now = deps.clock.now()
    const isOver = isOpen(charge.status) && charge.expiresAt !== null && charge.expiresAt <= now
    const expires = isOver && hasNoPayments && chargeMachine.canMove(charge.status, 'expired')
    // A charge that was refused and is still not at the provider after a while was never issued.
    const isRefused = charge.status === 'failed' && hasNoPayments
    await updateCharge(tx, chargeId, {
      checkedAt: now,
      nextCheckAt: isRefused ? null : nextCheckOf(charge, now),
    })
    if (isUnpaid) await releaseCharge(tx, { chargeId, listedBefore: before(now, overlap), now })
    if (expires) await moveCharge(tx, { charge, to: 'expired', cause }, deps)
    return { kind: 'settled', chargeId, status: expires ? 'expired' : charge.status }
  })
}
