import { type Centavos, sum } from '../../../core/money.ts'

/**
 * The accounts of the ledger.
 *
 * - `receivable`: what customers owe. `sales`: what they contracted. `late_charges`, `discounts`: added or taken off.
 * - `provider:<name>`: our balance at a provider. `cash`: our balance at the bank. `fees`: provider fees.
 * - `credits`: unapplied money of customers. `refunds`: refunded. `chargebacks`: taken back by banks.
 * - `unclaimed`: money that belongs to no customer.
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
  | 'credit_matched'
  | 'credit_reopened'
  | 'return_attributed'
  | 'payout'
  | 'renegotiation'

/** Debits are positive and credits negative; the entries add up to zero. */
export interface Movement {
  kind: MovementKind
  entries: readonly (readonly [Account, Centavos])[]
}

/** Posts the instalments of a contract, which the customer now owes. */
export const sale = (total: Centavos): Movement => transfer('sale', total, 'receivable', 'sales')

/** Posts cancelled instalments, which are no longer owed. */
export const cancellation = (total: Centavos): Movement =>
  transfer('cancellation', total, 'sales', 'receivable')

/** What received money is allocated to. Amounts in centavos. */
interface AllocatedMoney {
  amount: Centavos
  paid: readonly { amount: Centavos; lateFee: Centavos; interest: Centavos; discount: Centavos }[]
  soldAtOnce: Centavos
  credits: readonly { amount: Centavos }[]
}

/**
 * Money received at a provider. It pays instalments, plus late charges and minus discounts, and sales paid immediately;
 * the rest becomes customer credits.
 */
export const receipt = ({ provider, ...of }: AllocatedMoney & { provider: string }): Movement =>
  allocated('receipt', `provider:${provider}`, of)

/** Money that was a credit until a report named its charge; allocated like a receipt. */
export const creditMatched = (of: AllocatedMoney): Movement => allocated('credit_matched', 'credits', of)

function allocated(kind: MovementKind, from: Account, of: AllocatedMoney): Movement {
  const total = (part: 'amount' | 'lateFee' | 'interest' | 'discount') =>
    sum(of.paid.map((line) => line[part]))
  return balanced(kind, [
    [from, of.amount],
    ['receivable', -total('amount')],
    ['late_charges', -(total('lateFee') + total('interest'))],
    ['discounts', total('discount')],
    ['sales', -of.soldAtOnce],
    ['credits', -sum(of.credits.map(({ amount }) => amount))],
  ])
}

export const fee = (provider: string, amount: Centavos): Movement =>
  transfer('fee', amount, 'fees', `provider:${provider}`)

/** A refund, from a customer credit or from sales. */
export const refund = (provider: string, amount: Centavos, from: 'credits' | 'refunds'): Movement =>
  transfer('refund', amount, from, `provider:${provider}`)

/** A chargeback, from a customer credit or as a loss until the team decides. */
export const chargeback = (provider: string, amount: Centavos, from: 'credits' | 'chargebacks'): Movement =>
  transfer('chargeback', amount, from, `provider:${provider}`)

/**
 * Money that the customer owes again after a chargeback. Any excess over the loss reverses the discount that the payment had, and
 * then refunds that were made before the bank took the rest.
 *
 * @param amount centavos of the instalments
 * @param waived centavos of them that the payment did not have to pay
 * @param lateCharges centavos that it paid besides: they are reversed, because the debt is charged for being late anew
 */
export function debtReinstated({
  amount,
  lost,
  waived,
  lateCharges,
}: Record<'amount' | 'lost' | 'waived' | 'lateCharges', Centavos>): Movement {
  const paid = amount + lateCharges
  const taken = lostOf(paid, lost)
  const discount = Math.min(paid - taken, waived)
  return balanced('dispute_lost', [
    ['receivable', amount],
    ['late_charges', lateCharges],
    ['chargebacks', -taken],
    ['discounts', -discount],
    ['refunds', taken + discount - paid],
  ])
}

/** The part of an amount that reverses a loss: between zero and the amount. */
export const lostOf = (amount: Centavos, lost: Centavos): Centavos => Math.min(amount, Math.max(lost, 0))

/**
 * A reversed chargeback: the loss is undone, and the rest becomes a customer credit, never more than the money returned.
 */
export function disputeWon(provider: string, amount: Centavos, lost: Centavos): Movement {
  return balanced('dispute_won', [
    [`provider:${provider}`, amount],
    ['chargebacks', -lost],
    ['credits', lost - amount],
  ])
}

/** A credit applied to instalments; the team waives the shortfall. */
export function creditApplied(credit: Centavos, owed: Centavos): Movement {
  return balanced('credit_applied', [
    ['credits', credit],
    ['discounts', owed - credit],
    ['receivable', -owed],
  ])
}

export const creditDismissed = (amount: Centavos): Movement =>
  transfer('credit_dismissed', amount, 'credits', 'unclaimed')

/** Dismissed money that turns out to belong to a customer becomes a credit again. */
export const creditReopened = (amount: Centavos): Movement =>
  transfer('credit_reopened', amount, 'unclaimed', 'credits')

/** A refund that turns out to have returned a customer credit, or money that belonged to no customer. */
export const returnAttributed = (amount: Centavos, to: 'credits' | 'unclaimed'): Movement =>
  transfer('return_attributed', amount, to, 'refunds')

/** A chargeback that took a customer credit, whose refund waited meanwhile. */
export const chargebackAttributed = (amount: Centavos): Movement =>
  transfer('return_attributed', amount, 'credits', 'chargebacks')

/** A payout from the provider to the bank. */
export const payout = (provider: string, amount: Centavos): Movement =>
  transfer('payout', amount, 'cash', `provider:${provider}`)

/**
 * A new schedule for a customer's debt: a reduction is a discount, an increase is late charges.
 *
 * @param difference centavos by which the new total is higher; negative when it is lower
 */
export const renegotiation = (difference: Centavos): Movement =>
  balanced('renegotiation', [
    ['receivable', difference],
    ['discounts', Math.max(0, -difference)],
    ['late_charges', -Math.max(0, difference)],
  ])

function transfer(kind: MovementKind, amount: Centavos, to: Account, from: Account): Movement {
  return balanced(kind, [
    [to, amount],
    [from, -amount],
  ])
}

/** @throws RangeError for entries that do not add up to zero */
function balanced(kind: MovementKind, entries: Movement['entries']): Movement {
  const difference = sum(entries.map(([, amount]) => amount))
  if (difference !== 0) throw new RangeError(`${kind} is off by ${difference} centavos`)
  return { kind, entries: entries.filter(([, amount]) => amount !== 0) }
}
