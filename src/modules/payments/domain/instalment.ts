import { daysBetween, type IsoDate } from '../../../core/calendar.ts'
import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

export type { InstalmentKind, RatePeriod } from '../../../core/payment-terms.ts'

export type InstalmentStatus = StateOf<typeof instalmentMachine>

/**
 * Transitions of an instalment. A refunded instalment is no longer owed; after a chargeback it is owed again only when
 * the team reinstates the debt.
 */
export const instalmentMachine = defineMachine({
  initial: 'pending',
  transitions: {
    pending: ['paid', 'cancelled'],
    paid: ['refunded', 'pending'],
    refunded: [],
    cancelled: [],
  },
})

/** Statuses in which payment, payment date and amount paid are stored. */
export const fundedStatuses = ['paid', 'refunded'] as const satisfies InstalmentStatus[]

/** Instalments that a customer owes or has paid: what lists and figures count. */
export const countedStatuses = ['pending', 'paid'] as const satisfies InstalmentStatus[]

/** Whether an instalment can still be paid. */
export function isInstalmentOpen(status: InstalmentStatus): boolean {
  return status === instalmentMachine.initial
}

/** A pending instalment's due date relative to a day (spec section 4). Days are whole and at least 1. */
export type DueStatus =
  | { kind: 'overdue'; days: number }
  | { kind: 'today' }
  | { kind: 'ahead'; days: number }

/** @param today the day in São Paulo */
export function dueStatusOf(dueDate: IsoDate, today: IsoDate): DueStatus {
  const days = daysBetween(today, dueDate)
  if (days < 0) return { kind: 'overdue', days: -days }
  return days === 0 ? { kind: 'today' } : { kind: 'ahead', days }
}
