/** View models for pages. Money is in centavos, a due date is 'YYYY-MM-DD'. */
import type { IsoDate } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { ChargeMethod, ChargePurpose } from './domain/charge.ts'
import type { ShownCreditReason } from './domain/credit.ts'
import type { InstalmentKind, InstalmentStatus } from './domain/instalment.ts'
import type { ManualChannel } from './domain/manual-payment.ts'
import type { ChargePhase } from './domain/phase.ts'

export { type Age, ages, lastDay } from './domain/ages.ts'
export { approvalWindowDays } from './domain/approval.ts'
export type { ChargeMethod } from './domain/charge.ts'
export { type DueStatus, dueStatusOf } from './domain/instalment.ts'
export {
  MANUAL_DAYS_BACK,
  MAX_MANUAL_PROTOCOL,
  type ManualChannel,
  type ManualStatus,
  manualChannels,
} from './domain/manual-payment.ts'
export {
  type Certainty,
  type Match,
  type MatchCandidate,
  type MatchReason,
  suggestMatches,
} from './domain/matches.ts'
export { type NightLimitReminder, nightLimitReminder, PIX_NIGHT } from './domain/night-limit.ts'
export type { ChargePhase } from './domain/phase.ts'
export type { ProviderStatus } from './domain/provider-status.ts'
export { moneyReasonWords, wordsOf } from './domain/reason-words.ts'
export { acceptedError, awaitsPerson, ownReasons, type RefundNote } from './domain/refund.ts'
export { reminderRule } from './domain/reminder.ts'
export type { ProviderRefusalCode } from './ports.ts'

export interface Instalment {
  id: string
  orderId: string
  serviceTitle: string
  paymentType: string
  /** 0 is the entry. */
  number: number
  kind: InstalmentKind
  amount: Centavos
  /** Late charges and early-payment discount on top of `amount`: as of today, or as a charge asks for them. */
  lateFee: Centavos
  interest: Centavos
  discount: Centavos
  /** The amount due; for a paid instalment, the amount paid. */
  total: Centavos
  dueDate: IsoDate
  /** Due date in the contract, for a postponed instalment. */
  postponedFrom: IsoDate | undefined
  status: InstalmentStatus
  method: ChargeMethod
  paidAt: Date | undefined
  /** The charge whose money paid it. */
  paidBy: string | undefined
  /**
   * What its receipt is opened by: the charge that asked for it and paid it, or its own id if a credit paid it; undefined if none did, or
   * if it was forgiven.
   */
  receiptId?: string | undefined
  /** How the money that paid it was received, if outside the providers. */
  byHand?: { id: string; channel: ManualChannel } | undefined
  /** Centavos of a paid instalment that were returned to the payer; undefined if none were. */
  returned?: Centavos | undefined
  /** True when a new schedule has replaced it. */
  isRenegotiated?: boolean
  /** True while a payment of it, of another amount or in doubt, waits for the team; the instalment cannot be paid in that time. */
  underReview: boolean
}

/** Customer credit: received money that is not applied yet. */
export interface Credit {
  id: string
  amount: Centavos
  reason: ShownCreditReason
  createdAt: Date
  /** True when its refund has been requested. */
  isGoingBack: boolean
}

/** How much of a credit paid which instalments, in centavos. */
export interface AppliedCredit {
  amount: Centavos
  /** What was owed beyond it. */
  forgiven: Centavos
  paid: Pick<Instalment, 'kind' | 'number'>[]
}

/** Returned money: when, and how. */
export interface MoneyReturn {
  amount: Centavos
  returnedAt: Date
  /** To the account or card that paid, by a transfer of the team, taken back by a bank, or never received: recorded by mistake. */
  returnedBy: 'provider' | 'hand' | 'bank' | 'mistake'
}

/** A return of the money of a charge. */
export interface ChargeReturn extends MoneyReturn {
  /** Whether it is of the payment that settled the charge, which has its receipt, rather than of another payment. */
  isOfReceipt: boolean
  /** The refunded credit; null when the money had paid an instalment or a look-up. */
  creditId: string | null
}

/** A refunded credit. */
export interface ReturnedCredit extends Omit<Credit, 'isGoingBack'>, MoneyReturn {
  /** The charge that it was paid with. */
  chargeId: string | null
}

/** A charge as its payer sees it. */
export interface ChargeView {
  id: string
  phase: ChargePhase
  /** Whether a bank has taken its money back; false once the dispute is won. */
  isChargedBack: boolean
  /** Whether its payer disputes it, so that a bank may still take its money back. */
  isDisputed: boolean
  /** Name of the provider that issued it. */
  provider: string
  method: ChargeMethod
  amount: Centavos
  description: string
  purpose: ChargePurpose
  /** The "copia e cola" text; its checksum and amount have been verified. */
  code: string | undefined
  ticketUrl: string | undefined
  /** URL of the card checkout page. */
  initPoint: string | undefined
  /** Until when the payer may use it: for a Pix, at most the promised minutes. */
  expiresAt: Date | undefined
  /** Code of the provider's last refusal, for a message. */
  lastError: string | undefined
  instalments: Instalment[]
}

/** What a receipt states: of a settled charge, with the instalments that it asked for and paid, or of an instalment that a credit paid. */
export interface SettledCharge {
  /** Of the charge or the instalment. */
  id: string
  /** Of the payment; of a charge, the one that settled it. */
  paymentId: string
  method: ChargeMethod
  /** Name of the provider, and its payment id. */
  provider: string
  providerId: string
  /** How the money was received, if outside the providers. */
  byHand?: { id: string; channel: ManualChannel } | undefined
  /** Centavos: the whole payment, including the part that became a credit. */
  received: Centavos
  /** When the provider approved it. */
  receivedAt: Date
  /** At least one. */
  lines: Instalment[]
}

/** The view of /payment. */
export type CurrentPayment =
  | { kind: 'charge'; charge: ChargeView }
  | { kind: 'instalment'; instalment: Instalment }
  | { kind: 'none' }
