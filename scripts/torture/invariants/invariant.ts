import type { Acknowledgement } from '../customer.ts'
import type { GroundTruth } from '../ground-truth.ts'
import type { Job, Tables } from '../tables.ts'

/** Data against which the invariants are checked. */
export interface Evidence {
  tables: Tables
  jobs: readonly Job[]
  truth: GroundTruth
  acknowledgements: readonly Acknowledgement[]
  acknowledgedDecisions: number
  /** Ids of payments for which the provider's response to a refund was altered to a refusal. */
  alteredRefusals: ReadonlySet<string>
  /** Checks whether this mailbox does not exist. */
  isGone: (address: string) => boolean
  /** Processes that exited without being killed. */
  crashes: readonly string[]
}

/**
 * A condition that must hold.
 *
 * @returns its violations, one sentence each
 */
export type Invariant = (evidence: Evidence) => string[]

/** Groups rows by a key; leaves out rows whose key is null or undefined. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string | null | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const name = key(row)
    if (name === null || name === undefined) continue
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

export function total<T>(rows: readonly T[], amount: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + amount(row), 0)
}

/** Formats an amount: 12345 → '123.45'. */
export const reais = (centavos: number): string => (centavos / 100).toFixed(2)

/** Returns the payments after whose chargeback staff reinstated the debt, by id: the amount, and the charge. */
export function debtReinstated({
  tables,
}: Evidence): Map<string, { amount: number; chargeId: string | null }> {
  // The key is 'owed-again:<payment>:<occurrence>'.
  const moved = new Map(tables.ledger_transactions.map(({ key, id }) => [key.split(':', 2).join(':'), id]))
  return new Map(
    tables.provider_payments.flatMap(({ id, charge_id }) => {
      const transaction = moved.get(`owed-again:${id}`)
      const entry = tables.ledger_entries.find(
        ({ transaction_id, account }) => transaction_id === transaction && account === 'receivable',
      )
      return entry ? [[id, { amount: entry.amount, chargeId: charge_id }] as const] : []
    }),
  )
}

/**
 * Returns the provider ids of payments for which the provider reported an unknown status before they were booked. Each is an open
 * item with its amount, and no other table contains it.
 */
export function heldForReview({ tables }: Evidence): Set<string> {
  const held = tables.provider_payments.filter(
    ({ concern, received_at }) => concern === 'unknown_status' && received_at === null,
  )
  return new Set(held.map(({ provider_id }) => provider_id))
}

/** Returns the actual payments by their provider id. */
export function actualPaymentsById({ truth }: Evidence) {
  return new Map(truth.payments.map((payment) => [payment.id, payment]))
}
