import { blobJournal } from '../../src/modules/notifications/adapters/blob-journal.ts'
import type { MessageJournal } from '../../src/modules/notifications/index.server.ts'
import { memoryStore } from './memory-store.ts'

/** Creates a message journal over in-memory files. */
export function memoryJournal(): MessageJournal {
  return blobJournal(memoryStore())
}
