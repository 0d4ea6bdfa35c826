import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/define-jobs.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { documentJobs } from './jobs.ts'

/** Dependencies of the use cases. `storage` encrypts the bytes. */
export interface Deps {
  database: Database
  storage: BlobStore
  enqueue: Enqueue<typeof documentJobs>
  clock: Clock
  newId: NewId
}
