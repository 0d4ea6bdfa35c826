import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Milestone } from '../../../core/milestones.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { withoutMoney } from '../credits/due-beside-credits.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  lateWithSeveral,
  milestoneOf,
  milestonesOf,
  toRemindOf,
  wasRemindedRecently,
} from '../domain/reminder.ts'
import { dueToday } from '../instalments/due-today.ts'
import { type InstalmentRow, pendingDue } from '../instalments/store.server.ts'
import { insertReminders, lastRemindersOf } from './store.server.ts'

/** An instalment with its reminder of today. */
export interface ReachedInstalment extends InstalmentRow {
  milestone: Milestone
  /** Centavos due today, or on its day when that is to come. When it stands for several late instalments: the sum of them. */
  total: Centavos
  /** Number of late instalments of the order, when this one, the oldest, stands for all of them. */
  late?: number
}

/** The instalments in a customer's reminder of today. */
interface RemindersOfToday {
  /** Several late instalments of one order count as one reminder. */
  reminded: ReachedInstalment[]
  /** Other reminders of today of an order that is late with several instalments. */
  besides: ReachedInstalment[]
  /** Every instalment that the message is about. */
  named: InstalmentRow[]
}

/**
 * An order that is late with several instalments always gets this reminder, which offers an agreement, and never the last one: it is
 * reminded for as long as they are late.
 */
const severalLateMilestone = 'late-second'

/** Returns the reminders that a customer has not received yet, and records them as sent. */
export async function remindersOfToday(
  tx: Transaction,
  { userId, documento, now }: { userId: string; documento: string; now: Date },
  deps: PaymentsDeps,
): Promise<RemindersOfToday> {
  const today = todayInSaoPaulo(now)
  const { days } = deps.reminders()
  const dueOf = dueToday(deps, { documento })
  // A reminder names the day: before it, what is due on it, not what is left after the discount for paying today.
  const dueTotal = (row: InstalmentRow) => (row.dueDate > today ? row.amount : dueOf(row).total)
  const dates = milestonesOf(today, days).map(({ dueDate }) => dueDate)
  const { onTheirDays, overdue } = await openOf(tx, { userId, dates, today })
  const several = lateWithSeveral(overdue, today)
  const last = await lastRemindersOf(tx, [...several.keys()])
  const waits = ({ orderId }: InstalmentRow) =>
    several.has(orderId) && wasRemindedRecently({ last: last.get(orderId), today })
  const reached = onTheirDays.flatMap((row) => {
    const milestone = milestoneOf({ dueDate: row.dueDate, today, days })
    return milestone && !waits(row) ? [{ ...row, milestone, total: dueTotal(row) }] : []
  })
  const chosen = toRemindOf(reached, now, { days })
  const first = await insertReminders(tx, {
    reminders: chosen.map(({ id, dueDate, milestone }) => ({ instalmentId: id, dueDate, milestone })),
    sentAt: now,
  })
  return combined(
    chosen.filter(({ id }) => first.has(id)),
    { several, totalOf: dueTotal },
  )
}

/**
 * The customer's open instalments that are due on these days, and those whose day is over, without those under review and those that their
 * unused credits would pay.
 */
async function openOf(
  tx: Transaction,
  { userId, dates, today }: { userId: string; dates: readonly IsoDate[]; today: IsoDate },
): Promise<{ onTheirDays: InstalmentRow[]; overdue: InstalmentRow[] }> {
  const rows = await pendingDue(tx, { userId, on: dates, before: today })
  const open = await withoutMoney(tx, { userId, rows })
  return {
    onTheirDays: open.filter(({ dueDate }) => dates.includes(dueDate)),
    overdue: open.filter(({ dueDate }) => dueDate < today),
  }
}

/** For each order that is late with several instalments, replaces their reminders by one for the oldest. */
function combined(
  chosen: readonly ReachedInstalment[],
  {
    several,
    totalOf,
  }: { several: ReadonlyMap<string, InstalmentRow[]>; totalOf: (row: InstalmentRow) => Centavos },
): RemindersOfToday {
  const single = chosen.filter(({ orderId }) => !several.has(orderId))
  const orders = [...several].filter(([orderId]) => chosen.some((row) => row.orderId === orderId))
  const late = orders.flatMap(([, rows]) => rows)
  const lateIds = new Set(late.map(({ id }) => id))
  const besides = chosen.filter(({ id, orderId }) => several.has(orderId) && !lateIds.has(id))
  const oldest = orders.flatMap(([, rows]) =>
    rows.slice(0, 1).map((row) => ({
      ...row,
      milestone: severalLateMilestone as Milestone,
      total: sum(rows.map(totalOf)),
      late: rows.length,
    })),
  )
  return { reminded: [...oldest, ...single], besides, named: [...late, ...single, ...besides] }
}
