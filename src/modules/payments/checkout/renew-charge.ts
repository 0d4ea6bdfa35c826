import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { ChargePayer } from '../charges/payer-of.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { wasPaid } from '../domain/charge.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { amountOf } from '../domain/settlement.ts'
import { coveredInstalments } from '../instalments/charge-lines-store.server.ts'
import { settleCharge } from '../settlement/settle.ts'
import { type StartRefusal, startCharge } from './start-charge.ts'

/**
 * A new code for what an expired, cancelled or refused charge was to pay. The old one is asked about first: money may
 * have arrived at the last moment, and then there is nothing to renew and the same charge comes back, approved. It is
 * renewed for what it asked: refused as `amounts_changed` where another day asks something else.
 */
export async function renewCharge(
  deps: PaymentsDeps,
  { chargeId, viewer }: { chargeId: string; viewer: ChargePayer },
): Promise<Outcome<{ chargeId: string }, StartRefusal>> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge || charge.userId !== viewer.id || charge.purpose !== 'instalments') return refuse('not_found')
  const settled = await settleCharge(deps, { chargeId, cause: 'check' })
  if (settled.kind === 'settled' && wasPaid(settled.status)) return ok({ chargeId })
  const covered = await coveredInstalments(deps.database, chargeId)
  const owed = covered.filter(({ row }) => isInstalmentOpen(row.status))
  const shown = new Map(owed.map(({ row, asked }) => [row.id, amountOf(asked)]))
  if (shown.size === 0) return refuse('already_paid')
  return startCharge(deps, { viewer, instalmentIds: [...shown.keys()], method: charge.method, shown })
}
