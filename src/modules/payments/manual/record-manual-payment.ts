import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { insertCharge, lockCharge } from '../charges/store.server.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { amountDue, type PayerKind } from '../domain/amount-due.ts'
import { approvalWindowStart, needsApproval } from '../domain/approval.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import {
  type EvidenceRefusal,
  linesPaidBy,
  MANUAL_PROVIDER,
  readEvidence,
  receivedAtOn,
} from '../domain/manual-payment.ts'
import { amountOf } from '../domain/settlement.ts'
import { cancelChargesFor } from '../instalments/cancel-charges.ts'
import { insertChargeLines } from '../instalments/charge-lines-store.server.ts'
import { descriptionOf } from '../instalments/description.ts'
import {
  type InstalmentRow,
  instalmentsById,
  instalmentsOfOrder,
  lockInstalments,
} from '../instalments/store.server.ts'
import { notifyTeamOfApproval } from '../notify-team.ts'
import { lockUnapproved } from '../refunds/approvals-store.server.ts'
import { recordPaymentReport } from '../settlement/record-payment-report.ts'
import { manualReferenceOf, reportOf } from './report-of.ts'
import {
  findManualByKey,
  insertManualPayment,
  lockManualPayment,
  type ManualPaymentRow,
  unapprovedManualOf,
  updateManualPayment,
} from './store.server.ts'

/** Money received outside the providers, as entered by a member of the team. */
export interface ManualPaymentToRecord {
  /** Key of the form: the same form sent twice is one payment. */
  key: string
  /** Instalments of one customer and one order; the evidence is among the files of that order. */
  instalmentIds: readonly string[]
  /** Centavos that came. */
  amount: Centavos
  /** DATE in America/Sao_Paulo on which the money was received, at most a year ago. */
  receivedOn: string
  channel: string
  /** Reference number at a third party; empty when a file is the evidence. */
  protocol?: string
  /** A stored file of the order. */
  fileId?: string | undefined
  /** Determines the late charges that the law allows. */
  payerKind: PayerKind
  by: string
  reason: string
}

/** Why a manual payment cannot be booked on its instalments now. */
type ManualSettleRefusal =
  | 'not_found'
  /** One of them has an amount mismatch that is not resolved yet. */
  | 'under_review'

export type ManualRecordRefusal =
  | ManualSettleRefusal
  /** One of the instalments is paid, cancelled or refunded. */
  | 'not_payable'
  /** The day precedes the order's first instalments. */
  | 'before_contract'
  | 'nothing_selected'
  | 'invalid_amount'
  | EvidenceRefusal
  /** The same form with other contents, or one that was declined or undone. */
  | 'key_reused'

export interface ManualRecorded {
  id: string
  amount: Centavos
  /** True while it needs the approval of another member. */
  isWaiting: boolean
  /** True when it is less than the amount due: nothing is paid, and the team decides about the credit. */
  isLess: boolean
  /** True when one of its instalments is no longer open: its part is a credit of the customer. */
  isCredited: boolean
}

const paysAll = { isLess: false, isCredited: false }

/** More than any order has. */
const maxSelected = 1000

/**
 * Records a manual payment in the caller's transaction. Up to the amount from which a second person decides, the
 * instalments are paid at once, as by a provider's report; above it, alone or with the customer's other recent manual
 * payments, or for a member who is the customer, the record needs approval, and the team is notified. Sending the same form again changes nothing.
 */
