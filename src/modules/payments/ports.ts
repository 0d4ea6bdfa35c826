import type { IsoDate } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { ChargeMethod } from './domain/charge.ts'
import type { PaymentState } from './domain/payment-state.ts'

/** The person or company who pays, as the provider must know them: never a placeholder. */
export interface Payer {
  email: string
  firstName: string
  lastName: string
  /** CPF, 11 digits, or CNPJ, 14 characters; check digits right. */
  document: string
}

export interface ChargeRequest {
  /** As `referenceFor` made it. */
  reference: string
  /** Stored before the call: the same key always goes with the same request. */
  idempotencyKey: string
  amount: Centavos
  description: string
  payer: Payer
  expiresAt: Date
  /** For a charge that is to be paid by a day. A provider that cannot (Mercado Pago) goes by `expiresAt` alone. */
  due?: DueTerms
}

/** What the provider adds or takes off by the day of payment. Percentages in hundredths: 2 % = 200. */
export interface DueTerms {
  /** Rolled by the provider to the next day on which banks open. */
  date: IsoDate
  /** Days after it on which it may still be paid. */
  validDaysAfter: number
  /** Once, when late: at most 2 % for a consumer (CDC 52 §1). */
  finePercent?: number
  /** A month, by the day. */
  monthlyInterestPercent?: number
  /** For whoever pays until a day, which is not after the date. */
  discount?: { percent: number; until: IsoDate }
}

export interface IssuedPix {
  /** What the charge is asked about and withdrawn by. */
  providerId: string
  state: PaymentState | undefined
  status: string
  detail: string | undefined
  /** The "copia e cola" text. */
  code: string
  ticketUrl: string | undefined
  expiresAt: Date | undefined
}

/** A page of the provider on which a card is charged once, in as many instalments as its holder asks. */
export interface IssuedCard {
  preferenceId: string
  initPoint: string
}

/** A charge as the provider can be asked about it, however much of it we know. */
export interface ChargeKey {
  method: ChargeMethod
  reference: string
  providerId: string | null
  preferenceId: string | null
}

/** A payment as the provider tells it when asked. */
export interface PaymentReport {
  providerId: string
  /** In our words; undefined for a word nobody has heard of, which never counts as paid. */
  state: PaymentState | undefined
  /** The provider's own words. */
  status: string
  detail: string | undefined
  amount: Centavos
  /** Given back so far. */
  refunded: Centavos
  /** Kept by the provider. */
  fee: Centavos
  currency: string
  reference: string | undefined
  method: ChargeMethod
  code: string | undefined
  ticketUrl: string | undefined
  expiresAt: Date | undefined
  approvedAt: Date | undefined
  /** Of its last change: an older report never overrules a newer one. */
  updatedAt: Date | undefined
}

export interface ProviderRefund {
  providerRefundId: string
  amount: Centavos
}

export type ProviderRefusalCode =
  /** The payer's document or e-mail was not accepted. */
  | 'invalid_payer'
  /** The seller's account has no Pix key: only the owner can help. */
  | 'no_pix_key'
  | 'rate_limited'
  | 'not_found'
  /** AmountParts for something that will never be granted. */
  | 'refused'
  /** Network, time-out, 5xx or an answer nobody can read: it may have happened or not. */
  | 'unavailable'

export type ProviderRefusal = {
  ok: false
  code: ProviderRefusalCode
  detail?: string
  /** Seconds, with `rate_limited`. */
  retryAfter?: number
}
export type ProviderOutcome<T> = { ok: true; value: T } | ProviderRefusal

/** Payments by when they last changed or were approved, the oldest first, a page at a time. */
export interface PaymentsQuery {
  by: 'change' | 'approval'
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  offset: number
}

/** A notice as it came over HTTP. Its body is a hint, never evidence. */
export interface Notice {
  query: URLSearchParams
  headers: Headers
  /** As received. */
  body: string
}

/** What a genuine notice says: about which payments, each with a key that tells copies of one delivery. */
export type NoticeRead = readonly { deliveryKey: string; providerId: string; kind: string; action?: string }[]

export type NoticeRefusal = 'unsigned' | 'forged' | 'stale' | 'legacy' | 'malformed'

/** Whoever moves the money. Every adapter passes the suite in test/modules/payments/provider-suite.test.ts. */
export interface PaymentProvider {
  /** Stored with every charge, so that each is settled where it was made. */
  readonly name: string
  readonly methods: readonly ChargeMethod[]

  /** What a charge is told by at the provider: unique, and within what the provider allows. */
  referenceFor(charge: { id: string; instalments: number; prefix?: string | undefined; now: Date }): string
  createPix(request: ChargeRequest): Promise<ProviderOutcome<IssuedPix>>
  createCard(request: ChargeRequest & { maxInstalments: number }): Promise<ProviderOutcome<IssuedCard>>
  /** Closes a charge that nobody has paid yet; refuses `refused` where there is nothing left to close. */
  cancel(charge: ChargeKey): Promise<ProviderOutcome<void>>

  /** Every payment of a charge, the newest first: none where nobody began to pay. */
  paymentsOf(charge: ChargeKey): Promise<ProviderOutcome<PaymentReport[]>>
  get(providerId: string): Promise<ProviderOutcome<PaymentReport>>
  /** At most `pageSize`; fewer means that there are no more. */
  list(query: PaymentsQuery): Promise<ProviderOutcome<PaymentReport[]>>
  readonly pageSize: number

  refund(request: {
    providerId: string
    idempotencyKey: string
    amount: Centavos
  }): Promise<ProviderOutcome<ProviderRefund>>

  /** Whether a notice is the provider's, and what it is about. */
  readNotice(notice: Notice, now: Date): Outcome<NoticeRead, NoticeRefusal>
}
