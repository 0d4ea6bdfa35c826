import { isUuid } from '../../../core/ids.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { settleCharge } from '../settlement/settle.ts'

/** Milliseconds after a check during which a repeated check is answered from our books. */
const freshFor = 2_000

/** 'Verificar Pagamento': settles the charge, unless it was checked a moment ago. */
export async function checkCharge(deps: PaymentsDeps, { chargeId }: { chargeId: string }): Promise<void> {
  const charge = isUuid(chargeId) ? await findCharge(deps.database, chargeId) : undefined
  if (!charge || charge.settledAt) return
  if (charge.checkedAt && deps.clock.now().getTime() - charge.checkedAt.getTime() < freshFor) return
  await settleCharge(deps, { chargeId, cause: 'check' })
}