export async function recordManualPayment(
  tx: Transaction,
  { key, instalmentIds, payerKind, by, reason, ...details }: ManualPaymentToRecord,
  deps: PaymentsDeps,
): Promise<Outcome<ManualRecorded, ManualRecordRefusal>> {
  const { amount, receivedOn } = details
  const now = deps.clock.now()
  const ids = [...new Set(instalmentIds)].toSorted()
  if (ids.length === 0) return refuse('nothing_selected')
  if (ids.length > maxSelected || !ids.every(isUuid) || !isUuid(key)) return refuse('not_found')
  if (!Number.isSafeInteger(amount) || amount <= 0) return refuse('invalid_amount')
  const evidence = readEvidence({ ...details, day: receivedOn }, todayInSaoPaulo(now))
  if (!evidence.ok) return evidence
  const [any] = deps.approvalAbove === undefined ? [] : await instalmentsById(tx, ids)
  if (any) await lockUnapproved(tx, { kind: 'manual', userId: any.userId })
  // Of two concurrent submissions, the second blocks here and then finds the first.
  const rows = await lockInstalments(tx, ids)
  const before = await findManualByKey(tx, { requestedBy: by, key })
  if (before) return again(before, { ids, amount, receivedOn })
  const owner = ownerOf(rows, ids)
  if (!owner.ok) return owner
  if (rows.some(({ status }) => status !== 'pending')) return refuse('not_payable')
  if ((await instalmentsUnderReview(tx, ids)).size > 0) return refuse('under_review')
  const { userId, orderId } = owner.value
  if (receivedOn < (await signedOn(tx, orderId))) return refuse('before_contract')
  const row: ManualPaymentRow = {
    id: deps.newId(),
    key,
    userId,
    orderId,
    instalmentIds: ids,
    amount,
    receivedOn,
    ...evidence.value,
    reason,
    status: 'waiting',
    requestedBy: by,
    requestedAt: now,
    changedAt: now,
    decidedBy: null,
    decidedAt: null,
    chargeId: null,
    receivedAt: null,
    undoneBy: null,
    undoneAt: null,
    undoneReason: null,
  }
  // Another form has this key by now, for other instalments: one for the same waited above.
  if (!(await insertManualPayment(tx, row))) return refuse('key_reused')
  if (deps.approvalAbove !== undefined) {
    const unapproved = await unapprovedManualOf(tx, { userId, since: approvalWindowStart(now) })
    if (userId === by || needsApproval(unapproved + amount, deps.approvalAbove)) {
      await notifyTeamOfApproval(tx, { what: 'manual_payment', amount }, deps)
      return ok({ id: row.id, amount, isWaiting: true, ...paysAll })
    }
  }
  return settle(tx, { row, rows, payerKind }, deps)
}

/** Returns the result of the first submission, unless the second has different contents or the first was declined or undone. */
function again(
  { id, status, ...row }: ManualPaymentRow,
  { ids, amount, receivedOn }: { ids: readonly string[]; amount: Centavos; receivedOn: string },
): Outcome<ManualRecorded, 'key_reused'> {
  if (status === 'declined' || status === 'undone') return refuse('key_reused')
  const isSame =
    row.amount === amount && row.receivedOn === receivedOn && row.instalmentIds.join() === ids.join()
  if (!isSame) return refuse('key_reused')
  return ok({ id, amount, isWaiting: status === 'waiting', ...paysAll })
}

export type ManualDecisionRefusal =
  | ManualSettleRefusal
  | 'not_open'
  /** Members cannot approve what they recorded themselves, nor payments for their own debts. */
  | 'own_request'

/**
 * Approves a manual payment above the amount, by another member, and records it exactly as entered; or declines it, which
 * the member who entered it may also do. Money for an instalment that was paid, cancelled or replaced meanwhile becomes a credit,
 * as the money of a code that was paid late does.
 *
 * @returns the recorded payment; undefined when it is declined
 */
export async function decideManualPayment(
  tx: Transaction,
  {
    manualPaymentId,
    approve,
    payerKind,
    by,
  }: { manualPaymentId: string; approve: boolean; payerKind: PayerKind; by: string },
  deps: PaymentsDeps,
): Promise<Outcome<ManualRecorded | undefined, ManualDecisionRefusal>> {
  const row = isUuid(manualPaymentId) ? await lockManualPayment(tx, manualPaymentId) : undefined
  if (row?.status !== 'waiting') return refuse('not_open')
  const decision = { decidedBy: by, decidedAt: deps.clock.now(), changedAt: deps.clock.now() }
  if (!approve) {
    await updateManualPayment(tx, row.id, { ...decision, status: 'declined' })
    return ok(undefined)
  }
  if (row.requestedBy === by || row.userId === by) return refuse('own_request')
  const rows = await lockInstalments(tx, row.instalmentIds)
  const owner = ownerOf(rows, row.instalmentIds)
  if (!owner.ok) return owner
  if ((await instalmentsUnderReview(tx, row.instalmentIds)).size > 0) return refuse('under_review')
  return settle(tx, { row: { ...row, ...decision }, rows, payerKind }, deps)
}

