import { MINUTE } from '../../../core/durations.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/digest.ts'
import { type IssueRefusal, issueCharge } from '../charges/issue-charge.ts'
import { type ChargePayer, payerOf } from '../charges/payer-of.ts'
import { requestCharge } from '../charges/request-charge.ts'
import {
  type ChargeRow,
  findOpenBySelection,
  lockOpenBySelection,
  moveCharge,
} from '../charges/store.server.ts'
import { dueBesideCredits } from '../credits/due-beside-credits.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeMethod } from '../domain/charge.ts'
import { payableUntil } from '../domain/expiry.ts'
import { cancelChargesFor } from '../instalments/cancel-charges.ts'
import { insertChargeLines } from '../instalments/charge-lines-store.server.ts'
import { descriptionOf } from '../instalments/description.ts'
import {
  type InstalmentRow,
  lockOwnInstalments,
  ownInstalments,
  pendingCardInstalmentIds,
} from '../instalments/store.server.ts'
import type { Payer, PaymentProvider } from '../ports.ts'

export type StartRefusal =
  | 'nothing_selected'
  /** Unknown, or belongs to another user: the caller cannot tell which. */
  | 'not_found'
  | 'already_paid'
  /** One of the instalments has a payment of another amount, or in doubt, that the team has not resolved yet. */
  | 'under_review'
  | 'invalid_amount'
  /** The amounts due have changed since they were shown, for example at midnight. */
  | 'amounts_changed'
  | 'no_email'
  | 'no_client_data'
  | IssueRefusal

/** An open Pix with less remaining time than this, in milliseconds, is replaced. */
const minTimeLeft = 2 * MINUTE
/**
 * Milliseconds after which a charge without an answer from the provider is replaced, because the provider would refuse
 * the expiry date.
 */
const maxUnansweredTime = 50_000
/** Enough for all instalments of the longest order (999). */
const maxSelected = 1000

/**
 * Starts a charge for a customer's own instalments: commits the intent, then calls the provider. The same selection gets
 * the same charge while it can be paid (two clicks, two tabs, a retry). Without `method`, card instalments are charged to
 * the card, which pays all pending card instalments of the order at once; everything else is charged by Pix. Other open
 * charges for the same instalments are cancelled, so that no instalment is paid twice.
 *
 * @param shown the amount due shown for each instalment, in centavos; refused as `amounts_changed` if it differs today
 * @param description for a payer who must not learn what the order is about; an open charge with a different one is
 *   replaced
 */
export async function startCharge(
  deps: PaymentsDeps,
  {
    viewer,
    instalmentIds,
    ...options
  }: {
    viewer: ChargePayer
    instalmentIds: readonly string[]
    method?: ChargeMethod | undefined
    shown?: ShownAmounts | undefined
    description?: string | undefined
  },
): Promise<Outcome<{ chargeId: string }, StartRefusal>> {
  const ids = [...new Set(instalmentIds)]
  if (ids.length === 0) return refuse('nothing_selected')
  if (ids.length > maxSelected || !ids.every(isUuid)) return refuse('not_found')
  const payer = payerOf(viewer)
  if (!payer.ok) return payer

  const started = await deps.database.transaction((tx) =>
    startWithin(tx, { ...options, userId: viewer.id, ids, payer: payer.value }, deps),
  )
  if (!started.ok) return started
  const issued = await issueCharge(deps, { chargeId: started.value })
  return issued.ok ? ok({ chargeId: started.value }) : issued
}

/** Amounts due as shown to the customer, in centavos, by instalment id. */
export type ShownAmounts = ReadonlyMap<string, Centavos>

interface Selection {
  userId: string
  ids: string[]
  method?: ChargeMethod | undefined
  shown?: ShownAmounts | undefined
  description?: string | undefined
  payer: Payer
}

