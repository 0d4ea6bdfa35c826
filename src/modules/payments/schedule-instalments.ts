import { type IsoDate, isIsoDate } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import type { ChargeMethod } from './domain/charge.ts'
import type { InstalmentKind } from './domain/instalment.ts'
import { insertInstalments } from './instalments-store.server.ts'

export interface InstalmentToSchedule {
  /** 0 for an entry, then from 1. Unique within the order. */
  number: number
  kind: InstalmentKind
  amount: Centavos
  dueDate: IsoDate
  method: ChargeMethod
}

export interface Schedule {
  orderId: string
  userId: string
  /** The order's title, as the person knows it. */
  serviceTitle: string
  /** The plan in words, as stored with the order. */
  paymentType: string
  rows: readonly InstalmentToSchedule[]
}

/**
 * Writes what an order is paid by, in the caller's transaction: every row pending (spec section 9). An amount that is
 * not above zero or a date that does not exist is a bug and throws.
 *
 * @returns the ids, in the order of the rows
 */
export async function scheduleInstalments(
  tx: Executor,
  { rows, ...schedule }: Schedule,
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<string[]> {
  const createdAt = clock.now()
  const instalments = rows.map(({ method, ...row }) => {
    if (!Number.isSafeInteger(row.amount) || row.amount <= 0)
      throw new RangeError(`not an amount: ${row.amount}`)
    if (!isIsoDate(row.dueDate)) throw new RangeError(`not a date: ${row.dueDate}`)
    const id = newId()
    return {
      ...schedule,
      ...row,
      id,
      status: 'pending' as const,
      paymentDate: null,
      paidBy: null,
      paymentMethod: method,
      externalReference: `PARC_${id}`,
      createdAt,
    }
  })
  await insertInstalments(tx, instalments)
  return instalments.map(({ id }) => id)
}
