import { nextBusinessDay } from '../../../core/business-days.ts'
import { addDays, daysBetween, type IsoDate } from '../../../core/calendar.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'

/**
 * The owner's rule for what customers who are late may arrange themselves: always the same total, without anything added. What it does not
 * allow, they ask the team for.
 */
export const wayOutRule = {
  /** A new date: in so many days, the rest after it as before. */
  newDateDays: 15,
  /** A smaller first payment: this part of an instalment, in so many days, and the rest spread over as many as are open. */
  smallerFirstPercent: 50,
  smallerFirstDays: 7,
  /** More instalments: by this part more, the first in so many days. */
  longerPercent: 50,
  longerDays: 10,
  maxInstalments: 48,
  /** Centavos. */
  minInstalment: 3_000,
  /** Days that a chosen arrangement waits to be accepted. */
  validDays: 3,
  /** Arrangements of an order that a customer may accept without the team. */
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

/** Whether something of an order is late: its date is over, and the day until which nothing is added. */
export function isLate(open: readonly { dueDate: IsoDate }[], today: IsoDate): boolean {
  return open.some(({ dueDate }) => nextBusinessDay(dueDate) < today)
}

/** What a customer is offered for the open balance of an order; nothing while none of it is late. */
export function waysOut({
  open,
  today,
  rule = wayOutRule,
}: {
  /** In the order of their dates. */
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
    ...{ way: 'new-date', paymentType: `${pace}: ${count}x`, priceText },
    firstDue: addDays(today, rule.newDateDays),
  }
  const smallerFirst: WayOut = {
    ...{ way: 'smaller-first', paymentType: `${pace}: entrada ${formatBRL(first)} + ${count}x`, priceText },
    firstDue: addDays(today, rule.smallerFirstDays),
  }
  const longer: WayOut = {
    ...{ way: 'longer', paymentType: `${pace}: ${more}x`, priceText },
    firstDue: addDays(today, rule.longerDays),
  }
  return [
    newDate,
    ...(first >= rule.minInstalment ? [smallerFirst] : []),
    ...(more > count && total >= more * rule.minInstalment ? [longer] : []),
  ]
}

/** By the dates of the first two; one alone is not. */
function isWeekly([first, second]: readonly { dueDate: IsoDate }[]): boolean {
  return first !== undefined && second !== undefined && daysBetween(first.dueDate, second.dueDate) <= 8
}