/** Returns the customer and the order of all these instalments; refuses `not_found` when they do not have the same. */
function ownerOf(
  rows: readonly InstalmentRow[],
  ids: readonly string[],
): Outcome<{ userId: string; orderId: string }, 'not_found'> {
  const [first] = rows
  if (!first || rows.length !== ids.length) return refuse('not_found')
  const { userId, orderId } = first
  const isOfBoth = rows.every((row) => row.userId === userId && row.orderId === orderId)
  return isOfBoth ? ok({ userId, orderId }) : refuse('not_found')
}

/** Returns the day on which an order's first instalments were made: that of its contract. */
async function signedOn(tx: Transaction, orderId: string): Promise<IsoDate> {
  const days = (await instalmentsOfOrder(tx, orderId)).map(({ createdAt }) => todayInSaoPaulo(createdAt))
  return days.reduce((a, b) => (a < b ? a : b))
}

/** An instalment of an addendum costs, on a day before the addendum, what it cost on its first day. */
function dayOfAmount({ createdAt }: InstalmentRow, receivedOn: IsoDate): IsoDate {
  const madeOn = todayInSaoPaulo(createdAt)
  return receivedOn < madeOn ? madeOn : receivedOn
}

/**
 * Turns it into a payment of the provider `manual`, with a charge for the amount due on its day, and records it like any
 * provider's report. The instalments must be locked.
 */
async function settle(
  tx: Transaction,
  { row, rows, payerKind }: { row: ManualPaymentRow; rows: readonly InstalmentRow[]; payerKind: PayerKind },
  deps: PaymentsDeps,
): Promise<Outcome<ManualRecorded, never>> {
  const now = deps.clock.now()
  const { receivedOn: on, amount, userId } = row
  const due = rows.map((instalment) => ({
    instalmentId: instalment.id,
    ...amountDue({ instalment, on: dayOfAmount(instalment, on), terms: deps.terms, payerKind }),
  }))
  const lines = linesPaidBy(due, amount)
  const [chargeId, receivedAt] = [deps.newId(), receivedAtOn(on, now)]
  await insertCharge(tx, {
    id: chargeId,
    userId,
    purpose: 'instalments',
    method: 'pix',
    status: 'created',
    amount: sum(lines.map(amountOf)),
    description: descriptionOf(rows),
    provider: MANUAL_PROVIDER,
    reference: manualReferenceOf(row.id),
    idempotencyKey: row.id,
    selectionKey: `manual:${row.id}`,
    providerId: row.id,
    maxInstalments: 1,
    createdAt: now,
    issuedAt: now,
  })
  await insertChargeLines(tx, { chargeId, lines })
  const status = 'recorded' as const
  const decided = { status, chargeId, receivedAt, changedAt: now, decidedAt: now, decidedBy: row.decidedBy }
  await updateManualPayment(tx, row.id, decided)
  const charge = await lockCharge(tx, chargeId)
  const report = reportOf({ ...row, ...decided }, [])
  const settled = await recordPaymentReport(
    tx,
    { provider: MANUAL_PROVIDER, charge, report, cause: 'manual', now },
    deps,
  )
  // A customer who paid manually must not also pay an open code, even while the team reviews the amount.
  await cancelChargesFor(tx, { instalmentIds: rows.map(({ id }) => id), except: chargeId }, deps)
  const isLess = settled.status === 'amount_mismatch'
  const isCredited = rows.some(({ status }) => !isInstalmentOpen(status))
  return ok({ id: row.id, amount, isWaiting: false, isLess, isCredited })
}
