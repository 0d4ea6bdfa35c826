import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database, Executor, Transaction } from '../../platform/database/database.ts'
import type {
  AboutSource,
  FindBlocks,
  Person,
  PersonalSource,
} from '../../platform/personal/personal-data.ts'
import type { Signer } from '../../platform/signing.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { Documents } from '../documents/index.server.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications, Send } from '../notifications/index.server.ts'
import type { Orders } from '../orders/index.server.ts'
import type { PrivacyMessageKind } from './message-kinds.ts'

/** Absolute URLs used in messages. */
interface PrivacyLinks {
  /** The privacy centre of an account. */
  accountPrivacy(): string
  /** The page on which a person without an account asks for a link to the next one. */
  privacyLink(): string
  /** The page for a person without an account. The key is a secret. */
  ownData(key: string): string
}

/** Erases the texts about an order past its retention period, in the caller's transaction. */
type EraseOrder = (tx: Executor, order: { orderId: string; now: Date }) => Promise<void>

/** Dependencies of the use cases; each picks those it needs. */
export interface PrivacyDeps {
  database: Database
  clock: Clock
  newId: NewId
  cipher: Cipher
  storage: BlobStore
  signer: Signer
  send: Send<PrivacyMessageKind>
  links: PrivacyLinks
  identity: Pick<Identity, 'contactOf' | 'isErased'>
  orders: Pick<Orders, 'usersWithEndedOrders' | 'ordersToErase'>
  documents: Pick<Documents, 'removeAll'>
  notifications: Pick<
    Notifications,
    'eraseAddresses' | 'eraseMessages' | 'eraseJournals' | 'hasWaiting' | 'addresses'
  >
  /** Personal data stored by every other module, in the order in which it is erased. */
  sources: readonly PersonalSource[]
  /** Data about the rows that these sources find: erased before them. */
  about: readonly AboutSource[]
  /** Waits for a person's concurrent operations to end, and blocks new ones until the caller's transaction has ended. */
  hold: readonly ((tx: Transaction, person: Person) => Promise<void>)[]
  /** Reasons that may block an erasure. */
  blocks: readonly FindBlocks[]
  /** What each module erases of an order when the claims about it are barred. */
  eraseOrder: readonly EraseOrder[]
}
