import {
  addDays,
  type IsoDate,
  isIsoDate,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'
import { namesCpf } from '../../../core/cpf.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type ManualChannel, manualChannels } from '../../../core/payment-terms.ts'
import { type AmountParts, amountOf } from './settlement.ts'

/** The name of the provider whose payments members of the team record by hand. Stored with charges and payments. */
export const MANUAL_PROVIDER = 'manual'

export { type ManualChannel, manualChannels }

export function isManualChannel(text: string): text is ManualChannel {
  return (manualChannels as readonly string[]).includes(text)
}

/**
 * `waiting`: above the amount from which a second person decides. `declined`: by that person, or taken back by the one who
 * asked. `undone`: recorded by mistake.
 */
export const manualStatuses = ['waiting', 'recorded', 'declined', 'undone'] as const
export type ManualStatus = (typeof manualStatuses)[number]

/** Statuses in which it is, or was, in the books. */
export const countedManualStatuses = ['recorded', 'undone'] as const satisfies ManualStatus[]

/** How many days ago money may have come that is recorded now. */
export const MANUAL_DAYS_BACK = 365

/** Maximum length of a protocol text. */
export const MAX_MANUAL_PROTOCOL = 300

/** Whether money can have come on a day: not in the future, and at most a year ago. */
export function isManualDay(day: string, today: IsoDate): boolean {
  return isIsoDate(day) && day <= today && day >= addDays(today, -MANUAL_DAYS_BACK)
}

/**
 * A protocol as it is stored: on one line, without control characters. Null for none; undefined when it is too long or
 * names a CPF, which no record needs.
 */
export function readManualProtocol(text: string): string | null | undefined {
  const clean = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  if (clean === '') return null
  return clean.length <= MAX_MANUAL_PROTOCOL && !namesCpf(clean) ? clean : undefined
}

/** The instant that stands for a day on which money came: noon in São Paulo, or now where that is still to come. */
export function receivedAtOn(day: IsoDate, now: Date): Date {
  if (day === todayInSaoPaulo(now)) return now
  return new Date(startOfDayInSaoPaulo(day).getTime() + 12 * 3_600_000)
}

/**
 * The lines of what somebody paid by hand. Who brings the instalments without all of their late charges has paid the
 * instalments: the team took the money, and waives the rest of the charges. Less than the instalments, less their discount,
 * changes no line: it is an amount that does not match.
 *
 * @param lines what was due on the day of the payment
 * @param amount centavos that came
 */
export function linesPaidBy<L extends AmountParts>(lines: readonly L[], amount: Centavos): L[] {
  const waived = sum(lines.map(amountOf)) - amount
  if (waived <= 0 || waived > sum(lines.map(({ lateFee, interest }) => lateFee + interest))) return [...lines]
  let left = waived
  const take = (part: Centavos) => {
    const taken = Math.min(part, left)
    left -= taken
    return part - taken
  }
  // Interest first, which is what usually is waived.
  const withoutInterest = lines.map((line) => ({ ...line, interest: take(line.interest) }))
  return withoutInterest.map((line) => ({ ...line, lateFee: take(line.lateFee) }))
}
