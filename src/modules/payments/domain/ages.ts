import { addDays, type IsoDate } from '../../../core/calendar.ts'

/** Age groups of open instalments, by due date. */
export const ages = ['ahead', 'week', 'month', 'quarter', 'older'] as const
export type Age = (typeof ages)[number]

/** Last day after the due date of each age group of an overdue instalment. */
export const lastDay: { readonly [age in Exclude<Age, 'ahead' | 'older'>]: number } = {
  week: 7,
  month: 30,
  quarter: 90,
}

/**
 * Returns the due dates of an age group on a given day, both ends included; undefined means unbounded. An instalment due on
 * that day counts as `ahead`: it can still be paid in time.
 */
export function dueDatesOf(age: Age, today: IsoDate): { from: IsoDate | undefined; to: IsoDate | undefined } {
  const ago = (days: number) => addDays(today, -days)
  switch (age) {
    case 'ahead':
      return { from: today, to: undefined }
    case 'week':
      return { from: ago(lastDay.week), to: ago(1) }
    case 'month':
      return { from: ago(lastDay.month), to: ago(lastDay.week + 1) }
    case 'quarter':
      return { from: ago(lastDay.quarter), to: ago(lastDay.month + 1) }
    case 'older':
      return { from: undefined, to: ago(lastDay.quarter + 1) }
    default:
      return age satisfies never
  }
}