async function startWithin(
  tx: Transaction,
  selection: Selection,
  deps: PaymentsDeps,
): Promise<Outcome<string, StartRefusal>> {
  const { userId, payer, shown, description } = selection
  const resolved = await resolveSelection(tx, selection)
  if (!resolved.ok) return resolved
  const { ids } = resolved.value
  const method = availableMethod(resolved.value.method, deps.providers.current)
  const key = selectionKey({ userId, ids, method })

  // Charges are locked before instalments, as in settlement, so that no deadlock is possible.
  const open = await lockOpenBySelection(tx, key)
  const rows = await lockOwnInstalments(tx, { ids, userId })
  // Settlement locks the instalments too, so these reads stay valid until the charge is committed.
  const refusal = refusalOf(rows, ids, await instalmentsUnderReview(tx, ids))
  if (refusal) return refuse(refusal)
  const dueOf = await dueBesideCredits(tx, { userId, documento: payer.document }, deps)
  const lines = rows.map((row) => ({ instalmentId: row.id, ...dueOf(row) }))
  if (lines.some(({ instalmentId, total }) => (shown?.get(instalmentId) ?? total) !== total))
    return refuse('amounts_changed')
  const amount = sum(lines.map(({ total }) => total))
  if (amount <= 0) return refuse('invalid_amount')

  if (open && isReusable(open, { amount, description, now: deps.clock.now() })) return ok(open.id)
  if (open) await replaceCharge(tx, open, deps)
  const id = await requestCharge(
    tx,
    {
      purpose: { kind: 'instalments' },
      userId,
      method,
      amount,
      description: description ?? descriptionOf(rows),
      payer,
      selectionKey: key,
      instalments: lines.length,
      maxInstalments: Math.min(12, rows.length),
    },
    deps,
  )
  if (id === undefined) {
    const concurrent = await findOpenBySelection(tx, key)
    return concurrent ? ok(concurrent.id) : refuse('unavailable', 'the concurrent charge is no longer open')
  }
  await insertChargeLines(tx, { chargeId: id, lines })
  await cancelChargesFor(tx, { instalmentIds: ids, except: id }, deps)
  return ok(id)
}

/** Falls back to Pix when the provider does not support the method. */
function availableMethod(wanted: ChargeMethod, { methods }: PaymentProvider): ChargeMethod {
  return methods.includes(wanted) ? wanted : 'pix'
}

/** Resolves the method and, for a card, adds all pending card instalments of the order. */
async function resolveSelection(
  tx: Transaction,
  { userId, ids, method }: Pick<Selection, 'userId' | 'ids' | 'method'>,
): Promise<Outcome<{ ids: string[]; method: ChargeMethod }, StartRefusal>> {
  const rows = await ownInstalments(tx, { ids, userId })
  if (rows.length !== ids.length) return refuse('not_found')
  const allCard = rows.every(({ paymentMethod }) => paymentMethod === 'credit_card')
  const chosen = method ?? (allCard ? 'credit_card' : 'pix')
  const [first] = rows
  const oneOrder = rows.every(({ orderId }) => orderId === first?.orderId)
  if (chosen === 'pix' || !allCard || !oneOrder || !first) return ok({ ids, method: chosen })
  const all = await pendingCardInstalmentIds(tx, { orderId: first.orderId, userId })
  const underReview = await instalmentsUnderReview(tx, all)
  return ok({ ids: [...new Set([...ids, ...all.filter((id) => !underReview.has(id))])], method: chosen })
}

function refusalOf(
  rows: InstalmentRow[],
  ids: string[],
  underReview: Map<string, string>,
): StartRefusal | undefined {
  if (rows.length !== ids.length) return 'not_found'
  if (rows.some(({ status }) => status !== 'pending')) return 'already_paid'
  return underReview.size > 0 ? 'under_review' : undefined
}

/** A payment in process is always reused; any other open charge only when it asks for today's amount. */
function isReusable(
  charge: ChargeRow,
  { amount, description, now }: { amount: Centavos; description: string | undefined; now: Date },
): boolean {
  if (charge.status === 'in_process') return true
  if (charge.amount !== amount || (description ?? charge.description) !== charge.description) return false
  if (charge.status === 'created') return now.getTime() - charge.createdAt.getTime() < maxUnansweredTime
  const until = payableUntil(charge)
  return until === undefined || until.getTime() - now.getTime() > minTimeLeft
}

/** Expires a charge that is replaced by a new one. If the old one is paid nevertheless, it is still settled. */
async function replaceCharge(
  tx: Transaction,
  charge: ChargeRow,
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'enqueue'>,
): Promise<void> {
  await moveCharge(tx, { charge, to: 'expired', cause: 'renewal', change: { payer: null } }, deps)
  await deps.enqueue(tx, 'charges.cancel', { chargeId: charge.id })
}

/** Identifies a selection of instalments; at most one charge per selection is open. */
export function selectionKey({
  userId,
  ids,
  method,
}: {
  userId: string
  ids: readonly string[]
  method: ChargeMethod
}): string {
  const digest = sha256([...ids].sort().join(','))
  return `${userId}:${method}:${digest.slice(0, 40)}`
}
