import { type IsoDate, isIsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { cancelCharge } from '../checkout/cancel-charge.ts'
import { checkCharge } from '../checkout/check-charge.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  isInRange,
  type PostponementRange,
  type PostponementRefusal,
  postponementRange,
  postponementStatement,
} from '../domain/postponement.ts'
import { cancelChargesFor } from '../instalments/cancel-charges.ts'
import { openChargesFor } from '../instalments/charge-lines-store.server.ts'
import {
  findOwnInstalment,
  type InstalmentRow,
  instalmentsOfOrder,
  lockOwnInstalments,
  moveDueDate,
} from '../instalments/store.server.ts'
import { postponedMessage } from '../messages.ts'
import { findPostponement, insertPostponement } from './store.server.ts'

export type PostponeRefusal =
  | PostponementRefusal
  /** Unknown, or another user's; the two are not distinguished. */
  | 'not_found'
  /** The date is not among those offered. */
  | 'date_not_allowed'

interface Postponement {
  from: IsoDate
  to: IsoDate
}

/**
 * Postpones an instalment of a customer, once for each order (`postponementRule`). In one transaction: sets the new due
 * date, stores the evidence, the customer's message and an event, and ends its open charges. Idempotent: a repeated request
 * returns the result of the first. A charge that is paid nevertheless still pays the instalment.
 *
 * @param to DATE, as offered by `postponementOf`
 */
export async function postponeInstalment(
  deps: PaymentsDeps,
  request: {
    userId: string
    instalmentId: string
    to: IsoDate
    evidence: { ip: string; userAgent: string }
  },
): Promise<Outcome<Postponement, PostponeRefusal>> {
  const { userId, instalmentId, to } = request
  if (!(await findOwnInstalment(deps.database, { id: instalmentId, userId }))) return refuse('not_found')
  if (!isIsoDate(to)) return refuse('date_not_allowed')
  // Money that has arrived takes precedence over a new date.
  const open = await openChargesFor(deps.database, { instalmentIds: [instalmentId] })
  for (const chargeId of open) await checkCharge(deps, { chargeId }).catch(logged(deps, chargeId))

  const moved = await deps.database.transaction((tx) => postponeWithin(tx, request, deps))
  // The job does the same; done here only so that the next page already shows it.
  if (moved.ok)
    for (const chargeId of open) await cancelCharge(deps, { chargeId }).catch(logged(deps, chargeId))
  return moved
}

function logged({ log }: Pick<PaymentsDeps, 'log'>, chargeId: string) {
  return (err: unknown) => log.warn({ err, chargeId }, 'a charge of a postponed instalment was not reached')
}

async function postponeWithin(
  tx: Transaction,
  { userId, instalmentId, to, evidence }: Parameters<typeof postponeInstalment>[1],
  deps: PaymentsDeps,
): Promise<Outcome<Postponement, PostponeRefusal>> {
  const [row] = await lockOwnInstalments(tx, { ids: [instalmentId], userId })
  if (!row) return refuse('not_found')
  const earlier = await findPostponement(tx, row.orderId)
  if (earlier?.instalmentId === instalmentId && earlier.to === to) return ok({ from: earlier.from, to })
  const open = await openChargesFor(tx, { instalmentIds: [instalmentId] })
  const range = await rangeOf(tx, { row, open, used: earlier !== undefined }, deps)
  if (!range.ok) return range
  if (!isInRange(range.value, to)) return refuse('date_not_allowed')

  const { from } = range.value
  const { orderId, number, amount } = row
  const isFirst = await insertPostponement(tx, {
    id: deps.newId(),
    orderId,
    instalmentId,
    userId,
    from,
    to,
    statement: postponementStatement({ number, amount, from, to }),
    requestedAt: deps.clock.now(),
    ...evidence,
  })
  // Another instalment of the order was postponed concurrently.
  if (!isFirst) return refuse('already_used')
  if (!(await moveDueDate(tx, { id: instalmentId, from, to }))) {
    throw new Error(`instalment ${instalmentId} changed while it was locked`)
  }
  await deps.publish(tx, 'instalment.postponed', { instalmentId, orderId, userId, from, to })
  await notifyCustomer(tx, { row, to }, deps)
  await cancelChargesFor(tx, { instalmentIds: [instalmentId] }, deps)
  return ok({ from, to })
}

async function notifyCustomer(
  tx: Transaction,
  { row: { userId, orderId, number, amount, dueDate: from }, to }: { row: InstalmentRow; to: IsoDate },
  { contactOf, send, links }: PaymentsDeps,
): Promise<void> {
  const contact = await contactOf(tx, userId)
  if (!contact) return
  const message = postponedMessage({ ...contact, number, amount, from, to, paymentsUrl: links.payments() })
  const recipient = { to: contact.email, channel: 'email' as const, userId, orderId }
  await send(tx, { ...recipient, kind: 'instalment.postponed', ...message })
}

/** @param open ids of the open charges for the instalment */
async function rangeOf(
  executor: Executor,
  { row, open, used }: { row: InstalmentRow; open: readonly string[]; used: boolean },
  { clock }: Pick<PaymentsDeps, 'clock'>,
): Promise<Outcome<PostponementRange, PostponementRefusal>> {
  const order = await instalmentsOfOrder(executor, row.orderId)
  const underReview = await instalmentsUnderReview(executor, [row.id])
  const charges = await Promise.all(open.map((id) => findCharge(executor, id)))
  return postponementRange({
    instalment: row,
    order,
    used,
    underReview: underReview.has(row.id),
    beingPaid: charges.some((charge) => charge?.status === 'in_process'),
    today: todayInSaoPaulo(clock.now()),
  })
}

/** An instalment that its owner may postpone, and the dates offered. */
export interface PostponementOffer extends PostponementRange {
  number: number
  amount: number
  serviceTitle: string
  /** True when a charge for it is open, which ends with the postponement. */
  hasOpenCharge: boolean
}

/**
 * The postponement offered to a customer for an instalment; refuses for the same reasons as the postponement itself.
 */
export async function postponementOf(
  deps: Pick<PaymentsDeps, 'database' | 'clock'>,
  { userId, instalmentId }: { userId: string; instalmentId: string },
): Promise<Outcome<PostponementOffer, PostponementRefusal | 'not_found'>> {
  const { database } = deps
  const row = await findOwnInstalment(database, { id: instalmentId, userId })
  if (!row) return refuse('not_found')
  const used = (await findPostponement(database, row.orderId)) !== undefined
  const open = await openChargesFor(database, { instalmentIds: [instalmentId] })
  const range = await rangeOf(database, { row, open, used }, deps)
  if (!range.ok) return range
  const { number, amount, serviceTitle } = row
  return ok({ ...range.value, number, amount, serviceTitle, hasOpenCharge: open.length > 0 })
}

/** Ids of the instalments of a customer's order for which a postponement is offered, for lists. */
export async function postponableOf(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Set<string>> {
  const order = (await instalmentsOfOrder(database, orderId)).filter((row) => row.userId === userId)
  const pending = order.filter(({ status }) => status === 'pending')
  if (pending.length === 0 || (await findPostponement(database, orderId))) return new Set()
  const underReview = await instalmentsUnderReview(
    database,
    pending.map(({ id }) => id),
  )
  const today = todayInSaoPaulo(clock.now())
  const allowed = pending.filter(
    (row) =>
      postponementRange({
        instalment: row,
        order,
        used: false,
        underReview: underReview.has(row.id),
        beingPaid: false,
        today,
      }).ok,
  )
  return new Set(allowed.map(({ id }) => id))
}
