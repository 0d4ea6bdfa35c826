import type { Cadence } from '../../src/core/payment-terms.ts'
import type { ChannelName } from '../../src/modules/notifications/public.ts'
import type { InstalmentStatus } from '../../src/modules/payments/domain/instalment.ts'
import type { Reader } from './database.ts'

/** Rows that the invariants read, with the column names of the database. */
export type Tables = { readonly [Table in keyof Rows]: readonly Rows[Table][] }

/** Columns of each table: instants and days are text, amounts are centavos. */
interface Rows {
  users: { id: string; email: string }
  sign_ups: { email: string }
  orders: { id: string; user_id: string; status: string; service_price: number; start_date: string | null }
  order_steps: { order_id: string; step_number: number; step_name: string }
  payments: {
    id: string
    order_id: string
    number: number
    kind: string
    amount: number
    due_date: string
    status: InstalmentStatus
    payment_method: string
    paid_with: string | null
    paid_amount: number | null
  }
  charges: {
    id: string
    purpose: string
    purpose_id: string | null
    method: string
    amount: number
    status: string
    reference: string
    idempotency_key: string
    provider_id: string | null
    created_at: string
  }
  charge_payments: {
    charge_id: string
    payment_id: string
    amount: number
    late_fee: number
    interest: number
    discount: number
  }
  provider_payments: {
    id: string
    provider: string
    provider_id: string
    charge_id: string | null
    status: string
    amount: number
    refunded: number
    fee: number
    received_at: string | null
    concern: string | null
  }
  set_aside_payments: { provider_id: string; amount: number | null; resolved_at: string | null }
  credits: {
    id: string
    reason: string
    amount: number
    status: string
    provider_payment_id: string
    charge_id: string | null
    payment_id: string | null
  }
  refunds: {
    id: string
    provider_payment_id: string
    credit_id: string | null
    amount: number
    origin: string
    status: string
    idempotency_key: string
    provider_refund_id: string | null
    last_error: string | null
  }
  refund_payments: { refund_id: string; payment_id: string }
  ledger_transactions: { id: string; kind: string; key: string }
  ledger_entries: { transaction_id: string; account: string; amount: number }
  contract_acceptances: {
    id: string
    draft_id: string
    order_id: string
    user_id: string
    /** Empty if it is encrypted. */
    text: string
    sealed: unknown
    sha256: string
    accepted_at: string
    plan: Plan
    chain: number
    position: number
    previous_hash: string
    record_hash: string
  }
  acceptance_chains: { chain: number; position: number; head: string }
  withdrawals: { order_id: string; refunded: number }
  consultations: { id: string; status: string; charge_id: string | null }
  provider_events: { id: string; delivery_key: string; processed_at: string | null }
  events: { id: string; type: string; payload: Record<string, unknown> }
  event_deliveries: { event_id: string; listener: string }
  messages: {
    id: string
    to: string
    channel: ChannelName
    kind: string
    status: string
    dropped_reason: string | null
    /** For a reminder: '<instalment>@<due date>'. */
    about: readonly string[] | null
    attempts: number
    /** Set while the outcome of an attempt is unknown. */
    tried_at: string | null
    not_before: string | null
    user_id: string | null
    provider_id: string | null
    delivered_at: string | null
    read_at: string | null
    given_up_at: string | null
    follows_id: string | null
  }
  message_consents: { user_id: string; phone: string; revoked_at: string | null }
  heard_messages: { channel: string; provider_id: string }
  audit_log: {
    position: number
    action: string
    detail: { creditId?: string; instalmentIds?: readonly string[] } | null
    previous_hash: string
    record_hash: string
  }
  audit_head: { position: number; hash: string }
}

/** Plan as stored in the accepted contract. */
export interface Plan {
  cadence: Cadence
  entry: number
  count: number
  total: number
  steps: readonly { name: string }[]
  payments: readonly { number: number; kind: string; amount: number; dueDate: string; method: string }[]
}

/** Row of the job queue. */
export interface Job {
  name: string
  state: string
  data: Record<string, unknown> | null
  output: { message?: string } | null
}

const tables: { readonly [Table in keyof Rows]: Table } = {
  users: 'users',
  sign_ups: 'sign_ups',
  orders: 'orders',
  order_steps: 'order_steps',
  payments: 'payments',
  charges: 'charges',
  charge_payments: 'charge_payments',
  provider_payments: 'provider_payments',
  set_aside_payments: 'set_aside_payments',
  credits: 'credits',
  refunds: 'refunds',
  refund_payments: 'refund_payments',
  ledger_transactions: 'ledger_transactions',
  ledger_entries: 'ledger_entries',
  contract_acceptances: 'contract_acceptances',
  acceptance_chains: 'acceptance_chains',
  withdrawals: 'withdrawals',
  consultations: 'consultations',
  provider_events: 'provider_events',
  events: 'events',
  event_deliveries: 'event_deliveries',
  messages: 'messages',
  message_consents: 'message_consents',
  heard_messages: 'heard_messages',
  audit_log: 'audit_log',
  audit_head: 'audit_head',
}

export async function readTables(database: Reader): Promise<Tables> {
  const read = await Promise.all(
    Object.keys(tables).map(async (table) => [table, await database.all(table)] as const),
  )
  return Object.fromEntries(read) as unknown as Tables
}

/** Reads jobs that carry data, and dead letters. Scheduled jobs carry none and repeat. */
export function readJobs(database: Reader): Promise<Job[]> {
  return database.all<Job>(
    `(select name, state, data, output from pgboss.job where data <> '{}' or name = 'dead-letters')`,
  )
}
