import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SealCertificate } from '../../platform/seal/seal-certificate.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Contracting } from '../contracting/index.server.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { Orders } from '../orders/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { Issuer } from './domain/pdf-content.ts'
import type { ReceiptMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages and PDFs. */
interface ReceiptLinks {
  payments(): string
  /** By the `receiptId` of an instalment. */
  receipt(receiptId: string): string
  verifyContract(): string
}

/** Dependencies of the use cases; each picks those it needs. `storage` encrypts the bytes. */
export interface ReceiptsDeps {
  database: Database
  storage: BlobStore
  clock: Clock
  newId: NewId
  log: Log
  /** The company data as of a moment. */
  issuerAt: (at: Date) => Promise<Issuer>
  contracting: Pick<Contracting, 'partyOf' | 'evidenceOf' | 'verifySigned' | 'recordByHash'>
  orders: Pick<Orders, 'numbersOf'>
  payments: Pick<
    Payments,
    'settledCharge' | 'settledUnder' | 'ofOrder' | 'orderOfCharge' | 'phasesOf' | 'returnsOf'
  >
  contactOf: Identity['contactOf']
  send: Send<ReceiptMessageKind>
  links: ReceiptLinks
  /** The certificate that seals contracts; undefined when none is valid now. */
  seal: () => Promise<SealCertificate | undefined>
}
