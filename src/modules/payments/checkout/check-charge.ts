import { isUuid } from '../../../core/ids.ts'
import { findCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { settleCharge } from '../settlement/settle.ts'

/** Milliseconds after a check during which a repeated check is answered from our books. */
const freshFor = 2_000

/** Checks that are under way in this process, by charge. */
const underWay = new Map<string, Promise<void>>()

/**
 * 'Verificar Pagamento': settles the charge, unless it was checked a moment ago. A request during a check waits for that
 * check, so that concurrent requests query the provider once.
 */
export function checkCharge(deps: PaymentsDeps, { chargeId }: { chargeId: string }): Promise<void> {
  const running = underWay.get(chargeId)
  if (running) return running
  const check = checkNow(deps, chargeId).finally(() => underWay.delete(chargeId))
  underWay.set(chargeId, check)
  return check
}

async function checkNow(deps: PaymentsDeps, chargeId: string): Promise<void> {
  const charge = isUuid(chargeId) ? await findCharge(deps.database, chargeId) : undefined
  if (!charge || charge.settledAt) return
  if (charge.checkedAt && deps.clock.now().getTime() - charge.checkedAt.getTime() < freshFor) return
  await settleCharge(deps, { chargeId, cause: 'check' })
}
