import type { Transaction } from '../../platform/database/database.ts'
import { applySettlement, creditOf } from './apply-settlement.ts'
import {
  type ChargeRow,
  findByReport,
  findCharge,
  insertHistory,
  lockCharge,
  updateCharge,
} from './charges-store.server.ts'
import { insertCredit } from './credits-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { chargeMachine, isOpen } from './domain/charge.ts'
import { nextCheckOf } from './domain/check-times.ts'
import { decideSettlement } from './domain/settlement.ts'
import { lockCovered } from './instalments-store.server.ts'
import type { ProviderOutcome, ProviderPayment } from './ports.ts'

/** Who made us ask. */
export type SettleCause = 'webhook' | 'reconcile' | 'check' | 'cancel' | 'refund'

export type SettleResult =
  /** The provider did not answer: ask again. */
  | { kind: 'unavailable' }
  /** The provider knows of no such payment. */
  | { kind: 'unknown' }
  /** Money for nothing we asked: a credit on the desk. */
  | { kind: 'unmatched' }
  | { kind: 'settled'; chargeId: string; status: ChargeRow['status'] }

type Deps = Omit<PaymentsDeps, 'enqueue'>

/**
 * Makes our books agree with the provider about one payment: asks for it anew (a notice is only a hint), then decides
 * and writes in one transaction, the charge locked. Run twice, the second changes nothing.
 */
export async function settle({
  cause,
  ...rest
}: ({ providerPaymentId: string } | { chargeId: string }) & {
  cause: SettleCause
} & Deps): Promise<SettleResult> {
  if ('providerPaymentId' in rest) {
    const asked = await rest.provider.get(rest.providerPaymentId)
    if (asked.ok) return settleReport({ report: asked.value, cause, ...rest })
    return { kind: asked.code === 'not_found' ? 'unknown' : 'unavailable' }
  }
  const { chargeId, ...deps } = rest
  const charge = await findCharge(deps.database, chargeId)
  if (!charge) return { kind: 'unknown' }
  const asked = await askAbout(charge, deps)
  if (!asked.ok && asked.code !== 'not_found') {
    await postpone(charge, deps)
    return { kind: 'unavailable' }
  }
  if (asked.ok && asked.value) return settleReport({ report: asked.value, cause, ...deps })
  return nothingKnown(charge, cause, deps)
}

/** Settles what the provider has just told. */
export async function settleReport({
  report,
  cause,
  ...deps
}: { report: ProviderPayment; cause: SettleCause } & Omit<Deps, 'provider'>): Promise<SettleResult> {
  const { database, log } = deps
  return database.transaction(async (tx) => {
    const found = await findByReport(tx, report)
    const charge = found && (await lockCharge(tx, found.id))
    if (!charge) return unmatched(tx, report, deps)
    const covered = await lockCovered(tx, charge.id)
    const settlement = decideSettlement({
      charge: {
        status: charge.status,
        reference: charge.reference,
        amount: charge.amount,
        bookedBy: charge.settledAt ? (charge.providerId ?? undefined) : undefined,
      },
      instalments: covered,
      reported: report,
    })
    const status = await applySettlement(tx, { charge, covered, settlement, report, cause }, deps)
    if (status !== charge.status)
      log.info({ chargeId: charge.id, from: charge.status, to: status, cause }, 'charge')
    return { kind: 'settled', chargeId: charge.id, status }
  })
}

/** One payment per Pix. A card's preference may see several attempts: the approved one counts, else the newest. */
async function askAbout(
  charge: ChargeRow,
  { provider }: Deps,
): Promise<ProviderOutcome<ProviderPayment | undefined>> {
  if (charge.providerId && (charge.method === 'pix' || charge.settledAt))
    return provider.get(charge.providerId)
  const found = await provider.search({ reference: charge.reference })
  if (!found.ok) return found
  return { ok: true, value: found.value.find(({ status }) => status === 'approved') ?? found.value[0] }
}

/** Nobody began to pay. Once it can no longer be paid, the charge is over. */
async function nothingKnown(charge: ChargeRow, cause: SettleCause, deps: Deps): Promise<SettleResult> {
  const { database, clock, newId } = deps
  const status = await database.transaction(async (tx) => {
    const locked = await lockCharge(tx, charge.id)
    if (!locked) return charge.status
    const now = clock.now()
    const over = isOpen(locked.status) && locked.expiresAt !== null && locked.expiresAt <= now
    const to = over && chargeMachine.canMove(locked.status, 'expired') ? 'expired' : locked.status
    await updateCharge(tx, locked.id, { status: to, checkedAt: now, nextCheckAt: nextCheckOf(locked, now) })
    if (to !== locked.status) {
      await insertHistory(tx, { id: newId(), chargeId: locked.id, from: locked.status, to, cause, at: now })
    }
    return to
  })
  return { kind: 'settled', chargeId: charge.id, status }
}

async function postpone(charge: ChargeRow, { database, clock }: Deps): Promise<void> {
  await updateCharge(database, charge.id, { nextCheckAt: nextCheckOf(charge, clock.now()) })
}

async function unmatched(
  tx: Transaction,
  report: ProviderPayment,
  { clock, newId, log }: Omit<Deps, 'provider'>,
): Promise<SettleResult> {
  if (report.status !== 'approved') return { kind: 'unknown' }
  const credit = creditOf(
    { reason: 'unmatched', amount: report.amount },
    { report, id: newId(), at: clock.now() },
  )
  if (await insertCredit(tx, credit)) {
    log.warn({ providerId: report.providerId, amount: report.amount }, 'money that matches no charge')
  }
  return { kind: 'unmatched' }
}
