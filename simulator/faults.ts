import { percentOf } from './money.ts'
import type { ApprovedAmounts, Refund } from './payments.ts'

/** Faults to inject. A fault whose key is absent is off. */
export interface Faults {
  /** Extra deliveries of every notice. */
  duplicate?: number
  dropWebhooks?: true
  /** Milliseconds before a notice is sent. */
  delayMs?: number
  /** Sends later notices before earlier ones. */
  reorder?: true
  /** true: approved with one centavo too little; a number: approved with that many reais. */
  wrongAmount?: true | number
  /** The provider's fee on each approval from now on, in percent. */
  feePercent?: number
  forgeSignature?: true
  failCreate?: Failure
  /** For reads and searches. */
  failRead?: Failure
  failRefund?: Failure
  /** For the cancellation of a payment and the closing of a preference. */
  failCancel?: Failure
  /** Refunds of the API stay in process: true until a control decides them; a number: for that many milliseconds. */
  slowRefunds?: true | number
  /** Slow refunds end rejected instead of carried out. */
  rejectRefunds?: true
  /** API requests are accepted but never get a response. */
  hang?: Countdown
  /** Milliseconds of delay before an API response, after its work is done. */
  slowMs?: number
  /** true: reads return each payment as it was before its last change; a number: as it was that number of milliseconds ago. */
  staleReads?: true | number
  /** Milliseconds until a change shows up in search results. */
  searchLag?: number
  /** Probability from 0 to 1, like the next two: that a notice is lost. */
  loseProbability?: number
  duplicateProbability?: number
  failProbability?: number
  /** Seed of the random numbers for the three probabilities. */
  seed?: number
}

export interface Countdown {
  /** Remaining uses; null means until switched off. */
  times: number | null
}

/** With an `after…` flag the work is done and only the response is lost. */
export interface Failure extends Countdown {
  status: number
  /** Code of the cause, for example 13253: the seller has no Pix key. */
  code: number | null
  afterCreating?: boolean
  afterRefunding?: boolean
  afterCancelling?: boolean
}

export const failureNames = ['failCreate', 'failRead', 'failRefund', 'failCancel'] as const
export type FailureName = (typeof failureNames)[number]

export type RandomFault = 'lose' | 'duplicate' | 'fail'

/** Count of random numbers that each random fault has drawn since the faults were set. */
export type DrawCounts = Record<RandomFault, number>

export const noDraws: DrawCounts = { lose: 0, duplicate: 0, fail: 0 }

/** Returns the set after one use of this fault: a counted one decreases, and is off at zero. */
export function countDown(faults: Faults, name: FailureName | 'hang'): Faults {
  const { [name]: used, ...rest } = faults
  if (used === undefined || used.times === null) return faults
  return used.times <= 1 ? rest : { ...faults, [name]: { ...used, times: used.times - 1 } }
}

/** Returns when and how a refund requested now will be decided; undefined when it is carried out at once. */
export function slowRefundEnd({ slowRefunds, rejectRefunds }: Faults, now: Date): Refund['ends'] {
  if (slowRefunds === undefined) return undefined
  const at = slowRefunds === true ? null : new Date(now.getTime() + slowRefunds).toISOString()
  return { at, as: rejectRefunds ? 'rejected' : 'approved' }
}

/**
 * Returns the amounts of an approval, in centavos: `override` if a control sets it, else the requested amount changed by the
 * faults.
 */
export function approvedAmounts(
  { wrongAmount, feePercent = 0 }: Faults,
  requested: number,
  override?: number,
): ApprovedAmounts {
  const paid = override ?? paidUnderFault(requested, wrongAmount)
  return { paid, fee: percentOf(paid, feePercent) }
}

function paidUnderFault(requested: number, wrongAmount: Faults['wrongAmount']): number {
  if (wrongAmount === undefined) return requested
  return wrongAmount === true ? Math.max(0, requested - 1) : Math.round(wrongAmount * 100)
}
