import { retention } from '../../core/retention.ts'

/** Reason why the rows of a table end. */
type End =
  /** Their number is bounded by something that does not grow with time. */
  | { bounded: string }
  /** A job deletes them. */
  | { job: string; after: string }
  /** They are deleted with the row that they belong to. */
  | { with: string }
  /** They are kept; personal data in them is deleted as `core/kept-data.ts` says for its kind. */
  | { kept: string }

interface Life {
  /** Event for which a row is written. */
  readonly grows: string
  readonly end: End
}

const money = 'the books: what was charged, paid and given back is never forgotten'
const record = 'the record of an order'
const years = `${retention.contractYears} years after the service`

/**
 * Growth of each table of the schema, and the end of its rows. A test compares it with the database and lets each job delete the
 * rows that it is said to delete.
 */
export const tableLives: Readonly<Record<string, Life>> = {
  // Visitors and accounts
  users: {
    grows: 'an account',
    end: { kept: 'an account lasts until its owner asks' },
  },
  accounts: { grows: 'a way to sign in, of an account', end: { with: 'users' } },
  profiles: { grows: 'an account', end: { with: 'users' } },
  sessions: { grows: 'a sign-in', end: { job: 'identity.sweep', after: `${retention.accessMonths} months` } },
  verifications: {
    grows: 'a link by e-mail',
    end: { job: 'identity.sweep', after: `${retention.linkDays} days` },
  },
  sign_ups: { grows: 'a sign-up', end: { job: 'identity.sweep', after: `${retention.linkDays} days` } },
  registrations: {
    grows: 'an account that gives its data',
    end: { kept: 'as long as the account' },
  },
  documents: {
    grows: 'an upload',
    end: { job: 'privacy.forget-documents', after: `${retention.documentDays} days after the service` },
  },
  document_requests: {
    grows: 'a request for a document',
    end: { job: 'privacy.forget-documents', after: `${retention.documentDays} days after the service` },
  },
  rate_limits: { grows: 'who tries something limited', end: { job: 'identity.sweep', after: 'its window' } },
  visit_counts: { grows: 'a day, by page', end: { kept: 'a few rows a day, without personal data' } },
  security_counts: {
    grows: 'a minute with an event',
    end: { job: 'operations.watch', after: 'the longest threshold' },
  },

  // Products and orders
  catalogue_versions: { grows: 'a publication by the team', end: { kept: 'what was offered when' } },
  hiring_drafts: {
    grows: 'a hiring that is begun',
    end: {
      job: 'contracting.purge-drafts',
      after: `${retention.draftDays} or ${retention.accountDraftDays} days`,
    },
  },
  proposals: {
    grows: 'a request for a proposal',
    end: { job: 'proposals.forget', after: `${retention.proposalDays} days` },
  },
  custom_offers: {
    grows: 'an offer to one person',
    end: { job: 'proposals.forget', after: `${retention.proposalDays} days` },
  },
  contract_acceptances: { grows: 'a signature', end: { kept: record } },
  acceptance_chains: { grows: 'the end of a chain of signatures', end: { bounded: 'the number of chains' } },
  seal_certificates: {
    grows: 'a renewal of the certificate that seals contracts',
    end: { bounded: 'one a year' },
  },
  acceptance_checks: { grows: 'nothing: the last verification of the chains', end: { bounded: 'one row' } },
  acceptance_breaches: {
    grows: 'a breach of a chain of signatures',
    end: { job: 'contracting.verify-acceptances', after: 'it was dealt with and is gone' },
  },
  contract_addenda: { grows: 'a change of a contract', end: { kept: record } },
  renegotiations: { grows: 'an offer of another schedule', end: { kept: record } },
  withdrawals: { grows: 'a withdrawal', end: { kept: record } },
  orders: { grows: 'a signature', end: { kept: record } },
  order_steps: { grows: 'a signature, by step', end: { kept: record } },
  order_events: { grows: 'something that happens to an order', end: { kept: record } },
  step_completions: { grows: 'a step that is done', end: { kept: record } },
  step_files: { grows: 'a file of the team', end: { job: 'orders.sweep-files', after: 'nothing uses it' } },
  consultations: { grows: 'a look-up', end: { kept: 'what was sold' } },
  consultation_codes: {
    grows: 'a request for a code',
    end: { job: 'consultations.forget-results', after: 'its end' },
  },
  consultation_links: { grows: 'a link to a result', end: { with: 'consultations' } },
  consultation_results: {
    grows: 'a look-up',
    end: { job: 'consultations.forget-results', after: `${retention.documentDays} days` },
  },
  consultation_views: {
    grows: 'a look at a result',
    end: { job: 'consultations.forget-results', after: `${retention.accessMonths} months` },
  },

  // Money
  payments: { grows: 'an instalment', end: { kept: money } },
  charges: { grows: 'a code to pay', end: { kept: money } },
  charge_payments: { grows: 'an instalment in a code', end: { kept: money } },
  charge_history: { grows: 'a change of a charge', end: { kept: money } },
  credits: { grows: 'money without an instalment', end: { kept: money } },
  refunds: { grows: 'a refund', end: { kept: money } },
  refund_payments: { grows: 'an instalment of a refund', end: { kept: money } },
  refund_approvals: { grows: 'a refund that two decide', end: { kept: money } },
  refund_attributions: { grows: 'a return by the provider', end: { kept: money } },
  manual_payments: { grows: 'money by hand', end: { kept: money } },
  manual_refunds: { grows: 'a refund by hand', end: { kept: money } },
  ledger_transactions: { grows: 'a movement of money', end: { kept: money } },
  ledger_entries: { grows: 'a movement of money, twice or more', end: { kept: money } },
  daily_closes: { grows: 'a day, by provider', end: { kept: money } },
  provider_payments: { grows: 'a payment at a provider', end: { kept: money } },
  provider_cursors: { grows: 'a provider', end: { bounded: 'the providers' } },
  provider_events: {
    grows: 'a notice of a provider',
    end: { job: 'payments.erase-raw', after: `${retention.noticeDays} days` },
  },
  raw_payments: {
    grows: 'what a provider says of a payment',
    end: { job: 'payments.erase-raw', after: `${retention.rawPaymentDays} days` },
  },
  set_aside_payments: { grows: 'a payment in doubt', end: { kept: money } },
  payer_links: { grows: 'a link for another payer', end: { kept: record } },
  postponements: { grows: 'a postponed instalment', end: { kept: money } },
  due_reminders: { grows: 'a reminder of an instalment', end: { kept: 'each is sent once' } },
  receipts: { grows: 'a settled charge', end: { kept: money } },
  receipt_numbers: { grows: 'a year', end: { bounded: 'the years, by kind' } },

  // Messages and consents
  messages: { grows: 'a message', end: { kept: 'that it was sent' } },
  message_preferences: {
    grows: 'a choice of a person',
    end: { bounded: 'the accounts, by kind of message' },
  },
  message_consents: { grows: 'a consent, given or taken back', end: { kept: 'what proves it' } },
  channel_addresses: {
    grows: 'an address that a message came from, or that takes none',
    end: { job: 'messages.forget', after: '30 days' },
  },
  channel_refusals: { grows: 'nothing', end: { bounded: 'the channels' } },
  whatsapp_templates: { grows: 'nothing', end: { bounded: 'the templates of the account' } },
  conversations: {
    grows: 'an address that a message came from',
    end: { job: 'inbox.forget', after: `${retention.contractYears} years` },
  },
  heard_messages: { grows: 'a message received', end: { with: 'conversations' } },
  other_reminders: { grows: 'a reminder of something else', end: { kept: 'each is sent once' } },
  consents: {
    grows: 'a consent, given or taken back',
    end: { kept: 'what proves it' },
  },
  privacy_requests: {
    grows: 'a request of a person about their data',
    end: { job: 'privacy.sweep', after: years },
  },
  privacy_links: { grows: 'a link by e-mail', end: { job: 'privacy.sweep', after: 'its end' } },

  // Team and operation
  audit_log: { grows: 'an action of the team', end: { kept: 'a chain, of which nothing is taken out' } },
  audit_head: { grows: 'nothing', end: { bounded: 'one row' } },
  audit_checks: { grows: 'nothing: the last verification of the log', end: { bounded: 'one row' } },
  customer_notes: { grows: 'a note of the team', end: { kept: record } },
  desk_presence: {
    grows: 'a tab of the team that shows an order',
    end: { bounded: 'it goes with the next tab that is opened, forty seconds after it was last renewed' },
  },
  obligation_states: { grows: 'an obligation that was claimed', end: { kept: 'who claimed what' } },
  desk_sessions: {
    grows: 'a sign-in at the desk',
    end: { job: 'team.sweep', after: `${retention.accessMonths} months` },
  },
  team_invitations: {
    grows: 'an invitation',
    end: { job: 'team.sweep', after: `${retention.accessMonths} months` },
  },
  team_second_factors: { grows: 'a member', end: { bounded: 'the team' } },
  team_recovery_codes: { grows: 'a member', end: { bounded: 'the team, ten each' } },
  events: {
    grows: 'something that modules report to each other',
    end: { job: 'operations.forget-events', after: `${retention.eventDays} days` },
  },
  event_deliveries: { grows: 'an event, by listener', end: { with: 'events' } },
  operation_alerts: { grows: 'a thing that is wrong', end: { bounded: 'the kinds of alarm' } },
  sealing_gate: { grows: 'nothing', end: { bounded: 'one row' } },
  key_canaries: { grows: 'a key', end: { bounded: 'the keys' } },
  daily_figures: {
    grows: 'a day, by figure',
    end: { kept: 'some tens of rows a day, without personal data' },
  },
  figure_marks: {
    grows: 'a statement that changes figures',
    end: { job: 'numbers.refresh', after: 'a minute' },
  },
  figure_sources: { grows: 'a kind of figure', end: { bounded: 'the kinds' } },
}
