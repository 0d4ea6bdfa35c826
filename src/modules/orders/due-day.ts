import { type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import type { OrderRow, StepRow } from './store.server.ts'

/** The due day of a step; for an order from an earlier version, the day of the delivery. */
export function dayOf(step: Pick<StepRow, 'dueOn'>, order: Pick<OrderRow, 'deliveryDate'>): IsoDate {
  return step.dueOn ?? order.deliveryDate
}

/** The due day of the current step; null when none is open. */
export function currentDay(
  steps: readonly Pick<StepRow, 'completed' | 'dueOn'>[],
  order: Pick<OrderRow, 'deliveryDate'>,
): IsoDate | null {
  const current = steps.find(({ completed }) => !completed)
  return current ? dayOf(current, order) : null
}

/** The day by which a step is due, unless it has passed: no message announces a day of the past. */
export function comingDayOf(
  step: Pick<StepRow, 'dueOn'>,
  order: Pick<OrderRow, 'deliveryDate'>,
  now: Date,
): IsoDate | undefined {
  const day = dayOf(step, order)
  return day < todayInSaoPaulo(now) ? undefined : day
}
