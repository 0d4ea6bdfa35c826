import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../../platform/database/columns.ts'
import type { PersonType } from './public.ts'

/** What a person registered, as a person and as a company. All of it is sealed: the row shows only whose and when. */
export const registrations = pgTable(
  'registrations',
  {
    userId: uuid('user_id').notNull(),
    tipoPessoa: text('tipo_pessoa').$type<PersonType>().notNull(),
    /** The data as JSON, encrypted (src/platform/storage/cipher.ts) under the row's own name. */
    sealed: bytea().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tipoPessoa] }),
    check('registrations_tipo_pessoa', sql`${table.tipoPessoa} in ('fisica', 'juridica')`),
  ],
)
