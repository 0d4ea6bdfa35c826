import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCredit, moveCredit, takeFromCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { returnAttributed } from '../domain/movements.ts'
import { clearAttribution, type ReturnPart, spreadOver } from '../domain/returns.ts'
import { touchInstalmentsOf } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { addAttributions, claimsOf, type OwnedClaim } from './claims-store.server.ts'
import { lockRefundAndPayment } from './lock-payment.ts'
import { recordPriceReturned, recordRefunded } from './record-refunded.ts'
import { targetOf } from './refund-state.ts'
import { releaseHeldRefunds } from './release-held-refunds.ts'
import { insertSplitRefund, type RefundRow, refundsOfPayment, updateRefund } from './store.server.ts'

type Deps = Pick<PaymentsDeps, 'clock' | 'enqueue' | 'newId' | 'publish'>

export type AttributionRefusal =
  /** No part of this refund needs attribution by a person. */
  | 'nothing_to_attribute'
  /** A target is not among the instalments, orders and credits that the payment's money was for. */
  | 'not_of_payment'
  /** More than the rest of the targets. */
  | 'too_much'
  /** A different amount waits to be attributed than the person saw. */
  | 'changed_meanwhile'

/**
 * Attributes money that was returned without a stated purpose: to instalments, orders or credits of its payment,
 * distributed in proportion to the rest of each; without targets, over everything that is left. Instalments that were
 * returned in full become refunded, and refunds held for this reason continue.
 *
 * @param targets ids of instalments, orders and credits
 * @param amount centavos; all that is not attributed by default
 * @param seenRest centavos that were not attributed when the person decided: a form sent twice is refused
 * @returns centavos attributed
 */
export async function attributeReturn(
  tx: Transaction,
  {
    refundId,
    targets,
    amount,
    seenRest,
    by,
    reason,
  }: {
    refundId: string
    targets: readonly string[]
    amount?: Centavos | undefined
    seenRest?: Centavos | undefined
    by: string
    reason: string
  },
  deps: Deps,
): Promise<Outcome<Centavos, AttributionRefusal>> {
  const locked = await lockRefundAndPayment(tx, refundId)
  if (locked?.refund.status !== 'done' || locked.refund.unattributed === 0)
    return refuse('nothing_to_attribute')
  const { refund, payment } = locked
  if (seenRest !== undefined && seenRest !== refund.unattributed) return refuse('changed_meanwhile')
  const claims = await claimsOf(tx, payment, { counting: 'sent' })
  const chosen = targets.length === 0 ? claims : claims.filter((claim) => isTarget(claim, targets))
  if (targets.some((target) => !chosen.some((claim) => isTarget(claim, [target]))))
    return refuse('not_of_payment')
  const attributed = amount ?? refund.unattributed
  const left = sum(chosen.map(({ rest }) => rest))
  if (attributed <= 0 || attributed > Math.min(refund.unattributed, left)) return refuse('too_much')
  await attribute(tx, { refunds: [refund], parts: spreadOver(attributed, chosen), by, reason }, deps)
  await recordPriceReturned(tx, payment, deps)
  await releaseHeldRefunds(tx, payment, deps)
  await touchInstalmentsOf(tx, { chargeId: payment.chargeId, paymentId: payment.id })
  return ok(attributed)
}

function isTarget({ id, orderId }: OwnedClaim, targets: readonly string[]): boolean {
  return targets.includes(id) || (orderId !== undefined && targets.includes(orderId))
}

/**
 * Attributes returned money of a payment as far as there is no doubt, and releases the refunds that were held for it. Its
 * charge and the payment must be locked.
 */
