import { forEachAtOnce } from '../../../core/at-once.ts'
import { isTransientError } from '../../../platform/database/transient-error.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { isPossiblyMoney } from '../domain/payment-state.ts'
import { independentGroups } from '../domain/sweep.ts'
import { isReadable, type ListedPayment } from '../ports.ts'
import { keepRaw } from '../set-aside/raw-store.server.ts'
import { type Owner, ownersOf } from './owners.ts'
import { isBookable, obstacleTo, setAside, setAsideOtherShop } from './set-aside.ts'
import { type SettleCause, type SettleResult, settleReport } from './settle-report.ts'

/**
 * Settles payments as a provider lists them. The payloads are stored first. Each payment is then booked or set aside,
 * without blocking the others: some at once, those of one charge or id one after another, oldest first. A payment of another shop
 * on the account is neither.
 *
 * @param now of the database
 * @param isOfCharge the provider listed them for a charge of ours
 * @returns the results in the order of the list
 */
export async function settleListed(
  deps: PaymentsDeps,
  {
    provider,
    listed,
    cause,
    now,
    isOfCharge,
  }: {
    provider: string
    listed: readonly ListedPayment[]
    cause: SettleCause
    now: Date
    isOfCharge?: boolean
  },
): Promise<SettleResult[]> {
  await keepRaw(deps.database, { cipher: deps.cipher, provider, listed, now })
  const found = { provider: providerNamed(deps.providers, provider), listed, isOfCharge }
  const owners = await ownersOf(deps.database, found)
  const results = new Map<ListedPayment, SettleResult>()
  await forEachAtOnce(independentGroups(listed), found.provider.requestsAtOnce, async (payments) => {
    for (const payment of payments) {
      const owner = owners.get(payment) ?? 'ours'
      const leftAlone = await handleForeignPayment(deps, { provider, listed: payment, owner, now })
      const result = leftAlone ?? (await settleOrSetAside(deps, { provider, listed: payment, cause, now }))
      results.set(payment, result)
    }
  })
  return listed.flatMap((payment) => results.get(payment) ?? [])
}

/**
 * Handles a payment that is not ours, or not certainly: it is never booked, but set aside for a decision, or listed.
 * Undefined for our own.
 */
async function handleForeignPayment(
  deps: PaymentsDeps,
  { provider, listed, owner, now }: { provider: string; listed: ListedPayment; owner: Owner; now: Date },
): Promise<SettleResult | undefined> {
  if (owner === 'ours' || !isReadable(listed)) return undefined
  // Not paid, or never to be paid: there is nothing to record.
  if (!isPossiblyMoney(listed)) return { kind: 'other_shop' }
  if (owner === 'other_shop') {
    await setAsideOtherShop(deps, { provider, listed, now })
    return { kind: 'other_shop' }
  }
  const obstacle = { reason: owner, detail: listed.reference ?? '' }
  return setAside(deps, { provider, listed, now, obstacle })
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
  if (!isBookable(listed)) return setAside(deps, { provider, listed, now, obstacle: obstacleTo(listed) })
  try {
    return await settleReport(deps, { provider, report: listed, cause, now })
  } catch (error) {
    // A job retries at once; the sweep, which must not block, retries when the payment's next try is due.
    if (isTransientError(error) && cause !== 'reconcile') throw error
    return setAside(deps, { provider, listed, now, error })
  }
}
