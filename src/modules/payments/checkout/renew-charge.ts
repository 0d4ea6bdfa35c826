import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { ChargePayer } from '../charges/payer-of.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { wasPaid } from '../domain/charge.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { amountOf } from '../domain/settlement.ts'
import { coveredInstalments } from '../instalments/charge-lines-store.server.ts'
import { settleCharge } from '../settlement/settle.ts'
import { startCharge } from './start-charge.ts'
import { mayRequestCharge, type OwnChargeRefusal } from './start-own-charge.ts'

/**
 * Renews an expired, cancelled or rejected charge with a new code. The old charge is settled first: if money arrived at
 * the last moment there is nothing to renew, and the same charge is returned. A renewal asks for the same amounts:
 * refused as `amounts_changed` when today's amounts due differ.
 */
export async function renewCharge(
  deps: PaymentsDeps,
  { chargeId, viewer }: { chargeId: string; viewer: ChargePayer },
): Promise<Outcome<{ chargeId: string }, OwnChargeRefusal>> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge || charge.userId !== viewer.id || charge.purpose !== 'instalments') return refuse('not_found')
  if (!(await mayRequestCharge(deps, viewer))) return refuse('too_many')
  const settled = await settleCharge(deps, { chargeId, cause: 'check' })
  if (settled.kind === 'settled' && wasPaid(settled.status)) return ok({ chargeId })
  const covered = await coveredInstalments(deps.database, chargeId)
  const pending = covered.filter(({ row }) => isInstalmentOpen(row.status))
  const shown = new Map(pending.map(({ row, asked }) => [row.id, amountOf(asked)]))
  if (shown.size === 0) return refuse('already_paid')
  return startCharge(deps, { viewer, instalmentIds: [...shown.keys()], method: charge.method, shown })
}
