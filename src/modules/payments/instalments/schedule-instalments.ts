import { type IsoDate, isIsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { pipelined } from '../../../platform/database/pipelined.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeMethod } from '../domain/charge.ts'
import type { InstalmentKind, RatePeriod } from '../domain/instalment.ts'
import { sale } from '../domain/movements.ts'
import { totalOf } from '../domain/settlement.ts'
import { post } from '../ledger/post.server.ts'
import { insertInstalments } from './store.server.ts'

interface InstalmentToSchedule {
  /** 0 for an entry, otherwise counted from 1. Unique within the order. */
  number: number
  kind: InstalmentKind
  amount: Centavos
  dueDate: IsoDate
  method: ChargeMethod
}

export interface Schedule {
  orderId: string
  userId: string
  /** Title of the order as the customer sees it. */
  serviceTitle: string
  /** Description of the plan, as stored with the order. */
  paymentType: string
  /** The plan's interest rate, in hundredths of a percent per period; undefined for a plan at cash price. */
  rate?: { hundredths: number; period: RatePeriod } | undefined
  rows: readonly InstalmentToSchedule[]
}

/**
 * Schedules an order's instalments in the caller's transaction: every row is pending (spec section 9) and posted to the
 * ledger as a sale.
 *
 * @returns the instalment ids, in the order of the rows
 * @throws RangeError for an amount that is not positive or a date that does not exist: a bug, never a refusal
 */
export async function scheduleInstalments(
  tx: Transaction,
  { rows, rate, ...schedule }: Schedule,
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<string[]> {
  const createdAt = deps.clock.now()
  const instalments = rows.map(({ method, ...row }) => {
    if (!Number.isSafeInteger(row.amount) || row.amount <= 0)
      throw new RangeError(`not an amount: ${row.amount}`)
    if (!isIsoDate(row.dueDate)) throw new RangeError(`not a date: ${row.dueDate}`)
    const id = deps.newId()
    return {
      ...schedule,
      ...row,
      id,
      status: 'pending' as const,
      postponedFrom: null,
      renegotiatedIn: null,
      paymentDate: null,
      paidBy: null,
      paidWith: null,
      paidAmount: null,
      rate: rate?.hundredths ?? null,
      ratePeriod: rate?.period ?? null,
      paymentMethod: method,
      externalReference: `PARC_${id}`,
      createdAt,
    }
  })
  await pipelined(
    insertInstalments(tx, instalments),
    post(tx, { movement: sale(totalOf(instalments)), key: `sale:${schedule.orderId}` }, deps),
  )
  return instalments.map(({ id }) => id)
}
