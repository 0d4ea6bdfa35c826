import { isUuid } from '../../../core/ids.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { settleCharge } from '../settlement/settle.ts'

/** A check a person asks for is answered from our books when the provider was asked this recently, in ms. */
const freshFor = 2_000

/** 'Verificar Pagamento': asks the provider, unless it was asked a moment ago. */
export async function checkCharge(deps: PaymentsDeps, { chargeId }: { chargeId: string }): Promise<void> {
  const charge = isUuid(chargeId) ? await findCharge(deps.database, chargeId) : undefined
  if (!charge || charge.settledAt) return
  if (charge.checkedAt && deps.clock.now().getTime() - charge.checkedAt.getTime() < freshFor) return
  await settleCharge(deps, { chargeId, cause: 'check' })
}
