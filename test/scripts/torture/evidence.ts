import { createHash } from 'node:crypto'
import type { Acknowledgement } from '../../../scripts/torture/customer.ts'
import type { Evidence } from '../../../scripts/torture/invariants/invariant.ts'
import type { Tables } from '../../../scripts/torture/tables.ts'

const text = 'Contrato'
const sha256 = createHash('sha256').update(text).digest('hex')

/** Mutable evidence that a test can corrupt. */
export interface SoundEvidence extends Evidence {
  tables: { -readonly [Table in keyof Tables]: Tables[Table][number][] }
  acknowledgements: Acknowledgement[]
  acknowledgedDecisions: number
  alteredRefusals: Set<string>
  crashes: string[]
}

/**
 * Returns evidence without breaches: a contract with an entry and two weekly instalments; the entry is paid by Pix with a fee,
 * the rest is pending, and a second Pix is open.
 */
export function soundEvidence(): SoundEvidence {
  const plan = {
    cadence: 'weekly' as const,
    entry: 400,
    count: 2,
    total: 600,
    steps: [{ name: 'Análise' }],
    payments: [
      { number: 0, kind: 'entrada', amount: 400, dueDate: '2026-03-02', method: 'pix' },
      { number: 1, kind: 'parcela', amount: 100, dueDate: '2026-03-09', method: 'pix' },
      { number: 2, kind: 'parcela', amount: 100, dueDate: '2026-03-16', method: 'pix' },
    ],
  }
  const instalment = (number: number, due_date: string, amount: number) => ({
    id: `instalment-${number}`,
    order_id: 'order',
    number,
    kind: number === 0 ? 'entrada' : 'parcela',
    amount,
    due_date,
    status: number === 0 ? ('paid' as const) : ('pending' as const),
    payment_method: 'pix',
    paid_with: number === 0 ? 'money' : null,
    paid_amount: number === 0 ? amount : null,
  })
  const charge = (id: string, status: string, amount: number) => ({
    id,
    purpose: 'instalments',
    purpose_id: null,
    method: 'pix',
    amount,
    status,
    reference: `PARC_${id}`,
    idempotency_key: `key-${id}`,
    provider_id: id === 'first' ? '1' : '2',
    created_at: '2026-03-02T12:00:00Z',
  })
  const line = (charge_id: string, payment_id: string, amount: number) => ({
    ...{ charge_id, payment_id, amount },
    ...{ late_fee: 0, interest: 0, discount: 0 },
  })
  const payment = (id: string, reference: string, status: string, received: number) => ({
    ...{
      id,
      reference,
      status,
      received,
      refunded: 0,
      refundsByKey: [],
      rejected: [],
      chargedBack: 0,
      fee: received > 0 ? 4 : 0,
    },
    idempotencyKey: `key-${reference.slice(5)}`,
  })
  return {
    tables: {
      users: [{ id: 'joana', email: 'joana@exemplo.com.br' }],
      sign_ups: [{ email: 'pedro@exemplo.com.br' }],
      orders: [
        { id: 'order', user_id: 'joana', status: 'paid', service_price: 600, start_date: '2026-03-02' },
      ],
      order_steps: [{ order_id: 'order', step_number: 1, step_name: 'Análise' }],
      payments: [
        instalment(0, '2026-03-02', 400),
        instalment(1, '2026-03-09', 100),
        instalment(2, '2026-03-16', 100),
      ],
      charges: [charge('first', 'approved', 400), charge('second', 'pending', 100)],
      charge_payments: [line('first', 'instalment-0', 400), line('second', 'instalment-1', 100)],
      provider_payments: [
        {
          ...{
            id: 'money',
            provider: 'mercadopago',
            provider_id: '1',
            charge_id: 'first',
            status: 'approved',
          },
          ...{ amount: 400, refunded: 0, fee: 4, received_at: '2026-03-02T12:01:00Z', concern: null },
        },
      ],
      set_aside_payments: [],
      credits: [],
      refunds: [],
      refund_payments: [],
      ledger_transactions: ['sale', 'receipt', 'fee'].map((kind) => ({ id: kind, kind, key: kind })),
      ledger_entries: [
        { transaction_id: 'sale', account: 'receivable', amount: 600 },
        { transaction_id: 'sale', account: 'sales', amount: -600 },
        { transaction_id: 'receipt', account: 'provider:mercadopago', amount: 400 },
        { transaction_id: 'receipt', account: 'receivable', amount: -400 },
        { transaction_id: 'fee', account: 'fees', amount: 4 },
        { transaction_id: 'fee', account: 'provider:mercadopago', amount: -4 },
      ],
      contract_acceptances: [
        {
          ...{ id: 'acceptance', draft_id: 'draft', order_id: 'order', user_id: 'joana' },
          ...{ text, sealed: null, sha256, plan },
          ...{ accepted_at: '2026-03-02T12:00:00Z', chain: 3, position: 1 },
          ...{ previous_hash: '0'.repeat(64), record_hash: 'head' },
        },
      ],
      acceptance_chains: [{ chain: 3, position: 1, head: 'head' }],
      withdrawals: [],
      consultations: [],
      provider_events: [{ id: 'event', delivery_key: 'request-1:1', processed_at: '2026-03-02T12:01:00Z' }],
      events: [
        {
          id: 'paid-event',
          type: 'instalment.paid',
          payload: { instalmentId: 'instalment-0', orderId: 'order' },
        },
      ],
      event_deliveries: [{ event_id: 'paid-event', listener: 'orders.begin' }],
      audit_log: [
        {
          ...{ position: 1, action: 'credit.refund', detail: null },
          ...{ previous_hash: '0'.repeat(64), record_hash: 'audit-hash' },
        },
      ],
      audit_head: [{ position: 1, hash: 'audit-hash' }],
      messages: [
        {
          ...{ id: 'mail', to: 'joana@exemplo.com.br', channel: 'email', kind: 'contract.accepted' },
          ...{ status: 'sent', attempts: 1, not_before: null, user_id: 'joana', provider_id: '<mail@shop>' },
          ...{ delivered_at: null, read_at: null, given_up_at: null, follows_id: null },
          ...{ dropped_reason: null, about: null, tried_at: null },
        },
        {
          ...{ id: 'lost', to: 'antiga@exemplo.com.br', channel: 'email', kind: 'receipt.made' },
          ...{ status: 'failed', attempts: 1, not_before: null, user_id: 'joana', provider_id: null },
          ...{ delivered_at: null, read_at: null, follows_id: null },
          ...{ given_up_at: '2026-03-02T12:01:00Z', dropped_reason: null, about: null, tried_at: null },
        },
        {
          ...{ id: 'next', to: '+5548990000001', channel: 'whatsapp', kind: 'receipt.made' },
          ...{ status: 'sent', attempts: 2, not_before: null, user_id: 'joana', provider_id: 'wamid.1' },
          ...{ delivered_at: '2026-03-02T12:01:00Z', read_at: null, given_up_at: null, follows_id: 'lost' },
          ...{ dropped_reason: null, about: null, tried_at: null },
        },
      ],
      message_consents: [{ user_id: 'joana', phone: '+5548990000001', revoked_at: null }],
      heard_messages: [{ channel: 'whatsapp', provider_id: 'wamid.2' }],
    },
    jobs: [{ name: 'payments.issue', state: 'completed', data: { chargeId: 'first' }, output: null }],
    truth: {
      payments: [payment('1', 'PARC_first', 'approved', 400), payment('2', 'PARC_second', 'pending', 0)],
      notices: [{ requestId: 'request-1', state: 'delivered', isForged: false, attempts: [{}] }],
      mails: [{ id: 'mail', to: 'joana@exemplo.com.br' }],
      phones: {
        messages: [{ wamid: 'wamid.1', to: '5548990000001', opaque: 'next', status: 'delivered' }],
        answers: [{ wamid: 'wamid.2', from: '5548990000001' }],
        ...{ requests: 1, absent: [], notices: { waiting: 0, abandoned: 0 } },
      },
    },
    acknowledgements: [
      { kind: 'account', email: 'joana@exemplo.com.br' },
      { kind: 'order', orderId: 'order' },
      { kind: 'charge', chargeId: 'first' },
      { kind: 'approval', providerId: '1' },
    ],
    acknowledgedDecisions: 1,
    alteredRefusals: new Set(),
    isGone: (address) => address === 'antiga@exemplo.com.br',
    crashes: [],
  }
}
