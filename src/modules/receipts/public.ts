/** Types of receipts that are safe in a browser. */
import type { Centavos } from '../../core/money.ts'
import type { PdfKind } from './domain/pdf-content.ts'

export type { PdfKind }

/** A receipt whose money was refunded since. The receipt itself does not change. */
export interface ReturnedReceipt {
  chargeId: string
  /** '2026/000012'. */
  number: string
  amount: Centavos
  issuedAt: Date
}

/** An issued PDF. */
export interface IssuedPdf {
  kind: PdfKind
  number: string
  bytes: Uint8Array
}
