import { isUuid } from '../../../core/ids.ts'
import { type BlobStore, StorageError } from '../../../platform/storage/blob-store.ts'
import type { JournalEntry, MessageJournal } from '../ports.ts'

/** A journal in the file storage: one file per message, one folder per day. */
export function blobJournal(store: BlobStore): MessageJournal {
  const folderOf = (day: string) => `journal/${day}`
  const keyOf = ({ id, createdAt }: Pick<JournalEntry, 'id' | 'createdAt'>) =>
    `${folderOf(createdAt.toISOString().slice(0, 10))}/${id}`
  return {
    record: (entry) => store.put(keyOf(entry), Buffer.from(JSON.stringify(entry), 'utf8')),

    async read(message) {
      const bytes = await store.get(keyOf(message)).catch((error: unknown) => {
        if (error instanceof StorageError) return undefined
        throw error
      })
      return bytes && parsed(Buffer.from(bytes).toString('utf8'))
    },

    idsOf: async (day) => (await store.list(folderOf(day))).filter(isUuid),

    remove: (message) => store.delete(keyOf(message)),

    async deleteDay(day) {
      for (const id of await store.list(folderOf(day))) await store.delete(`${folderOf(day)}/${id}`)
    },
  }
}

function parsed(text: string): JournalEntry {
  const entry = JSON.parse(text) as JournalEntry
  return { ...entry, createdAt: new Date(entry.createdAt) }
}
