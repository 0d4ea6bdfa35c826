import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type PersonType, personTypes } from '../../core/person-type.ts'
import { bytea, instant, oneOf } from '../../platform/database/columns.ts'

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
    check('registrations_tipo_pessoa', oneOf(table.tipoPessoa, personTypes)),
  ],
)
