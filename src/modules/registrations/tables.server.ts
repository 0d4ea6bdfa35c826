import { sql } from 'drizzle-orm'
import { check, customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PersonType } from './public.ts'

const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** What a person registered, as a person and as a company. All of it is sealed: the row shows only whose and when. */
export const registrations = pgTable(
  'registrations',
  {
    userId: uuid('user_id').notNull(),
    tipoPessoa: text('tipo_pessoa').$type<PersonType>().notNull(),
    /** The data as JSON, encrypted (src/platform/storage/cipher.ts) under the row's own name. */
    sealed: bytea().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tipoPessoa] }),
    check('registrations_tipo_pessoa', sql`${table.tipoPessoa} in ('fisica', 'juridica')`),
  ],
)
