/** What a page may know of receipts. */
import type { Centavos } from '../../core/money.ts'
import type { PaperKind } from './domain/paper.ts'

export type { PaperKind }

/** A receipt of money that was given back since: it stays what it was on its day. */
export interface ReturnedReceipt {
  chargeId: string
  /** '2026/000012'. */
  number: string
  amount: Centavos
  issuedAt: Date
}

/** A paper as it was issued: a PDF. */
export interface IssuedPaper {
  kind: PaperKind
  number: string
  bytes: Uint8Array
}
