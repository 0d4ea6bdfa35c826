import { isTransientError } from '../../../platform/database/transient-error.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ListedPayment, PaymentReport } from '../ports.ts'
import { keepRaw } from '../set-aside/raw-store.server.ts'
import { obstacleOf, setAside } from './set-aside.ts'
import { type SettleCause, type SettleResult, settleReport } from './settle-report.ts'

/**
 * Settles payments as a provider lists them. What it says is kept first. Each payment is then booked or set aside: none
 * holds up another.
 *
 * @param now of the database
 */
export async function settleListed(
  deps: PaymentsDeps,
  {
    provider,
    listed,
    cause,
    now,
  }: { provider: string; listed: readonly ListedPayment[]; cause: SettleCause; now: Date },
): Promise<SettleResult[]> {
  await keepRaw(deps.database, { cipher: deps.cipher, provider, listed, now })
  const results: SettleResult[] = []
  for (const payment of listed)
    results.push(await settleOrSetAside(deps, { provider, listed: payment, cause, now }))
  return results
}

async function settleOrSetAside(
  deps: PaymentsDeps,
  {
    provider,
    listed,
    cause,
    now,
  }: { provider: string; listed: ListedPayment; cause: SettleCause; now: Date },
): Promise<SettleResult> {
  const obstacle = obstacleOf(listed)
  if (obstacle) {
    await setAside(deps, { provider, listed, now, obstacle })
    return { kind: 'set_aside' }
  }
  try {
    return await settleReport(deps, { provider, report: listed as PaymentReport, cause, now })
  } catch (error) {
    // A job tries again at once; the sweep, which must not wait, when the payment is due.
    if (isTransientError(error) && cause !== 'reconcile') throw error
    await setAside(deps, { provider, listed, now, error })
    return { kind: 'set_aside' }
  }
}
