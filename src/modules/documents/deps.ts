import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Send } from '../notifications/index.server.ts'
import type { documentJobs } from './jobs.ts'
import type { DocumentMessageKind } from './message-kinds.ts'

/** Dependencies of the use cases. `storage` encrypts the bytes. */
export interface Deps {
  database: Database
  storage: BlobStore
  enqueue: Enqueue<typeof documentJobs>
  clock: Clock
  newId: NewId
  send: Send<DocumentMessageKind>
  contactOf: Identity['contactOf']
  links: { account(search: { aba: 'cadastro' }, section: 'documentos'): string }
}
