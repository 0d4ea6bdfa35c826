/** Types of receipts that are safe in a browser. */
import type { Centavos } from '../../core/money.ts'
import type { ChargeReturn } from '../payments/public.ts'
import type { PdfKind } from './domain/pdf-content.ts'

export type { PdfKind }

/** A receipt whose money was refunded since. The receipt itself does not change. */
export interface ReturnedReceipt {
  chargeId: string
  /** '2026/000012'. */
  number: string
  amount: Centavos
  issuedAt: Date
  /** False for one that was never opened, of a payment that was undone: nothing was paid with it. */
  canOpen: boolean
  /** Returns of its payment, oldest first. */
  returns: ChargeReturn[]
}

/** An issued PDF. */
export interface IssuedPdf {
  kind: PdfKind
  number: string
  bytes: Uint8Array
}

/** The result of checking a contract, for its holder, without an account. */
export type ContractCheck =
  /** Issued here and unchanged. `seal` is undefined when a code was checked. */
  | { verdict: 'ours'; acceptedAt: Date; seal: 'trusted' | 'test' | 'none' | undefined }
  /**
   * Its records are ours and correct, but it has no seal and its pages differ from those that the current release
   * renders.
   */
  | { verdict: 'pages_unknown'; acceptedAt: Date }
  /** Ours, but the records stored here were altered. */
  | { verdict: 'broken'; acceptedAt: Date }
  /** The file is inconsistent, or its seal is not ours. */
  | { verdict: 'altered' }
  /** No contract of ours has this code. */
  | { verdict: 'unknown' }
  /** Neither a contract nor a code. */
  | { verdict: 'unreadable' }

/** A contract with its addenda, rendered and sealed, has about 200 KB. */
export const MAX_CONTRACT_BYTES = 4 * 1024 * 1024
