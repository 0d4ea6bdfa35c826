import type { IsoDate } from '../../../core/calendar.ts'
import { groupBy } from '../../../core/group-by.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import { monthsTitle, monthTitle, planCopy } from '../../copy/payment-plan.ts'

/** Payment progress of an order. */
export interface OrderPlan {
  orderId: string
  /** 'RC-7K4P2'. */
  number: string
  serviceTitle: string
  paid: number
  /** Paid and pending. */
  count: number
  /** Amount that remains to be paid, with late charges of today; without instalments under review. */
  left: Centavos
  pending: number
  /** Nothing is owed any more then, so payments do not count as progress. */
  isCancelled: boolean
}

/** Returns the plan of each order, sorted by its next payment; orders with nothing pending come last. */
export function orderPlans({
  pending,
  paid,
  numbers,
  cancelled,
}: {
  pending: readonly Instalment[]
  paid: readonly Instalment[]
  numbers: ReadonlyMap<string, string>
  /** Ids of the cancelled orders. */
  cancelled: ReadonlySet<string>
}): OrderPlan[] {
  const orders = new Map([...pending, ...paid].map(({ orderId, serviceTitle }) => [orderId, serviceTitle]))
  return [...orders].map(([orderId, serviceTitle]) => {
    const open = pending.filter((instalment) => instalment.orderId === orderId)
    const done = paid.filter((instalment) => instalment.orderId === orderId).length
    const owed = open.filter(({ underReview }) => !underReview)
    return {
      orderId,
      serviceTitle,
      number: numbers.get(orderId) ?? '',
      paid: done,
      count: done + open.length,
      pending: open.length,
      isCancelled: cancelled.has(orderId),
      left: sum(owed.map(({ amount, lateFee, interest }) => amount + lateFee + interest)),
    }
  })
}

/** The payment that the page offers first. */
export interface NextPayment {
  /** One instalment, or all that a card pays at once. */
  instalments: Instalment[]
  total: Centavos
  /** Pix instalments due today or earlier, including the next one; empty unless there are several. */
  due: Instalment[]
}

/**
 * Returns the next payment: of the newly signed order, if one of its instalments is due, otherwise the oldest. By card it is the
 * whole rest of the order, like the charge will be.
 *
 * @param payable by due date, without those under review
 */
export function nextPayment(
  payable: readonly Instalment[],
  { today, signedOrderId }: { today: IsoDate; signedOrderId?: string | undefined },
): NextPayment | undefined {
  const due = payable.filter(({ dueDate }) => dueDate <= today)
  const first = due.find(({ orderId }) => orderId === signedOrderId) ?? payable[0]
  if (!first) return undefined
  const byCard = first.method === 'credit_card'
  const instalments = byCard
    ? payable.filter(({ orderId, method }) => orderId === first.orderId && method === 'credit_card')
    : [first]
  const dueByPix = byCard ? [] : due.filter(({ method }) => method === 'pix')
  return {
    instalments,
    total: sum(instalments.map(({ total }) => total)),
    due: dueByPix.length > 1 ? dueByPix : [],
  }
}

/** A part of the list, titled with the name of its month. */
export interface PlanSection {
  /** Stable while the page is open. */
  id: string
  title: string
  instalments: Instalment[]
  total: Centavos
  /** Shown only after it is unfolded. */
  folded: boolean
  /** Whether it has more than one month: then each row shows its own. */
  severalMonths: boolean
}

/** Rows that stay unfolded in a plan with one payment a month. */
const unfoldedMonths = 3

/**
 * Returns the instalments by month: the overdue ones and the first month are unfolded. In a plan with one payment a month the
 * first few months are, and all others are one section, because a fold for each row would save nothing.
 */
export function planSections(instalments: readonly Instalment[], today: IsoDate): PlanSection[] {
  const overdue = instalments.filter(({ dueDate }) => dueDate < today)
  const months = byMonth(instalments.filter(({ dueDate }) => dueDate >= today))
  const isMonthly = months.slice(1).every((month) => month.length === 1)
  const near = isMonthly ? unfoldedOf(months.length) : 1
  const later = months.slice(near).flat()
  const byTitle = months.map((month, index) => monthSection(month, months[index - 1]?.[0]?.dueDate ?? today))
  return [
    ...(overdue.length > 0 ? [section('vencidas', planCopy.overdue, overdue, { severalMonths: true })] : []),
    ...byTitle.slice(0, near),
    ...(isMonthly && later.length > 0
      ? [section('depois', rangeTitle(later, today), later, { folded: true, severalMonths: true })]
      : byTitle.slice(near).map((month) => ({ ...month, folded: true }))),
  ]
}

/** A later part of a long list, with its title: its rows are shown on request. */
export type LaterSection = Pick<PlanSection, 'id' | 'title' | 'total'> & { count: number }

/** Maximum number of rows that the page shows at once. */
const maxRowsAtOnce = 40

/**
 * Returns the part of the list that the page shows at first: all of it, or for a long list the overdue and next ones. Later parts
 * are listed with their sums, so that the balance does not look smaller than it is.
 */
export function firstRows(
  instalments: readonly Instalment[],
  today: IsoDate,
): { rows: readonly Instalment[]; later: LaterSection[] } {
  if (instalments.length <= maxRowsAtOnce) return { rows: instalments, later: [] }
  const sections = planSections(instalments, today)
  return {
    rows: sections.filter(({ folded }) => !folded).flatMap((section) => section.instalments),
    later: sections
      .filter(({ folded }) => folded)
      .map(({ id, title, total, instalments: rows }) => ({ id, title, total, count: rows.length })),
  }
}

/** Returns the newest rows of a long list of paid instalments. */
export function newestRows(paid: readonly Instalment[]): readonly Instalment[] {
  return paid.length <= maxRowsAtOnce ? paid : paid.slice(0, maxRowsAtOnce / 2)
}

/** Returns how many of the months stay unfolded: all, if only one more would be folded. */
function unfoldedOf(months: number): number {
  return months > unfoldedMonths + 1 ? unfoldedMonths : months
}

function byMonth(instalments: readonly Instalment[]): Instalment[][] {
  return [...groupBy(instalments, ({ dueDate }) => dueDate.slice(0, 7)).values()]
}

/** @param before a day of the previous month in the list */
function monthSection(instalments: Instalment[], before: IsoDate): PlanSection {
  const [{ dueDate = before } = {}] = instalments
  return section(dueDate.slice(0, 7), monthTitle(dueDate, before), instalments, {})
}

function rangeTitle(instalments: readonly Instalment[], today: IsoDate): string {
  return monthsTitle(instalments[0]?.dueDate ?? today, instalments.at(-1)?.dueDate ?? today, today)
}

function section(
  id: string,
  title: string,
  instalments: Instalment[],
  { folded = false, severalMonths = false }: { folded?: boolean; severalMonths?: boolean },
): PlanSection {
  return { id, title, instalments, total: sum(instalments.map(({ total }) => total)), folded, severalMonths }
}
