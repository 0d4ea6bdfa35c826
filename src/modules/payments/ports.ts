import type { IsoDate } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { ChargeMethod } from './domain/charge.ts'
import type { PaymentState } from './domain/payment-state.ts'
import type { ReadingDoubt } from './domain/report-doubts.ts'

/** The person or company who pays, as registered with the provider. Never a placeholder. */
export interface Payer {
  /**
   * Absent for a guest who gave none: then no address is sent, and a provider that requires one refuses
   * `invalid_payer`.
   */
  email?: string
  firstName: string
  lastName: string
  /** CPF (11 digits) or CNPJ (14 characters), with valid check digits. */
  document: string
}

export interface ChargeRequest {
  /** Made by `referenceFor`. */
  reference: string
  /** Stored before the call. A key is always sent with the same request. */
  idempotencyKey: string
  amount: Centavos
  description: string
  payer: Payer
  expiresAt: Date
  /** For a charge with a due date. Providers without due dates (Mercado Pago) use `expiresAt` alone. */
  due?: DueDateTerms
}

/** Late charges and discount that the provider applies by the day of payment. Percentages in hundredths: 200 is 2 %. */
export interface DueDateTerms {
  /** Due date, which the provider rolls to the next business day. */
  date: IsoDate
  /** Days after the due date on which the charge can still be paid. */
  validDaysAfter: number
  /** Charged once, when late, within `lateCaps` (domain/amount-due.ts). */
  finePercent?: number
  /** Per month, accrued daily. */
  monthlyInterestPercent?: number
  /** For payments up to `until`, which is not after the due date. */
  discount?: { percent: number; until: IsoDate }
}

export interface IssuedPix {
  /** Identifies the charge when it is fetched or cancelled. */
  providerId: string
  state: PaymentState | undefined
  status: string
  detail: string | undefined
  /** The "copia e cola" text. */
  code: string
  ticketUrl: string | undefined
  expiresAt: Date | undefined
}

/** A checkout page of the provider: one card purchase, in as many card instalments as its holder chooses. */
export interface IssuedCard {
  preferenceId: string
  initPoint: string
}

/** Identifies a charge at the provider; unknown ids are null. */
export interface ChargeKey {
  method: ChargeMethod
  reference: string
  providerId: string | null
  preferenceId: string | null
}

/** A payment as the provider reports it. */
export interface PaymentReport {
  providerId: string
  /** The provider's status mapped to one of our states. Undefined for an unknown status, which never counts as paid. */
  state: PaymentState | undefined
  /** The provider's own status. */
  status: string
  detail: string | undefined
  amount: Centavos
  /** Refunded so far, without chargebacks. */
  refunded: Centavos
  /**
   * Taken back by a bank so far, which can be a part. Undefined at a provider where a bank takes all that is left or nothing:
   * there the state shows it (domain/charged-back.ts).
   */
  chargedBack?: Centavos | undefined
  /** All that make up `refunded`, ours and those made at the panel; undefined when the provider does not list them. */
  refunds?: readonly ReportedRefund[] | undefined
  /** Refunds that it has accepted and not carried out yet; not included in `refunded`. */
  refunding?: Centavos | undefined
  /** The provider's fee. */
  fee: Centavos
  currency: string
  reference: string | undefined
  /** Address that its notices are sent to, if the provider states it. */
  noticesTo?: string | undefined
  /** Pix key that received it, if the provider states it. */
  pixKey?: string | undefined
  /** Account at the provider that received it, if it is stated. */
  collectorId?: string | undefined
  method: ChargeMethod
  code: string | undefined
  ticketUrl: string | undefined
  expiresAt: Date | undefined
  /** When the payment was made, paid or not, or the earliest it can have been, if the provider states it: none is approved before it. */
  createdAt?: Date | undefined
  approvedAt: Date | undefined
  /** Time of the last change. An older report never overwrites a newer one (domain/report-order.ts). */
  updatedAt: Date | undefined
  /** Fields that cannot be read reliably although the amount can. */
  doubts?: readonly ReadingDoubt[] | undefined
  /** The provider's payload, unchanged; undefined for a provider without one. */
  raw?: string | undefined
}

/** A payment in a provider's list whose amount cannot be read reliably: no part of it is ever booked. */
interface UnreadablePayment {
  /**
   * The provider's id; without one, 'sha256:' and the digest of the payload, so that the same payload is the same
   * payment.
   */
  providerId: string
  /** The fields in doubt, by their names at the provider. */
  unreadable: readonly string[]
  /** Likely amount, for a person to judge, in centavos of `currency`. */
  amount: Centavos | null
  currency: string | null
  reference: string | undefined
  noticesTo?: string | undefined
  pixKey?: string | undefined
  approvedAt: Date | undefined
  updatedAt: Date | undefined
  raw: string
}

/** A payment in a provider's list, as far as it can be read. */
export type ListedPayment = PaymentReport | UnreadablePayment

/** Marks the detail of a refused authentication, whatever was requested. */
export const unauthorisedText = 'unauthorised: '

/** Whether a provider refuses us, not what we asked for: nobody but a person can correct that. */
export function isUnauthorised(detail: string | undefined): boolean {
  return detail?.includes(unauthorisedText) ?? false
}

