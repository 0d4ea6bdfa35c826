import type { IsoDate } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { ChargeMethod } from './domain/charge.ts'
import type { PaymentState } from './domain/payment-state.ts'
import type { ReadingDoubt } from './domain/report-doubts.ts'

/** The person or company who pays, as registered with the provider. Never a placeholder. */
export interface Payer {
  /** Absent for a guest who gave none: then nobody's is sent, and a provider that insists refuses `invalid_payer`. */
  email?: string
  firstName: string
  lastName: string
  /** CPF (11 digits) or CNPJ (14 characters), with valid check digits. */
  document: string
}

export interface ChargeRequest {
  /** Made by `referenceFor`. */
  reference: string
  /** Stored before the call. A key is only ever sent with the same request. */
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
  /** The provider rolls it to the next business day. */
  date: IsoDate
  /** Days after the due date on which the charge can still be paid. */
  validDaysAfter: number
  /** Once, when late, within `lateCaps` (domain/amount-due.ts). */
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

/** Identifies a charge at the provider; the ids that are not known yet are null. */
export interface ChargeKey {
  method: ChargeMethod
  reference: string
  providerId: string | null
  preferenceId: string | null
}

/** A payment as the provider reports it. */
export interface PaymentReport {
  providerId: string
  /** The provider's status as one of our states. Undefined for an unknown status, which never counts as paid. */
  state: PaymentState | undefined
  /** The provider's own status. */
  status: string
  detail: string | undefined
  amount: Centavos
  /** Refunded so far. */
  refunded: Centavos
  /** Each of its refunds, by whomever; undefined when the provider does not list them. */
  refunds?: readonly ReportedRefund[] | undefined
  /** The provider's fee. */
  fee: Centavos
  currency: string
  reference: string | undefined
  /** The address to which its notices go, where the provider states it. */
  noticesTo?: string | undefined
  method: ChargeMethod
  code: string | undefined
  ticketUrl: string | undefined
  expiresAt: Date | undefined
  approvedAt: Date | undefined
  /** Time of the last change. An older report never overwrites a newer one (domain/report-order.ts). */
  updatedAt: Date | undefined
  /** What of it cannot be read without doubt, although its money can. */
  doubts?: readonly ReadingDoubt[] | undefined
  /** The provider's own text, exactly; undefined for a provider without one. */
  raw?: string | undefined
}

/** A payment that a provider lists and whose money cannot be read without doubt: nothing of it is ever booked. */
interface UnreadablePayment {
  /** The provider's id; without one, 'sha256:' and the digest of the text: the same text is the same payment. */
  providerId: string
  /** The fields in doubt, in the provider's words. */
  unreadable: readonly string[]
  /** What a person would take the amount for, in centavos of `currency`. */
  amount: Centavos | null
  currency: string | null
  reference: string | undefined
  noticesTo?: string | undefined
  approvedAt: Date | undefined
  updatedAt: Date | undefined
  raw: string
}

/** A payment as a provider lists it, as far as it can be read. */
export type ListedPayment = PaymentReport | UnreadablePayment

/** Whether a payment can be asked for: without a readable id it cannot. */
export function hasOwnId({ providerId }: ListedPayment): boolean {
  return !providerId.startsWith(textIdPrefix)
}

/** Begins what stands for an id that cannot be read. */
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
  /** The seller's account has no Pix key; only the owner can fix that. */
  | 'no_pix_key'
  | 'rate_limited'
  | 'not_found'
  /** Final: the provider will never accept this request. */
  | 'refused'
  /** The payment exists, but its money cannot be read without doubt; `payment` is what can be. */
  | 'unreadable'
  /** A member of the team has to do it first: it is asked for again once that is recorded. */
  | 'awaits_person'
  /** Network error, time-out, 5xx or unreadable response: the request may have taken effect or not. */
  | 'unavailable'

export type ProviderRefusal = {
  ok: false
  code: ProviderRefusalCode
  detail?: string
  /** Seconds, with `rate_limited`. */
  retryAfter?: number
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
  /** The address that its payments state for the notices of this shop, where they state one. */
  readonly noticesTo?: string
  /** Its account is a table of ours: nothing can be there that is not in our books, so that nothing is swept. */
  readonly isRecordedHere?: true

  /** A unique reference for a charge, in the provider's format. */
  referenceFor(charge: { id: string; instalments: number; prefix?: string | undefined; now: Date }): string
  createPix(request: ChargeRequest): Promise<ProviderOutcome<IssuedPix>>
  createCard(request: ChargeRequest & { maxInstalments: number }): Promise<ProviderOutcome<IssuedCard>>
  /**
   * Cancels what is unpaid of a charge: its checkout page and payments that are open or under review. Refuses `refused` when the charge
   * is paid or there was nothing to cancel, `unreadable` when a payment of it may be money but cannot be read without doubt.
   */
  cancel(charge: ChargeKey): Promise<ProviderOutcome<void>>

  /** All payments of a charge, newest first; empty before anybody starts to pay. */
  paymentsOf(charge: ChargeKey): Promise<ProviderOutcome<ListedPayment[]>>
  /** Refuses `unreadable` for a payment whose money is in doubt. */
  get(providerId: string): Promise<ProviderOutcome<PaymentReport>>
  /**
   * Up to `pageSize` payments, unreadable ones included; fewer means the last page. Refuses `unavailable` when the page
   * itself is unreadable, or is not as long as the provider says.
   */
  list(query: PaymentsQuery): Promise<ProviderOutcome<ListedPayment[]>>
  readonly pageSize: number

  refund(request: {
    providerId: string
    idempotencyKey: string
    amount: Centavos
  }): Promise<ProviderOutcome<ProviderRefund>>

  /** Authenticates a notice and reads which payments it is about. */
  readNotice(notice: Notice, now: Date): Outcome<NotifiedPayments, NoticeRefusal>
}
