import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type PersonType, personTypes } from '../../core/person-type.ts'
import { bytea, instant, oneOf } from '../../platform/database/columns.ts'

/** A user's registration as a person or as a company. The data is encrypted; only owner, kind and date are readable. */
export const registrations = pgTable(
  'registrations',
  {
    userId: uuid('user_id').notNull(),
    tipoPessoa: text('tipo_pessoa').$type<PersonType>().notNull(),
    /** The data as JSON, encrypted (src/platform/storage/cipher.ts) and bound to the row. */
    sealed: bytea().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tipoPessoa] }),
    check('registrations_tipo_pessoa', oneOf(table.tipoPessoa, personTypes)),
  ],
)
