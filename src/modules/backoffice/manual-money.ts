import { isUuid } from '../../core/ids.ts'
import { type Outcome, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Orders, StepFileRefusal } from '../orders/index.server.ts'
import type { ManualRecorded, ManualRecordRefusal, Payments } from '../payments/index.server.ts'
import { may, type Right } from '../team/public.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

interface Deps extends PerformDeps {
  orders: Pick<Orders, 'addStepFile' | 'takeFile' | 'cancelledAmong'>
  payments: Pick<
    Payments,
    | 'decideManualPayment'
    | 'moneyItem'
    | 'ofOrder'
    | 'ordersOfManualPayment'
    | 'payerKindFor'
    | 'recordManualPayment'
    | 'recordManualRefund'
    | 'undoManualPayment'
  >
}

/** An evidence file, as the browser sent it. */
interface SentFile {
  name: string
  bytes: Uint8Array
}

interface Decided {
  actor: string
  reason: string
}

type Details = Omit<Parameters<Payments['recordManualPayment']>[1], 'by' | 'payerKind' | 'fileId'>

/**
 * Records a manual payment for instalments of an order, with its evidence. The file is stored beforehand, which
 * requires the right to record.
 */
export async function recordManualPayment(
  deps: Deps,
  { actor, orderId, file, ...details }: Decided & Details & { orderId: string; file?: SentFile | undefined },
): Promise<Outcome<ManualRecorded, ManualRecordRefusal | StepFileRefusal | 'unknown_file' | ActionRefusal>> {
  const stored = await storeFile(deps, { right: 'payment.record', actor, orderId, file })
  if (stored && !stored.ok) return stored
  const fileId = stored?.value
  const { reason, key, instalmentIds, amount, receivedOn, channel } = details
  const payerKind = await deps.payments.payerKindFor({ instalmentId: instalmentIds[0] ?? '' })
  const own = isUuid(orderId) ? await deps.payments.ofOrder({ orderId }) : []
  const known = new Set(own.map(({ id }) => id))
  const detail = { instalmentIds, amount, receivedOn, channel, key, ...(fileId && { fileId }) }
  const record = { action: 'payment.record' as const, actor, subject: orderId, reason, detail }
  return perform(deps, record, async (tx, recordedReason) => {
    // The record in the log and the evidence are of this order.
    if (!instalmentIds.every((id) => known.has(id))) return refuse('not_found')
    if (fileId !== undefined && !(await deps.orders.takeFile(tx, { fileId, orderId })))
      return refuse('unknown_file')
    return deps.payments.recordManualPayment(tx, {
      ...details,
      reason: recordedReason,
      fileId,
      payerKind,
      by: actor,
    })
  })
}

/** A second member approves a manual payment above the amount, or declines it. */
export async function decideManualPayment(
  deps: Deps,
  { actor, reason, manualPaymentId, approve }: Decided & { manualPaymentId: string; approve: boolean },
) {
  const payerKind = await deps.payments.payerKindFor({ manualPaymentId })
  const record = { action: 'payment.approve' as const, actor, subject: manualPaymentId, reason }
  return perform(deps, { ...record, detail: { approve } }, (tx) =>
    deps.payments.decideManualPayment(tx, { manualPaymentId, approve, payerKind, by: actor }),
  )
}

/** Reverses a manual payment that was recorded by mistake. What it paid is open again, except for cancelled orders. */
export async function undoManualPayment(
  tx: Transaction,
  input: { manualPaymentId: string; by: string; reason: string },
  { orders, payments }: Pick<Deps, 'orders' | 'payments'>,
) {
  const orderIds = await payments.ordersOfManualPayment(tx, input)
  const cancelledOrders = await orders.cancelledAmong(tx, { orderIds })
  return payments.undoManualPayment(tx, { ...input, cancelledOrders })
}

type Returned = Omit<Parameters<Payments['recordManualRefund']>[1], 'by' | 'fileId'>

/**
 * Records that a refund of a manual payment was transferred, with its evidence, which is among the files of the order that the payment
 * was recorded for.
 */
export async function recordManualRefund(
  deps: Deps,
  { actor, file, ...returned }: Decided & Returned & { file?: SentFile | undefined },
) {
  const { reason, refundId, amount, sentOn, channel } = returned
  const item = file && (await deps.payments.moneyItem({ kind: 'refund', id: refundId }))
  const orderId = (item?.kind === 'refund' && item.byHand?.orderId) || ''
  const stored = await storeFile(deps, { right: 'refund.transfer', actor, orderId, file })
  if (stored && !stored.ok) return stored
  const fileId = stored?.value
  const detail = { amount, sentOn, channel, ...(fileId && { fileId }) }
  const record = { action: 'refund.transfer' as const, actor, subject: refundId, reason, detail }
  return perform(deps, record, async (tx) => {
    if (fileId !== undefined && !(await deps.orders.takeFile(tx, { fileId, orderId })))
      return refuse('unknown_file')
    return deps.payments.recordManualRefund(tx, { ...returned, fileId, by: actor })
  })
}

/** Undefined without a file, and for a member without the right, who is then refused as if there were no file. */
async function storeFile(
  { database, identity, orders }: Deps,
  {
    right,
    actor,
    orderId,
    file,
  }: { right: Right; actor: string; orderId: string; file: SentFile | undefined },
): Promise<Outcome<string, StepFileRefusal> | undefined> {
  if (!file) return undefined
  const role = await database.transaction((tx) => identity.roleOf(tx, actor))
  return may(role, right) ? orders.addStepFile({ orderId, ...file, by: actor }) : undefined
}
