import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Signer } from '../../platform/signing.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { Send } from '../notifications/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { ConsultationMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface ConsultationLinks {
  lookup(key: string): string
}

/** Dependencies of the use cases. */
export interface ConsultationsDeps {
  database: Database
  clock: Clock
  newId: NewId
  cipher: Cipher
  payments: Pick<
    Payments,
    | 'requestCharge'
    | 'issueCharge'
    | 'checkCharge'
    | 'cancelCharge'
    | 'guestPayerOf'
    | 'chargeViewWithin'
    | 'refundCharge'
  >
  send: Send<ConsultationMessageKind>
  /** Signs private links and keys the digests. */
  signer: Signer
  links: ConsultationLinks
  /** Receives notifications of paid look-ups. */
  teamEmail: string
}
