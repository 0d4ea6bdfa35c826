import { nextBusinessDay } from '../../../core/business-days.ts'
import { addDays, daysBetween, type IsoDate } from '../../../core/calendar.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'

/**
 * The owner's rule for arrangements that late customers may make themselves: always the same total, with nothing added. Anything else they
 * request from the team.
 */
export const wayOutRule = {
  /** New date: the next instalment is due in this many days, the rest follows in the same rhythm. */
  newDateDays: 15,
  /**
   * Smaller first payment: this percentage of an instalment, in this many days, and the rest spread over the same number
   * of instalments as are open.
   */
  smallerFirstPercent: 50,
  smallerFirstDays: 7,
  /** More instalments: this percentage more, the first in this many days. */
  longerPercent: 50,
  longerDays: 10,
  maxInstalments: 48,
  /** Centavos. */
  minInstalment: 3_000,
  /** Days within which a chosen arrangement can be accepted. */
  validDays: 3,
  /** Maximum number of arrangements of an order that a customer may accept without the team. */
  perOrder: 2,
} as const
export type WayOutRule = { readonly [name in keyof typeof wayOutRule]: number }

export const ways = ['new-date', 'smaller-first', 'longer'] as const
export type Way = (typeof ways)[number]

/** An arrangement in the notation of the plans. */
export interface WayOut {
  way: Way
  paymentType: string
  priceText: string
  firstDue: IsoDate
}

/**
 * Whether an instalment of an order is late: its due date has passed, and so has the day until which nothing is added.
 */
export function isLate(open: readonly { dueDate: IsoDate }[], today: IsoDate): boolean {
  return open.some(({ dueDate }) => nextBusinessDay(dueDate) < today)
}

/** Arrangements offered to a customer for the open balance of an order; empty while none of it is late. */
export function waysOut({
  open,
  today,
  rule = wayOutRule,
}: {
  /** In the order of their due dates. */
  open: readonly { amount: Centavos; dueDate: IsoDate }[]
  today: IsoDate
  rule?: WayOutRule
}): WayOut[] {
  if (!isLate(open, today)) return []
  const total = sum(open.map(({ amount }) => amount))
  const count = open.length
  const pace = `PIX ${isWeekly(open) ? 'semanal' : 'mensal'}`
  const priceText = formatBRL(total)
  const first = Math.floor((total * rule.smallerFirstPercent) / (100 * count))
  const more = Math.min(rule.maxInstalments, Math.ceil((count * (100 + rule.longerPercent)) / 100))
  const newDate: WayOut = {
    way: 'new-date',
    paymentType: `${pace}: ${count}x`,
    priceText,
    firstDue: addDays(today, rule.newDateDays),
  }
  const smallerFirst: WayOut = {
    way: 'smaller-first',
    paymentType: `${pace}: entrada ${formatBRL(first)} + ${count}x`,
    priceText,
    firstDue: addDays(today, rule.smallerFirstDays),
  }
  const longer: WayOut = {
    way: 'longer',
    paymentType: `${pace}: ${more}x`,
    priceText,
    firstDue: addDays(today, rule.longerDays),
  }
  return [
    newDate,
    ...(first >= rule.minInstalment ? [smallerFirst] : []),
    ...(more > count && total >= more * rule.minInstalment ? [longer] : []),
  ]
}

/** Judged by the dates of the first two; a single instalment is not weekly. */
function isWeekly([first, second]: readonly { dueDate: IsoDate }[]): boolean {
  return first !== undefined && second !== undefined && daysBetween(first.dueDate, second.dueDate) <= 8
}
