import {
  addDays,
  type IsoDate,
  isIsoDate,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'
import { namesCpf } from '../../../core/cpf.ts'
import { after, HOUR } from '../../../core/durations.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { type ManualChannel, manualChannels } from '../../../core/payment-terms.ts'
import { type AmountParts, amountOf } from './settlement.ts'

/** The name of the provider whose payments members of the team record by hand. Stored with charges and payments. */
export const MANUAL_PROVIDER = 'manual'

export { type ManualChannel, manualChannels }

export function isManualChannel(text: string): text is ManualChannel {
  return (manualChannels as readonly string[]).includes(text)
}

/**
 * `waiting`: above the amount that needs a second person. `declined`: by that person, or withdrawn by the requester.
 * `undone`: recorded by mistake.
 */
export const manualStatuses = ['waiting', 'recorded', 'declined', 'undone'] as const
export type ManualStatus = (typeof manualStatuses)[number]

/** Statuses of manual payments that are, or were, in the books. */
export const countedManualStatuses = ['recorded', 'undone'] as const satisfies ManualStatus[]

/** Maximum age in days of a manual payment when it is recorded. */
export const MANUAL_DAYS_BACK = 365

/** Maximum length of a protocol text. */
export const MAX_MANUAL_PROTOCOL = 300

/** Whether a day is valid for a manual payment: not in the future, and at most a year ago. */
export function isManualDay(day: string, today: IsoDate): boolean {
  return isIsoDate(day) && day <= today && day >= addDays(today, -MANUAL_DAYS_BACK)
}

/**
 * Normalises a protocol for storage: one line, no control characters. Null for an empty one; undefined when it is too
 * long or contains a CPF, which no record needs.
 */
export function readManualProtocol(text: string): string | null | undefined {
  const clean = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  if (clean === '') return null
  return clean.length <= MAX_MANUAL_PROTOCOL && !namesCpf(clean) ? clean : undefined
}

export type EvidenceRefusal =
  | 'invalid_date'
  | 'invalid_channel'
  | 'invalid_protocol'
  /** Neither protocol nor file. */
  | 'no_evidence'

/**
 * Reads what a member of the team states of money that was received or returned outside the providers. Refuses the first fault.
 *
 * @param day DATE in America/Sao_Paulo on which it was
 */
export function readEvidence(
  {
    day,
    channel,
    protocol: typed = '',
    fileId = null,
  }: { day: string; channel: string; protocol?: string | undefined; fileId?: string | null | undefined },
  today: IsoDate,
): Outcome<{ channel: ManualChannel; protocol: string | null; fileId: string | null }, EvidenceRefusal> {
  if (!isManualDay(day, today)) return refuse('invalid_date')
  if (!isManualChannel(channel)) return refuse('invalid_channel')
  const protocol = readManualProtocol(typed)
  if (protocol === undefined) return refuse('invalid_protocol')
  return protocol === null && fileId === null ? refuse('no_evidence') : ok({ channel, protocol, fileId })
}

/**
 * Returns the instant stored for the day on which money was received: noon in São Paulo, or now if the day is today.
 */
export function receivedAtOn(day: IsoDate, now: Date): Date {
  if (day === todayInSaoPaulo(now)) return now
  return after(startOfDayInSaoPaulo(day), 12 * HOUR)
}

/**
 * Returns the charge lines of a manual payment. A customer who pays the instalments without all of their late charges has
 * paid the instalments: the team accepted the money and waives the remaining charges. An amount below the instalments less
 * their discount changes no line: it is an amount mismatch.
 *
 * @param lines amounts due on the day of the payment
 * @param amount centavos received
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
  // Waives interest first, as is usual.
  const withoutInterest = lines.map((line) => ({ ...line, interest: take(line.interest) }))
  return withoutInterest.map((line) => ({ ...line, lateFee: take(line.lateFee) }))
}
