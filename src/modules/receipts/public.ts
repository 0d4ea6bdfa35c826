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

/** What the holder of a contract may know about it, without an account. */
export type ContractCheck =
  /** Made here and as it was made. `seal` is undefined where a code was asked for. */
  | { verdict: 'ours'; acceptedAt: Date; seal: 'trusted' | 'test' | 'none' | undefined }
  /** Its records are ours and right, but it has no seal and its pages are not those that we draw today. */
  | { verdict: 'pages_unknown'; acceptedAt: Date }
  /** Ours, and what is stored of it here was altered. */
  | { verdict: 'broken'; acceptedAt: Date }
  /** Something in the file does not agree, or its seal is not ours. */
  | { verdict: 'altered' }
  /** No contract of ours has this code. */
  | { verdict: 'unknown' }
  /** Neither a contract nor a code. */
  | { verdict: 'unreadable' }

/** A contract with its addenda, drawn and sealed, has about 200 KB. */
export const MAX_CONTRACT_BYTES = 4 * 1024 * 1024