export async function attributeClearReturns(
  tx: Transaction,
  payment: PaymentRow,
  deps: Deps,
): Promise<{ unattributed: Centavos }> {
  const all = await refundsOfPayment(tx, payment.id)
  const refunds = all.filter(({ unattributed, status }) => unattributed > 0 && status === 'done')
  const returned = sum(refunds.map(({ unattributed }) => unattributed))
  const claims = await claimsOf(tx, payment, { counting: 'done' })
  // While a bank has the rest, what a return was for is unknown, as long as anything is left that it may have been for.
  const isChargedBack = all.some(({ origin, status }) => origin === 'chargeback' && status === 'done')
  const isUnknown = isChargedBack && claims.some(({ rest }) => rest > 0)
  if (returned === 0 || isUnknown) return { unattributed: returned }
  const goingBack = await claimIdsOf(tx, all.filter(canStillChange))
  const parts = clearAttribution({
    returned,
    claims,
    isGoingBack: ({ id }) => goingBack.has(id),
  })
  if (!parts) return { unattributed: returned }
  await attribute(tx, { refunds, parts }, deps)
  await recordPriceReturned(tx, payment, deps)
  // Returned money beyond the claims belongs to none of them: every claim has been returned in full.
  for (const { id } of refunds) await updateRefund(tx, id, { unattributed: 0 })
  await releaseHeldRefunds(tx, payment, deps)
  return { unattributed: 0 }
}

const canStillChange = ({ status, sentAt }: RefundRow) =>
  status === 'held' || (status === 'requested' && sentAt === null)

/** Ids of the instalments and credits that these refunds return in full. */
async function claimIdsOf(tx: Transaction, refunds: readonly RefundRow[]): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const refund of refunds) {
    const { creditId, instalmentIds = [], part } = await targetOf(tx, refund)
    if (part !== undefined) continue
    for (const id of creditId ? [creditId] : instalmentIds) ids.add(id)
  }
  return ids
}

/** Records how much refunds returned of each claim, taking from one refund after another. Each claim has one part. */
async function attribute(
  tx: Transaction,
  {
    refunds,
    parts,
    ...decision
  }: {
    refunds: readonly RefundRow[]
    parts: readonly ReturnPart[]
    by?: string
    reason?: string
  },
  deps: Deps,
): Promise<void> {
  const open = refunds.map((refund) => ({ ...refund }))
  const given: { refundId: string; instalmentId: string; amount: Centavos }[] = []
  const whole: string[] = []
  for (const { claim, amount } of parts) {
    let left = amount
    for (const refund of open) {
      const part = Math.min(left, refund.unattributed)
      if (part === 0) continue
      left -= part
      refund.unattributed -= part
      if (claim.kind === 'credit')
        await attributeToCredit(tx, { refund, creditId: claim.id, part, ...decision }, deps)
      else if (claim.kind === 'instalment')
        given.push({ refundId: refund.id, instalmentId: claim.id, amount: part })
    }
    if (claim.kind === 'instalment' && amount === claim.rest) whole.push(claim.id)
  }
  // Of up to 999 instalments, all at once.
  for (const { id, unattributed } of open) {
    await updateRefund(tx, id, { unattributed })
    await addAttributions(
      tx,
      id,
      given.filter(({ refundId }) => refundId === id),
    )
  }
  await recordRefunded(tx, whole, deps)
}

/** Turns this part of the refund into a separate refund, of this credit. */
async function attributeToCredit(
  tx: Transaction,
  {
    refund,
    creditId,
    part,
    by,
    reason = refund.reason,
  }: { refund: RefundRow; creditId: string; part: Centavos; by?: string; reason?: string },
  deps: Deps,
): Promise<void> {
  const credit = await findCredit(tx, creditId)
  if (!credit) throw new Error(`credit ${creditId} vanished under its payment's lock`)
  const taken = await takeFromCredit(tx, { credit, amount: Math.min(part, credit.amount) }, deps)
  const refundId = await insertSplitRefund(tx, { refund, part, creditId: taken }, deps)
  const isOurs = credit.status === 'dismissed'
  if (!isOurs) {
    const resolved = { resolvedAt: deps.clock.now(), resolvedBy: by ?? null, resolution: reason }
    await moveCredit(tx, taken, 'refunded', resolved)
  }
  const movement = returnAttributed(part, isOurs ? 'unclaimed' : 'credits')
  await post(tx, { movement, key: `attributed:${refundId}`, by, memo: reason }, deps)
}
