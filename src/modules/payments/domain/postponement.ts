import { addDays, formatDate, type IsoDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { ChargeMethod } from './charge.ts'
import { type InstalmentKind, type InstalmentStatus, isInstalmentOpen } from './instalment.ts'

/**
 * The owner's rule: one instalment of each order may be postponed once, free of charge, by at most `maxDays`; 0
 * disables postponement. Changing the rule does not affect existing postponements.
 */
export const postponementRule = { maxDays: 10 } as const
export type PostponementRule = { readonly maxDays: number }

/** The fields of an instalment that a postponement depends on. */
export interface PostponableInstalment {
  id: string
  /** 0 is the entry. */
  number: number
  kind: InstalmentKind
  status: InstalmentStatus
  paymentMethod: ChargeMethod
  amount: number
  dueDate: IsoDate
}

/** The due dates that an instalment can be moved to; both ends are included. */
export interface PostponementRange {
  from: IsoDate
  earliest: IsoDate
  latest: IsoDate
}

export type PostponementRefusal =
  /** The order's postponement has already been used. */
  | 'already_used'
  /** Paid, cancelled or refunded. */
  | 'not_open'
  /** It was due before today. */
  | 'overdue'
  /** The first payment of the order, or one paid by card. */
  | 'not_postponable'
  /** An amount mismatch that the team has not resolved yet. */
  | 'under_review'
  /** A payment for it is being processed. */
  | 'being_paid'
  /** The next instalment is due the following day, or the rule allows no days. */
  | 'no_date'

/**
 * Returns the dates to which an instalment can be postponed. It stays before the next instalment of its order, so that
 * instalments keep their sequence and two of them never fall on the same day. The first payment of an order cannot be
 * postponed: the work begins with it.
 *
 * @param order all instalments of its order, itself included
 * @param used whether the order's postponement was used
 * @param today the day in São Paulo
 */
export function postponementRange({
  instalment,
  order,
  used,
  underReview,
  beingPaid,
  today,
  rule = postponementRule,
}: {
  instalment: PostponableInstalment
  order: readonly Pick<PostponableInstalment, 'number' | 'dueDate'>[]
  used: boolean
  underReview: boolean
  beingPaid: boolean
  today: IsoDate
  rule?: PostponementRule
}): Outcome<PostponementRange, PostponementRefusal> {
  const { number, kind, status, paymentMethod, dueDate } = instalment
  if (used) return refuse('already_used')
  if (!isInstalmentOpen(status)) return refuse('not_open')
  const isFirst = order.every((other) => other.number >= number)
  if (kind !== 'parcela' || paymentMethod !== 'pix' || isFirst) return refuse('not_postponable')
  if (dueDate < today) return refuse('overdue')
  if (underReview) return refuse('under_review')
  if (beingPaid) return refuse('being_paid')
  const earliest = addDays(dueDate, 1)
  const later = order.filter((other) => other.number > number).map((other) => addDays(other.dueDate, -1))
  const latest = [addDays(dueDate, rule.maxDays), ...later].reduce((a, b) => (b < a ? b : a))
  return earliest <= latest ? ok({ from: dueDate, earliest, latest }) : refuse('no_date')
}

/** Whether a range contains a date. */
export function isInRange({ earliest, latest }: PostponementRange, date: IsoDate): boolean {
  return earliest <= date && date <= latest
}

/** The statement that the customer agrees to by confirming, as stored. */
export function postponementStatement({
  number,
  amount,
  from,
  to,
}: {
  number: number
  amount: number
  from: IsoDate
  to: IsoDate
}): string {
  return `Adiar a parcela ${number}, de ${formatBRL(amount)}, de ${formatDate(from)} para ${formatDate(to)}, sem acréscimo. As outras parcelas não mudam de data. Só é possível uma vez neste pedido.`
}
