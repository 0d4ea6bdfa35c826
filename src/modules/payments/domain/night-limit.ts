import { minuteOfDayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'

/**
 * The night limit of Pix: total that banks let a person send from 20h to 6h, in centavos, unless the person requested
 * another limit (Resolução BCB 142/2021).
 */
export const PIX_NIGHT = { fromHour: 20, untilHour: 6, limit: 100_000 } as const

/** Minutes before the night from which every payer is informed. */
const reminderMinutes = 60

/** Information for a payer about the night limit. */
export interface NightLimitReminder {
  /** `day`: there is time. `soon`: the night begins within the hour. `night`: it is night. */
  when: 'day' | 'soon' | 'night'
  /** True when the amount alone exceeds the limit. */
  isAbove: boolean
  /** Minutes until the night begins; 0 at night. */
  minutesLeft: number
}

/**
 * Returns whether to inform a payer of the night limit: always when the amount is above it, and for any other amount
 * from an hour before the night until it ends, because the limit counts all Pix of the night.
 *
 * @param amount of the Pix, in centavos
 */
export function nightLimitReminder({
  amount,
  now,
}: {
  amount: Centavos
  now: Date
}): NightLimitReminder | undefined {
  const isAbove = amount > PIX_NIGHT.limit
  const minute = minuteOfDayInSaoPaulo(now)
  if (minute >= PIX_NIGHT.fromHour * 60 || minute < PIX_NIGHT.untilHour * 60)
    return { when: 'night', isAbove, minutesLeft: 0 }
  const minutesLeft = PIX_NIGHT.fromHour * 60 - minute
  if (minutesLeft <= reminderMinutes) return { when: 'soon', isAbove, minutesLeft }
  return isAbove ? { when: 'day', isAbove, minutesLeft } : undefined
}
