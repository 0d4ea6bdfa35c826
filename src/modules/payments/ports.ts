import type { Centavos } from '../../core/money.ts'

/** The person or company who pays, as the provider must know them: never a placeholder. */
export interface Payer {
  email: string
  firstName: string
  lastName: string
  /** CPF, 11 digits, or CNPJ, 14 characters; check digits right. */
  document: string
}

export interface ChargeRequest {
  /** At most 64 characters of `[A-Za-z0-9_-]`. */
  reference: string
  /** Stored before the call: the same key always goes with the same request. */
  idempotencyKey: string
  amount: Centavos
  description: string
  payer: Payer
  expiresAt: Date
}

export interface IssuedPix {
  providerId: string
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

/** A payment as the provider tells it when asked. */
export interface ProviderPayment {
  providerId: string
  /** The provider's own words. */
  status: string
  detail: string | undefined
  amount: Centavos
  refunded: Centavos
  currency: string
  reference: string | undefined
  method: 'pix' | 'credit_card'
  code: string | undefined
  ticketUrl: string | undefined
  expiresAt: Date | undefined
  approvedAt: Date | undefined
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
  /** Asked for something that will never be granted. */
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

/** Whoever moves the money. Every adapter passes the suite in test/modules/payments/provider-suite.test.ts. */
export interface PaymentProvider {
  createPix(request: ChargeRequest): Promise<ProviderOutcome<IssuedPix>>
  createCard(request: ChargeRequest & { mostInstalments: number }): Promise<ProviderOutcome<IssuedCard>>
  get(providerId: string): Promise<ProviderOutcome<ProviderPayment>>
  /** Newest first. With `reference`, its payments; with `approvedSince`, those approved and changed since then. */
  search(
    query: { reference: string } | { approvedSince: Date; offset?: number },
  ): Promise<ProviderOutcome<ProviderPayment[]>>
  /** Closes a payment that nobody has paid yet. */
  cancel(providerId: string): Promise<ProviderOutcome<ProviderPayment>>
  /** Gives back `amount`, or everything that is left. */
  refund(request: {
    providerId: string
    idempotencyKey: string
    amount?: Centavos
  }): Promise<ProviderOutcome<ProviderRefund>>
}
