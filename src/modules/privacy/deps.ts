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
  /** The page for a person without an account. The key is a secret. */
  ownData(key: string): string
}

/** Forgets what was written about an order whose time is over, in the caller's transaction. */
type ForgetOrder = (tx: Executor, order: { orderId: string; now: Date }) => Promise<void>

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
  orders: Pick<Orders, 'usersWithEndedOrders' | 'ordersToForget'>
  documents: Pick<Documents, 'removeAll'>
  notifications: Pick<
    Notifications,
    'eraseAddresses' | 'eraseMessages' | 'eraseJournals' | 'hasWaiting' | 'addresses'
  >
  /** What every other module keeps of people, in the order in which it is erased. */
  sources: readonly PersonalSource[]
  /** What is kept about what these sources find: erased before them. */
  about: readonly AboutSource[]
  /** Makes what a person may have under way end first: nothing new of it begins until the caller's transaction has ended. */
  hold: readonly ((tx: Transaction, person: Person) => Promise<void>)[]
  /** What may stand against an erasure. */
  blocks: readonly FindBlocks[]
  /** What each module forgets of an order when the claims about it are barred. */
  forgetOrder: readonly ForgetOrder[]
}
