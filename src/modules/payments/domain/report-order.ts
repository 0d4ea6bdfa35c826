import type { Centavos } from '../../../core/money.ts'
import { type PaymentState, paymentMachine } from './payment-state.ts'
import { isPast } from './report-doubts.ts'

/** Fields that decide whether a report supersedes another one. */
export interface DatedReport {
  state: PaymentState | undefined
  /** Refunded, or taken back by a bank as far as the provider states how much. */
  returned: Centavos
  /** Time of the last change, as stated by the provider. */
  at: Date | undefined
}

/**
 * Whether a report is older than the recorded one, so that it changes nothing. Dates alone do not decide: a provider's clock
 * can be wrong, and a report can have no date. A date in the future is ignored. Irreversible changes (a refund, a final
 * status) take precedence over any date: a report that is further ahead is never stale, and one that is behind without a
 * later date always is.
 *
 * @param now of the database
 */
export function isStale(known: DatedReport, reported: DatedReport, now: Date): boolean {
  const progress = progressOf(known, reported)
  if (progress === 'ahead') return false
  const [before, after] = [believed(known.at, now), believed(reported.at, now)]
  if (!before || !after) return false
  if (progress === 'behind') return after <= before
  return after < before
}

/**
 * Returns the date to keep of two reports: the later valid one, so that a date in the future does not make other
 * reports stale.
 */
export function laterReport(known: Date | null, reported: Date | undefined, now: Date): Date | null {
  const [before, after] = [believed(known ?? undefined, now), believed(reported, now)]
  if (before && after) return before > after ? before : after
  return after ?? before ?? null
}

function believed(at: Date | undefined, now: Date): Date | undefined {
  return at && isPast(at, now) ? at : undefined
}

/** Compares a report with the recorded one by irreversible changes. */
function progressOf(known: DatedReport, reported: DatedReport): 'ahead' | 'behind' | 'unclear' {
  const byState = known.state && reported.state ? compareStates(known.state, reported.state) : 0
  const byReturn = Math.sign(reported.returned - known.returned)
  // Ahead in one and behind in the other counts as unclear.
  const direction = byState + byReturn
  return direction > 0 ? 'ahead' : direction < 0 ? 'behind' : 'unclear'
}

/** 1 when the second state follows the first and never the other way round, -1 when it precedes it, else 0. */
function compareStates(first: PaymentState, second: PaymentState): -1 | 0 | 1 {
  const [follows, precedes] = [
    paymentMachine.reachable(first).includes(second),
    paymentMachine.reachable(second).includes(first),
  ]
  if (follows === precedes) return 0
  return follows ? 1 : -1
}
