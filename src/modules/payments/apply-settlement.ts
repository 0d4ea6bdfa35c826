import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type ChargeRow, insertHistory, updateCharge } from './charges-store.server.ts'
import { type CreditRow, insertCredit } from './credits-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import type { ChargeStatus } from './domain/charge.ts'
import { nextCheckOf } from './domain/check-times.ts'
import type { CreditDue, Settlement } from './domain/settlement.ts'
import { cancelPaidBy, type InstalmentRow, markPaid } from './instalments-store.server.ts'
import type { ProviderPayment } from './ports.ts'
import { tellDivergence } from './tell-divergence.ts'

type Deps = Pick<PaymentsDeps, 'publish' | 'clock' | 'newId' | 'send' | 'contactOf' | 'publicUrl'>

interface Case {
  /** Locked. */
  charge: ChargeRow
  /** Locked. */
  covered: readonly InstalmentRow[]
  settlement: Settlement
  report: ProviderPayment
  cause: string
}

/**
 * Writes a decision down: the charge, its instalments, credits, history and what the other modules must hear, all in
 * the caller's transaction.
 *
 * @returns the charge's status afterwards
 */
export async function applySettlement(tx: Transaction, given: Case, deps: Deps): Promise<ChargeStatus> {
  const { charge, covered, settlement, report, cause } = given
  const { clock, newId, publish } = deps
  const now = clock.now()
  const to = statusAfter(settlement) ?? charge.status
  const money = settlement.kind === 'book' || (settlement.kind === 'credit' && to === 'divergent')
  const receivedAt = report.approvedAt ?? now
  const firstMoney = money && charge.settledAt === null

  const isItsOwn =
    charge.settledAt === null || charge.providerId === null || charge.providerId === report.providerId
  if (isItsOwn) {
    const settledAt = firstMoney ? now : charge.settledAt
    await updateCharge(tx, charge.id, {
      status: to,
      providerId: report.providerId,
      providerStatus: report.status,
      providerDetail: report.detail ?? null,
      refundedAmount: report.refunded,
      ...(firstMoney && { approvedAmount: report.amount, payer: null }),
      ...(charge.qrCode === null &&
        report.code && { qrCode: report.code, ticketUrl: report.ticketUrl ?? null }),
      settledAt,
      checkedAt: now,
      nextCheckAt: nextCheckOf({ ...charge, settledAt }, now),
    })
  }
  if (to !== charge.status) {
    await insertHistory(tx, {
      id: newId(),
      chargeId: charge.id,
      from: charge.status,
      to,
      cause,
      providerId: report.providerId,
      providerStatus: report.status,
      providerDetail: report.detail ?? null,
      at: now,
    })
  }
  for (const due of creditsIn(settlement)) {
    await insertCredit(tx, creditOf(due, { report, charge, id: newId(), at: now }))
  }
  if (to === 'divergent' && to !== charge.status) {
    await tellDivergence(tx, { charge, received: report.amount }, deps)
  }
  if (settlement.kind === 'book') {
    const paid = covered.filter(({ id }) => settlement.paid.some((instalment) => instalment.id === id))
    await markPaid(tx, { ids: paid.map(({ id }) => id), by: charge.id, at: receivedAt })
    const paidOn = todayInSaoPaulo(receivedAt)
    for (const { id, orderId, userId, amount } of paid) {
      await publish(tx, 'installment.paid', { paymentId: id, orderId, userId, amount, paidOn })
    }
    await publish(tx, 'charge.settled', { ...about(charge), paidOn })
  }
  if (settlement.kind === 'move' && (to === 'refunded' || to === 'charged_back')) {
    // Disputed at the bank, an instalment stays paid until the desk decides.
    const given = to === 'refunded' ? await cancelPaidBy(tx, charge.id) : []
    await publish(tx, 'charge.reversed', { ...about(charge), status: to, paymentIds: given })
  }
  return to
}

/** A credit as it is kept; its key makes a second report of the same money change nothing. */
export function creditOf(
  due: CreditDue,
  { report, charge, id, at }: { report: ProviderPayment; charge?: ChargeRow; id: string; at: Date },
): CreditRow {
  return {
    id,
    key: `${report.providerId}:${due.reason}:${due.instalmentId ?? ''}`,
    reason: due.reason,
    amount: due.amount,
    providerId: report.providerId,
    reference: report.reference ?? null,
    chargeId: charge?.id ?? null,
    paymentId: due.instalmentId ?? null,
    userId: charge?.userId ?? null,
    status: 'open',
    createdAt: at,
    resolvedAt: null,
    resolvedBy: null,
    resolution: null,
  }
}

function statusAfter(settlement: Settlement): ChargeStatus | undefined {
  switch (settlement.kind) {
    case 'none':
      return undefined
    case 'move':
    case 'credit':
      return settlement.to
    case 'book':
      return 'approved'
    default:
      return settlement satisfies never
  }
}

function creditsIn(settlement: Settlement): readonly CreditDue[] {
  if (settlement.kind === 'credit') return [settlement.credit]
  return settlement.kind === 'book' ? settlement.credits : []
}

function about(charge: ChargeRow) {
  return {
    chargeId: charge.id,
    userId: charge.userId,
    amount: charge.amount,
    method: charge.method,
    purpose:
      charge.purpose === 'consultation'
        ? { kind: 'consultation', id: charge.purposeId }
        : { kind: 'instalments' },
  }
}
