import type { IsoDate } from '../../../core/calendar.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type PayerKind, payerKindOf } from '../domain/amount-due.ts'
import type { ChargeMethod } from '../domain/charge.ts'
import { renegotiation } from '../domain/movements.ts'
import { isSameSchedule, maxSurcharge, type ReplacedInstalment } from '../domain/renegotiation.ts'
import { totalOf } from '../domain/settlement.ts'
import { cancelChargesFor } from '../instalments/cancel-charges.ts'
import {
  cancelPending,
  type InstalmentRow,
  insertInstalments,
  instalmentsOfOrder,
  lockInstalments,
} from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'

/** The open instalments of an order, as a new schedule would replace them. */
export interface OpenSchedule {
  userId: string
  serviceTitle: string
  instalments: ReplacedInstalment[]
  /** Centavos. */
  total: Centavos
  /** Maximum increase of a new total: the late charges that the law allows as of the day. */
  maxSurcharge: Centavos
  /** True when the amount of an instalment needs a decision by the team. */
  isUnderReview: boolean
  /** Highest number of any of the order's instalments: the new ones continue from it. */
  lastNumber: number
}

/** @returns undefined for an order without open instalments. Two reads: the caller checks again when it replaces them. */
export async function openScheduleOf(
  { database, profileOf }: Pick<PaymentsDeps, 'database' | 'profileOf'>,
  { orderId, on }: { orderId: string; on: IsoDate },
): Promise<OpenSchedule | undefined> {
  const all = await instalmentsOfOrder(database, orderId)
  const open = all.filter(({ status }) => status === 'pending')
  const [first] = open
  if (!first) return undefined
  const ids = open.map(({ id }) => id)
  const payerKind: PayerKind = payerKindOf((await profileOf(first.userId)).documento)
  return {
    userId: first.userId,
    serviceTitle: first.serviceTitle,
    instalments: open.map(asReplaced),
    total: totalOf(open),
    maxSurcharge: maxSurcharge(open, { on, payerKind }),
    isUnderReview: (await instalmentsUnderReview(database, ids)).size > 0,
    lastNumber: Math.max(...all.map(({ number }) => number)),
  }
}

const asReplaced = ({ id, number, amount, dueDate }: InstalmentRow): ReplacedInstalment => ({
  id,
  number,
  amount,
  dueDate,
})

/** Payment type of a new schedule, in the description of its charges; the plan in the contract no longer applies. */
const renegotiatedType = 'parcelas renegociadas'

/** A new schedule for the open instalments of an order. Amounts in centavos, dates in America/Sao_Paulo. */
export interface NewSchedule {
  /** Id of the renegotiation, which closes the old instalments. */
  id: string
  orderId: string
  replaced: readonly ReplacedInstalment[]
  rows: readonly { number: number; amount: Centavos; dueDate: IsoDate; method: ChargeMethod }[]
}

/**
 * Replaces the open instalments of an order by a new schedule, in the caller's transaction: the old ones are closed as
 * renegotiated, with their open charges; the difference is a discount, or late charges. If an old charge is paid
 * nevertheless, its money becomes a credit of the customer.
 *
 * @returns refuses `stale` when an instalment was paid, cancelled or moved since, or needs a decision
 */
export async function replaceSchedule(
  tx: Transaction,
  { id, orderId, replaced, rows }: NewSchedule,
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'enqueue'>,
): Promise<Outcome<{ difference: Centavos }, 'stale'>> {
  const all = await instalmentsOfOrder(tx, orderId)
  await lockInstalments(
    tx,
    all.map((row) => row.id),
  )
  // Read again under their locks: a concurrent payment of one of them either blocks until this transaction ends or was
  // committed before.
  const open = (await instalmentsOfOrder(tx, orderId)).filter(({ status }) => status === 'pending')
  const [first] = open
  if (!first || !isSameSchedule(replaced, open)) return refuse('stale')
  const ids = open.map((row) => row.id)
  if ((await instalmentsUnderReview(tx, ids)).size > 0) return refuse('stale')

  const closed = await cancelPending(tx, { ids, renegotiatedIn: id })
  const createdAt = deps.clock.now()
  await insertInstalments(
    tx,
    rows.map(({ method, ...row }) => {
      const newId = deps.newId()
      return {
        ...first,
        ...row,
        id: newId,
        paymentType: renegotiatedType,
        kind: 'parcela' as const,
        status: 'pending' as const,
        createdAt,
        paymentMethod: method,
        externalReference: `PARC_${newId}`,
        postponedFrom: null,
        // Renegotiated instalments carry no plan rate: they get no discount for early payment.
        rate: null,
        ratePeriod: null,
        renegotiatedIn: null,
      }
    }),
  )
  const difference = sum(rows.map(({ amount }) => amount)) - closed
  await post(tx, { movement: renegotiation(difference), key: `renegotiation:${id}` }, deps)
  await cancelChargesFor(tx, { instalmentIds: ids }, deps)
  return ok({ difference })
}