/** Whether a payment can be fetched by id: without a readable id it cannot. */
export function hasOwnId({ providerId }: ListedPayment): boolean {
  return !providerId.startsWith(textIdPrefix)
}

/** Prefix of the substitute for an id that cannot be read. */
export const textIdPrefix = 'sha256:'

export function isReadable(listed: ListedPayment): listed is PaymentReport {
  return !('unreadable' in listed)
}

/** A refund that a provider lists for a payment. */
export interface ReportedRefund {
  /** The `providerRefundId` of a refund that we requested. */
  id: string
  amount: Centavos
}

export interface ProviderRefund {
  providerRefundId: string
  amount: Centavos
}

export type ProviderRefusalCode =
  /** The provider rejects the payer's document or e-mail. */
  | 'invalid_payer'
  /** The seller's account has no Pix key; only the owner can add one. */
  | 'no_pix_key'
  | 'rate_limited'
  | 'not_found'
  /** Final: the provider will never accept this request. */
  | 'refused'
  /** The payment exists, but its amount cannot be read reliably; `payment` contains the readable part. */
  | 'unreadable'
  /** A member of the team has to carry it out first: the request is repeated once that is recorded. */
  | 'awaits_person'
  /** Only for refunds: accepted under its key and not carried out yet. The request is repeated unchanged until it is done or refused. */
  | 'in_process'
  /**
   * Network error, time-out, redirect, 5xx, a refusal only for now or of our credentials, or unreadable response: the request may or may
   * not have taken effect.
   */
  | 'unavailable'

export type ProviderRefusal = {
  ok: false
  code: ProviderRefusalCode
  detail?: string
  /** Seconds to wait, with `rate_limited`. */
  retryAfter?: number
  /** Only for refunds: it did not happen under this key and never will, so another attempt needs another key. */
  isKeySpent?: true
  /** With `unreadable`. */
  payment?: UnreadablePayment
}
export type ProviderOutcome<T> = { ok: true; value: T } | ProviderRefusal

/** One page of payments by time of last change or of approval, oldest first. */
export interface PaymentsQuery {
  by: 'change' | 'approval'
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  offset: number
}

/** A webhook request. Its body is a hint, never evidence. */
export interface Notice {
  query: URLSearchParams
  headers: Headers
  /** Raw, as received. */
  body: string
}

/** The payments that an authentic notice is about; copies of one delivery share a `deliveryKey`. */
export type NotifiedPayments = readonly {
  deliveryKey: string
  providerId: string
  kind: string
  action?: string
}[]

export type NoticeRefusal = 'unsigned' | 'forged' | 'stale' | 'legacy' | 'malformed'

/** A payment provider. Every adapter passes the contract suite in test/modules/payments/provider-suite.test.ts. */
export interface PaymentProvider {
  /** Stored with every charge, so that each charge is settled at the provider that issued it. */
  readonly name: string
  readonly methods: readonly ChargeMethod[]
  /** Address for this shop's notices as its payments state it, if they do. */
  readonly noticesTo?: string
  /** This shop's Pix key, at a provider that lists what others of the account receive as well. */
  readonly pixKey?: string
  /** This shop's account as its payments state it, at a provider that may list what the account paid as well; undefined when unknown. */
  readonly collectorId?: string | undefined
  /** True when its account is a table of ours: it contains nothing that our books do not, so it is not swept. */
  readonly isRecordedHere?: true

  /** Creates a unique reference for a charge, in the provider's format. */
  referenceFor(charge: { id: string; instalments: number; prefix?: string | undefined; now: Date }): string
  createPix(request: ChargeRequest): Promise<ProviderOutcome<IssuedPix>>
  createCard(request: ChargeRequest & { maxInstalments: number }): Promise<ProviderOutcome<IssuedCard>>
  /**
   * Cancels the unpaid part of a charge: its checkout page and payments that are open or under review. Refuses `refused` when the charge
   * is paid or there was nothing to cancel, `unreadable` when a payment of it may be money but cannot be read without doubt.
   */
  cancel(charge: ChargeKey): Promise<ProviderOutcome<void>>

  /** Returns all payments of a charge, newest first; empty before the first attempt to pay. */
  paymentsOf(charge: ChargeKey): Promise<ProviderOutcome<ListedPayment[]>>
  /** Fetches a payment. Refuses `unreadable` when its amount is in doubt. */
  get(providerId: string): Promise<ProviderOutcome<PaymentReport>>
  /**
   * Lists up to `pageSize` payments, including unreadable ones; fewer means the last page. Refuses `unavailable` when
   * the page itself is unreadable, or its length differs from the one that the provider states.
   */
  list(query: PaymentsQuery): Promise<ProviderOutcome<ListedPayment[]>>
  readonly pageSize: number
  /** How many of its payments a sweep fetches at once, and settles at once. */
  readonly requestsAtOnce: number

  refund(request: {
    providerId: string
    idempotencyKey: string
    amount: Centavos
  }): Promise<ProviderOutcome<ProviderRefund>>

  /** Authenticates a notice and reads which payments it is about. */
  readNotice(notice: Notice, now: Date): Outcome<NotifiedPayments, NoticeRefusal>
}
