/**
 * The world of the settlement model: one customer, two instalments, two charges, and everything that their bank, the provider and
 * we do about them. Money in centavos. Plain data, so that a state can be compared and stored.
 */
import type { ChargeStatus } from '../../src/modules/payments/domain/charge.ts'
import type { CreditReason, CreditStatus } from '../../src/modules/payments/domain/credit.ts'
import type { InstalmentStatus } from '../../src/modules/payments/domain/instalment.ts'
import type { PaymentState as ShopState } from '../../src/modules/payments/domain/payment-state.ts'
import type { RefundOrigin, RefundStatus } from '../../src/modules/payments/domain/refund.ts'

/** Amount of each instalment. */
export const instalmentAmount = 10_000

/** The first charge is for both instalments; the second, created later, is for the first of them again. */
export const charges: readonly { lines: readonly number[]; amount: number }[] = [
  { lines: [0, 1], amount: 2 * instalmentAmount },
  { lines: [0], amount: instalmentAmount },
]

/** The states that the model knows of those of the shop. */
export type PaymentState = Extract<
  ShopState,
  'pending' | 'cancelled' | 'approved' | 'refunded' | 'charged_back'
>

/** A payment as stored at the provider. `version` counts its changes. */
export interface Report {
  charge: number
  state: PaymentState
  amount: number
  refunded: number
  version: number
}

/** A response about a payment that is not yet recorded in the books: a notice was received, and the payment was fetched. */
interface Fetched {
  payment: number
  report: Report
  /** How often it has been recorded. */
  deliveries: number
}

export interface Credit {
  payment: number
  reason: Extract<CreditReason, 'partial' | 'duplicate' | 'late' | 'excess'>
  amount: number
  status: Extract<CreditStatus, 'open' | 'refunding' | 'refunded'>
}

export interface Refund {
  payment: number
  amount: number
  origin: Exclude<RefundOrigin, 'withdrawal'>
  /** `reversed`: a chargeback whose dispute was won. */
  status: Extract<RefundStatus, 'requested' | 'done' | 'failed' | 'reversed'>
  /** Index into `credits`. */
  credit: number | undefined
  /** Indexes of the instalments that it refunds in full. */
  instalments: readonly number[]
  /** What the provider did under its key; the provider does not remember a refusal. */
  atProvider: 'nothing' | 'done'
  /** The provider's response, not committed yet. */
  answer: 'done' | 'refused' | undefined
}

export interface Books {
  charges: readonly {
    status: PaymentState | Extract<ChargeStatus, 'amount_mismatch'>
    paidBy?: number
  }[]
  instalments: readonly { status: Exclude<InstalmentStatus, 'cancelled'>; paidBy?: number }[]
  /** The last report of each payment; `received` once its money is in the books. */
  known: readonly (Known | undefined)[]
  credits: readonly Credit[]
  refunds: readonly Refund[]
}

interface Known {
  version: number
  state: PaymentState
  amount: number
  refunded: number
  received: boolean
}

/** The actual state at the provider. */
export interface Truth {
  payments: readonly Report[]
  /** Payments in the order of their last change, oldest first, as the provider lists them. */
  byChange: readonly number[]
}

export interface World extends Truth {
  fetched: readonly Fetched[]
  books: Books
  /** Used part of each budget of the bounds. */
  used: Readonly<Record<Budget, number>>
}

const budgets = [
  'pays',
  'cancels',
  'fetches',
  'panelRefunds',
  'disputes',
  'requests',
  'crashes',
  'sweeps',
] as const
export type Budget = (typeof budgets)[number]

/** Limits of the exploration: how often each action may happen in one history. */
export interface Bounds extends Readonly<Record<Budget, number>> {
  /** Amounts that a payer may pay instead of the requested one, as differences. */
  amounts: readonly number[]
  paymentsPerCharge: number
  /** How often one response may be recorded. */
  deliveries: number
  requestKinds: readonly ('whole' | 'part')[]
}

export type Action =
  /** The payer pays the code, in full or with another amount, even after it was cancelled. */
  | { do: 'pay'; payment: number; difference: number }
  /** The payer pays a second time. */
  | { do: 'payAgain'; charge: number; difference: number }
  | { do: 'cancel'; payment: number }
  /** Somebody makes a refund in the provider's panel. */
  | { do: 'panelRefund'; payment: number; amount: number }
  /** The payer's bank takes back all that is left. */
  | { do: 'chargeBack'; payment: number }
  /** We win the dispute and have the money again. */
  | { do: 'winDispute'; payment: number }
  | { do: 'fetch'; payment: number }
  /** Records a fetched response: late, repeatedly, or before an older one. A response that is never recorded is lost. */
  | { do: 'record'; fetched: number }
  /** The team requests a refund of a charge. */
  | { do: 'request'; charge: number; kind: 'whole' | 'part' }
  /** The provider processes a refund; its response is not committed yet. */
  | { do: 'issue'; refund: number }
  /** The response is committed and the payment settled. */
  | { do: 'answer'; refund: number }
  /** The process dies before the commit. */
  | { do: 'crash'; refund: number }
  | { do: 'sweep' }

export const initialWorld: World = {
  payments: charges.map((charge, index) => ({
    charge: index,
    state: 'pending',
    amount: charge.amount,
    refunded: 0,
    version: 0,
  })),
  byChange: [0, 1],
  fetched: [],
  books: {
    charges: charges.map(() => ({ status: 'pending' })),
    instalments: [{ status: 'pending' }, { status: 'pending' }],
    known: charges.map(() => undefined),
    credits: [],
    refunds: [],
  },
  used: { pays: 0, cancels: 0, fetches: 0, panelRefunds: 0, disputes: 0, requests: 0, crashes: 0, sweeps: 0 },
}

/** Checks whether the money of a payment arrived, wherever it is now. */
export const hasArrived = (state: PaymentState): boolean =>
  state === 'approved' || state === 'refunded' || state === 'charged_back'

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

/** Returns a copy of a list with one element replaced. */
export const replaced = <T>(list: readonly T[], index: number, change: (one: T) => T): T[] =>
  list.map((one, at) => (at === index ? change(one) : one))
