import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { Signer } from '../../platform/signing.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { Send } from '../notifications/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { consultationJobs } from './jobs.ts'
import type { ConsultationMessageKind } from './message-kinds.ts'
import type { Bureau } from './ports.ts'

/** Absolute URLs used in messages. */
interface ConsultationLinks {
  lookup(key: string): string
  lookupResult(key: string): string
  /** At the desk. */
  deskLookup(id: string): string
}

/** Dependencies of the use cases. */
export interface ConsultationsDeps {
  database: Database
  clock: Clock
  newId: NewId
  cipher: Cipher
  /** Encrypts the bytes of files. */
  storage: BlobStore
  bureau: Bureau
  enqueue: Enqueue<typeof consultationJobs>
  payments: Pick<
    Payments,
    | 'requestCharge'
    | 'issueCharge'
    | 'checkCharge'
    | 'requestCancellation'
    | 'guestPayerOf'
    | 'chargeViewWithin'
    | 'refundCharge'
    | 'erasePayer'
    | 'hasOpenRefund'
    | 'acceptSecondPayment'
    | 'lookupMoneyBlocks'
    | 'reviewSecondPayment'
    | 'reviewRegainedCharge'
  >
  send: Send<ConsultationMessageKind>
  /** Signs private links and keys the digests. */
  signer: Signer
  links: ConsultationLinks
  /** Receives notifications of paid look-ups. */
  teamEmail: () => string
}
