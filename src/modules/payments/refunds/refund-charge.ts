import type { Centavos } from '../../../core/money.ts'
import { sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCharge } from '../charges/store.server.ts'
import { lockOpenCreditsOf } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundCause } from '../domain/refund.ts'
import { spreadOver } from '../domain/returns.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { claimsOf } from './claims-store.server.ts'
import { lockSettlingPayment } from './lock-payment.ts'
import { type RefundRefusal, requestRefund } from './request-refund.ts'

type ChargeRefund = {
  chargeId: string
  /** Centavos of a partial refund, which is distributed over the charge's claims and leaves the charge paid. */
  amount?: Centavos | undefined
  /** Restricts the refund to these instalments: for a partial refund, the ones it is for. */
  instalmentIds?: readonly string[] | undefined
  /** Centavos left of the payment when the person decided: a form sent twice, or by two people, is refused. */
  seenRest?: Centavos | undefined
  by?: string | undefined
} & RefundCause

/**
 * Requests the refund of a charge: all that is left of it, including its credits, which refunds its instalments; or a
 * partial `amount`. While returned money of the charge is not attributed, the team is refused, and an automatic refund is
 * held. Refuses `changed_meanwhile` when another amount is left than the person saw.
 *
 * @returns centavos requested or held
 */
export async function refundCharge(
  tx: Transaction,
  { chargeId, amount, instalmentIds, seenRest, ...request }: ChargeRefund,
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<Centavos, RefundRefusal | 'not_found' | 'changed_meanwhile'>> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge) return refuse('not_found')
  const payment = await lockSettlingPayment(tx, charge)
  if (!payment) return refuse('not_paid')
  const ifUnclear = request.origin === 'team' ? ('refuse' as const) : ('hold' as const)
  const decision = { ...request, payment, ifUnclear }
  const all = await claimsOf(tx, payment, { counting: 'active' })
  const everything = sum(all.map(({ rest }) => rest))
  if (seenRest !== undefined && seenRest !== everything) return refuse('changed_meanwhile')
  // Instalments that were paid with a credit of a look-up's payment are of their order.
  const ownKind = charge.purpose === 'consultation' ? 'sale' : 'instalment'
  const claims = all.filter(({ kind, id }) => instalmentIds?.includes(id) ?? kind === ownKind)
  const left = sum(claims.map(({ rest }) => rest))
  if (amount !== undefined && amount > left) return refuse('too_much')
  const isPartial = amount !== undefined && (amount < left || left !== everything)
  const parts = isPartial || instalmentIds ? spreadOver(amount ?? left, claims) : undefined
  if (parts) {
    const refund = await requestRefund(tx, { ...decision, parts }, deps)
    return refund.ok ? ok(refund.value.amount) : refund
  }

  let requested = 0
  for (const credit of await lockOpenCreditsOf(tx, payment.id)) {
    const refund = await requestRefund(tx, { ...decision, credit }, deps)
    if (!refund.ok) return refund
    requested += refund.value.amount
  }
  if (left > 0) {
    const paid = ownKind === 'sale' ? [] : await instalmentsPaidWith(tx, payment.id)
    const refund = await requestRefund(tx, { ...decision, instalmentIds: paid.map(({ id }) => id) }, deps)
    if (!refund.ok) return refund
    requested += refund.value.amount
  }
  return requested > 0 ? ok(requested) : refuse('too_much')
}
