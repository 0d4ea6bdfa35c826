import { blobJournal } from '../../src/modules/notifications/adapters/blob-journal.ts'
import type { MessageJournal } from '../../src/modules/notifications/index.server.ts'
import { memoryStore } from './memory-store.ts'

/** The journal of messages over files in memory. */
export function memoryJournal(): MessageJournal {
  return blobJournal(memoryStore())
}
