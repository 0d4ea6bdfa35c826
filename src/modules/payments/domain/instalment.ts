import { daysBetween, type IsoDate } from '../../../core/calendar.ts'
import { defineMachine } from '../../../core/state-machine.ts'

export type { InstalmentKind, RatePeriod } from '../../../core/payment-terms.ts'

export type InstalmentStatus = 'pending' | 'paid' | 'refunded' | 'cancelled'

/**
 * The moves of an instalment. What was paid and given back is owed no more; what a bank took back is owed again once
 * a person says so.
 */
export const instalmentMachine = defineMachine<InstalmentStatus>()({
  initial: 'pending',
  transitions: {
    pending: ['paid', 'cancelled'],
    paid: ['refunded', 'pending'],
    refunded: [],
    cancelled: [],
  },
})

/** With these it holds money: when, with which payment and how much are known. */
export const fundedStatuses = ['paid', 'refunded'] as const satisfies InstalmentStatus[]

/** Whether it may still be paid. */
export function isInstalmentOpen(status: InstalmentStatus): boolean {
  return status === instalmentMachine.initial
}

/** Where a pending instalment stands on a day (spec section 4). Days are whole and at least 1. */
export type Dueness = { kind: 'overdue'; days: number } | { kind: 'today' } | { kind: 'ahead'; days: number }

/** @param today the day in São Paulo */
export function duenessOf(dueDate: IsoDate, today: IsoDate): Dueness {
  const days = daysBetween(today, dueDate)
  if (days < 0) return { kind: 'overdue', days: -days }
  return days === 0 ? { kind: 'today' } : { kind: 'ahead', days }
}
