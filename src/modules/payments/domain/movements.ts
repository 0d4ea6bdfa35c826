import { type Centavos, sum } from '../../../core/money.ts'

/**
 * The accounts of the ledger.
 *
 * - `receivable`: what customers owe. `sales`: what was contracted. `late_charges`, `discounts`: more or less than that.
 * - `provider:<name>`: our money at a provider. `cash`: our money at the bank. `fees`: what the provider kept.
 * - `credits`: customers' money that pays for nothing yet. `refunds`: given back. `chargebacks`: taken back by banks.
 * - `unclaimed`: money a person found to be nobody's here.
 */
type Account =
  | 'receivable'
  | 'sales'
  | 'late_charges'
  | 'discounts'
  | `provider:${string}`
  | 'cash'
  | 'fees'
  | 'credits'
  | 'refunds'
  | 'chargebacks'
  | 'unclaimed'

export type MovementKind =
  | 'sale'
  | 'cancellation'
  | 'receipt'
  | 'fee'
  | 'refund'
  | 'chargeback'
  | 'dispute_lost'
  | 'dispute_won'
  | 'credit_applied'
  | 'credit_dismissed'
  | 'payout'

/** Debits above zero, credits below; adding up to zero. */
export interface Movement {
  kind: MovementKind
  entries: readonly (readonly [Account, Centavos])[]
}

/** Instalments contracted: the customer owes them. */
export const sale = (total: Centavos): Movement => transfer('sale', total, 'receivable', 'sales')

/** Instalments nobody has to pay any more. */
export const cancellation = (total: Centavos): Movement =>
  transfer('cancellation', total, 'sales', 'receivable')

/**
 * Money that arrived at a provider: it pays what is owed, with its late charges and less its discounts; what is sold
 * and paid at once; and the rest is the customer's.
 */
export function receipt(of: {
  provider: string
  amount: Centavos
  paid: readonly { amount: Centavos; lateFee: Centavos; interest: Centavos; discount: Centavos }[]
  soldAtOnce: Centavos
  credits: readonly { amount: Centavos }[]
}): Movement {
  const total = (part: 'amount' | 'lateFee' | 'interest' | 'discount') =>
    sum(of.paid.map((line) => line[part]))
  return balanced('receipt', [
    [`provider:${of.provider}`, of.amount],
    ['receivable', -total('amount')],
    ['late_charges', -(total('lateFee') + total('interest'))],
    ['discounts', total('discount')],
    ['sales', -of.soldAtOnce],
    ['credits', -sum(of.credits.map(({ amount }) => amount))],
  ])
}

export const fee = (provider: string, amount: Centavos): Movement =>
  transfer('fee', amount, 'fees', `provider:${provider}`)

/** Given back: out of a customer's credit, or of what was sold. */
export const refund = (provider: string, amount: Centavos, from: 'credits' | 'refunds'): Movement =>
  transfer('refund', amount, from, `provider:${provider}`)

/** Taken back by a bank: out of a customer's credit, or lost until a person decides. */
export const chargeback = (provider: string, amount: Centavos, from: 'credits' | 'chargebacks'): Movement =>
  transfer('chargeback', amount, from, `provider:${provider}`)

/** What a bank took back is owed again. */
export const debtReinstated = (amount: Centavos): Movement =>
  transfer('dispute_lost', amount, 'receivable', 'chargebacks')

/** What a bank took comes back: what was lost is not, and the rest is the customer's. */
export function disputeWon(provider: string, amount: Centavos, lost: Centavos): Movement {
  return balanced('dispute_won', [
    [`provider:${provider}`, amount],
    ['chargebacks', -lost],
    ['credits', lost - amount],
  ])
}

/** A credit that pays for instalments; what it lacks, a person forgave. */
export function creditApplied(credit: Centavos, owed: Centavos): Movement {
  return balanced('credit_applied', [
    ['credits', credit],
    ['discounts', owed - credit],
    ['receivable', -owed],
  ])
}

export const creditDismissed = (amount: Centavos): Movement =>
  transfer('credit_dismissed', amount, 'credits', 'unclaimed')

/** Drawn from the provider to the bank. */
export const payout = (provider: string, amount: Centavos): Movement =>
  transfer('payout', amount, 'cash', `provider:${provider}`)

function transfer(kind: MovementKind, amount: Centavos, to: Account, from: Account): Movement {
  return balanced(kind, [
    [to, amount],
    [from, -amount],
  ])
}

/** @throws RangeError for entries that do not add up to zero: somebody's money would be lost or made */
function balanced(kind: MovementKind, entries: Movement['entries']): Movement {
  const off = sum(entries.map(([, amount]) => amount))
  if (off !== 0) throw new RangeError(`a ${kind} that is off by ${off} centavos`)
  return { kind, entries: entries.filter(([, amount]) => amount !== 0) }
}
