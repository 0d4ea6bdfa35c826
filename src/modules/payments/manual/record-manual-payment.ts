import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { PayerKind } from '../domain/amount-due.ts'
import { approvalWindowStart, needsApproval } from '../domain/approval.ts'
import { type EvidenceRefusal, readEvidence } from '../domain/manual-payment.ts'
import { instalmentsById, instalmentsOfOrder, lockInstalments } from '../instalments/store.server.ts'
import { notifyTeamOfApproval } from '../notify-team.ts'
import { lockUnapproved } from '../refunds/approvals-store.server.ts'
import {
  type ManualRecorded,
  type ManualSettleRefusal,
  ownerOf,
  settleManualPayment,
} from './settle-manual-payment.ts'
import {
  findManualByKey,
  insertManualPayment,
  type ManualPaymentRow,
  unapprovedManualOf,
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
  return settleManualPayment(tx, { row, rows, payerKind }, deps)
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

/** Returns the day on which an order's first instalments were made: that of its contract. */
async function signedOn(tx: Transaction, orderId: string): Promise<IsoDate> {
  const days = (await instalmentsOfOrder(tx, orderId)).map(({ createdAt }) => todayInSaoPaulo(createdAt))
  return days.reduce((a, b) => (a < b ? a : b))
}
