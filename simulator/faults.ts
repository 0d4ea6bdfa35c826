import { percentOf } from './money.ts'
import type { Receipt } from './payments.ts'

/** What goes wrong on demand. An absent key is a fault that is off. */
export interface Faults {
  /** Extra deliveries of every notice. */
  duplicate?: number
  dropWebhooks?: true
  /** Milliseconds before a notice leaves. */
  delayMs?: number
  /** Later notices leave before earlier ones. */
  reorder?: true
  /** true: approved one centavo short; a number: approved with that many reais. */
  wrongAmount?: true | number
  /** What the provider keeps of an approval from now on, in percent. */
  feePercent?: number
  forgeSignature?: true
  failCreate?: Failure
  /** Of reading and searching. */
  failRead?: Failure
  failRefund?: Failure
  /** Of cancelling a payment and closing a preference. */
  failCancel?: Failure
  /** API calls are taken and never answered. */
  hang?: Counted
  /** Milliseconds an API answer is held back, after its work is done. */
  slowMs?: number
  /** true: reads show what each payment was before its last change; a number: what it was so many milliseconds ago. */
  staleReads?: true | number
  /** Milliseconds until a change is found by searching. */
  searchLag?: number
  /** From 0 to 1, like the next two: how many of the notices are lost. */
  loseProbability?: number
  duplicateProbability?: number
  failProbability?: number
  /** Where the numbers behind the three probabilities begin. */
  seed?: number
}

export interface Counted {
  /** How often more; null means until switched off. */
  times: number | null
}

/** An `after…` that is true: it is done all the same, only the answer is lost. */
export interface Failure extends Counted {
  status: number
  /** The cause's code, say 13253: the seller has no Pix key. */
  code: number | null
  afterCreating?: boolean
  afterRefunding?: boolean
  afterCancelling?: boolean
}

export const failureNames = ['failCreate', 'failRead', 'failRefund', 'failCancel'] as const
export type FailureName = (typeof failureNames)[number]

export type Chance = 'lose' | 'duplicate' | 'fail'

/** How often each chance has been drawn since the faults were set. */
export type Draws = Record<Chance, number>

export const noDraws: Draws = { lose: 0, duplicate: 0, fail: 0 }

/** The set after one use of this fault: what is counted wears off. */
export function afterOneUse(faults: Faults, name: FailureName | 'hang'): Faults {
  const { [name]: used, ...rest } = faults
  if (used === undefined || used.times === null) return faults
  return used.times <= 1 ? rest : { ...faults, [name]: { ...used, times: used.times - 1 } }
}

/** What an approval really brings, in centavos: `given` where a lever says so, else what was asked, under the faults. */
export function receiptOf({ wrongAmount, feePercent = 0 }: Faults, asked: number, given?: number): Receipt {
  const paid = given ?? paidOf(asked, wrongAmount)
  return { paid, fee: percentOf(paid, feePercent) }
}

function paidOf(asked: number, wrongAmount: Faults['wrongAmount']): number {
  if (wrongAmount === undefined) return asked
  return wrongAmount === true ? Math.max(0, asked - 1) : Math.round(wrongAmount * 100)
}
