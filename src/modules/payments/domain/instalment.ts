import { daysBetween, type IsoDate } from '../../../core/calendar.ts'

export type InstalmentKind = 'entrada' | 'parcela' | 'a-vista'
export type InstalmentStatus = 'pending' | 'paid' | 'cancelled'

/** Where a pending instalment stands on a day (spec section 4). Days are whole and at least 1. */
export type Dueness = { kind: 'overdue'; days: number } | { kind: 'today' } | { kind: 'ahead'; days: number }

/** @param today the day in São Paulo */
export function duenessOf(dueDate: IsoDate, today: IsoDate): Dueness {
  const days = daysBetween(today, dueDate)
  if (days < 0) return { kind: 'overdue', days: -days }
  return days === 0 ? { kind: 'today' } : { kind: 'ahead', days }
}
