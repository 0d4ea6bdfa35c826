/** What a page may know of payments. Money is in centavos, a due date is 'YYYY-MM-DD'. */
import type { IsoDate } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { ChargeMethod, ChargePurpose } from './domain/charge.ts'
import type { CreditReason } from './domain/credit.ts'
import type { InstalmentKind, InstalmentStatus } from './domain/instalment.ts'
import type { ChargePhase } from './domain/phase.ts'

export type { ChargeMethod } from './domain/charge.ts'
export { type Dueness, duenessOf } from './domain/instalment.ts'
export type { ChargePhase } from './domain/phase.ts'

export interface Instalment {
  id: string
  orderId: string
  serviceTitle: string
  paymentType: string
  /** 0 is the entry. */
  number: number
  kind: InstalmentKind
  amount: Centavos
  /** Beside it: what being late adds and being early takes off, as it is owed today or as a charge asks for it. */
  lateFee: Centavos
  interest: Centavos
  discount: Centavos
  /** What there is to pay; of one that is paid, what was. */
  total: Centavos
  dueDate: IsoDate
  status: InstalmentStatus
  method: ChargeMethod
  paidAt: Date | undefined
  /** The charge whose money paid it. */
  paidBy: string | undefined
  /** Another amount than asked was received for it, and the desk has not decided yet: it cannot be paid meanwhile. */
  underReview: boolean
}

/** Money a person paid that pays for nothing yet. */
export interface Credit {
  id: string
  amount: Centavos
  reason: CreditReason
  createdAt: Date
  /** It has been asked back from the provider. */
  isGoingBack: boolean
}

/** A charge as the person paying sees it. */
export interface ChargeView {
  id: string
  phase: ChargePhase
  method: ChargeMethod
  amount: Centavos
  description: string
  purpose: ChargePurpose
  /** The "copia e cola" text, its checksum and amount verified. */
  code: string | undefined
  ticketUrl: string | undefined
  /** Where a card is charged. */
  initPoint: string | undefined
  /** As the provider granted it. */
  expiresAt: Date | undefined
  /** What the provider's last refusal was, for a message. */
  lastError: string | undefined
  instalments: Instalment[]
}

/** Money that was received for instalments, and which of them it paid. */
export interface SettledCharge {
  id: string
  method: ChargeMethod
  /** The provider's name, and its id of the payment. */
  provider: string
  providerId: string
  /** Centavos: all that came, what no instalment absorbed included. */
  received: Centavos
  /** When the provider approved it. */
  receivedAt: Date
  /** At least one. */
  lines: Instalment[]
}

/** What /payment shows. */
export type CurrentPayment =
  | { kind: 'charge'; charge: ChargeView }
  | { kind: 'instalment'; instalment: Instalment }
  | { kind: 'none' }
