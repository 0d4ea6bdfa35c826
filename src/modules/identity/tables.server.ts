import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { foldingAlphabets } from '../../core/folding.ts'
import { roles } from '../../core/roles.ts'
import { bytea, instant, oneOf } from '../../platform/database/columns.ts'
import { linkPurposes } from './domain/lifetimes.ts'
import { accountTypes } from './domain/person.ts'

/** A user: an e-mail address in lower case and a role. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    role: text({ enum: roles }).notNull().default('customer'),
    /** When the owner of the mailbox confirmed the address; required to sign in. */
    emailConfirmedAt: instant('email_confirmed_at'),
    createdAt: instant('created_at').notNull(),
    /** When the person's data were erased: the row is kept for references to it, without an address. */
    erasedAt: instant('erased_at'),
  },
  (table) => [
    // For the prefixes that the team types.
    index('users_email_begins').on(table.email.op('text_pattern_ops')),
    index('users_of_team').on(table.role).where(sql`${table.role} <> 'customer'`),
    check('users_role_known', oneOf(table.role, roles)),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
)

/** The condition of its index, verbatim: a condition with a parameter would not match it. */
export const isOfTeam = sql`${users.role} <> 'customer'`

/** A user's credentials. */
export const accounts = pgTable('accounts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** scrypt, with its parameters and salt (password-hash.server.ts). */
  passwordHash: text('password_hash').notNull(),
  passwordChangedAt: instant('password_changed_at').notNull(),
})

/**
 * A browser's sign-in. Rows outlive the session: they are the access records that must be stored for six months
 * (Marco Civil, article 15).
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the cookie, so that read access to this table does not allow signing in. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    renewedAt: instant('renewed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The last request, to within a few minutes; null in the rows of earlier releases. */
    lastUsedAt: instant('last_used_at'),
    /** When it ended before its expiry: by signing out, by a new password, or by its owner. */
    endedAt: instant('ended_at'),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    index('sessions_user_id').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
    check('sessions_expire_later', sql`${table.expiresAt} > ${table.createdAt}`),
  ],
)

/** A single-use link sent by e-mail. Old ones are stored for a while, to distinguish them from invalid ones. */
export const verifications = pgTable(
  'verifications',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: linkPurposes }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('verifications_user_id').on(table.userId),
    index('verifications_expires_at').on(table.expiresAt),
    check('verifications_purpose_known', oneOf(table.purpose, linkPurposes)),
  ],
)

/**
 * A sign-up awaiting confirmation of its e-mail. Every attempt is a separate row, so that a second one does not change
 * the first; the account is created on confirmation (docs/decisions/0027-who-confirms.md).
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** scrypt; empty once the address is confirmed. */
    passwordHash: text('password_hash').notNull(),
    nome: text().notNull().default(''),
    /** Readable only in rows of earlier releases (docs/decisions/0062-the-cpf-at-rest.md). */
    documento: text().notNull().default(''),
    documentoSealed: bytea('documento_sealed'),
    telefone: text().notNull().default(''),
    tipoConta: text('tipo_conta', { enum: accountTypes }).notNull().default('pessoal'),
    /** SHA-256 of the token in the cookie of the browser that signed up. A resent link is a row with the same one. */
    browserHash: text('browser_hash').notNull(),
    /** SHA-256 of the token in the link of the e-mail. */
    linkHash: text('link_hash').notNull().unique(),
    /** The draft of the hiring that continues after the confirmation. Only its id; contracting has the rest. */
    hiringDraftId: uuid('hiring_draft_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the address was confirmed, by this link or by another one. */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('sign_ups_email').on(table.email, table.createdAt),
    index('sign_ups_browser').on(table.browserHash),
    index('sign_ups_expires_at').on(table.expiresAt),
    check('sign_ups_email_lower', sql`${table.email} = lower(${table.email})`),
    check('sign_ups_tipo_conta_known', oneOf(table.tipoConta, accountTypes)),
  ],
)

/** The user's profile (specification, section 3, from which the column names are taken). Strings may be empty. */
export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    nome: text().notNull().default(''),
    /** CPF (11 digits) or CNPJ (14 characters); readable only in rows of earlier releases (docs/decisions/0062-the-cpf-at-rest.md). */
    documento: text().notNull().default(''),
    /** The same, sealed and bound to the user. */
    documentoSealed: bytea('documento_sealed'),
    /** Its blind index, for the search of the desk. */
    documentoIndex: text('documento_index'),
    /** E.164 for a known Brazilian number. */
    telefone: text().notNull().default(''),
    tipoConta: text('tipo_conta', { enum: accountTypes }).notNull().default('pessoal'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('profiles_documento_index')
      .on(table.documentoIndex)
      .where(sql`${table.documentoIndex} is not null`),
    // Empty once every row is sealed.
    index('profiles_readable').on(table.userId).where(sql`${table.documento} <> ''`),
    // For the prefixes that the team types; for documents, complete ones in rows of earlier releases.
    index('profiles_documento_begins').on(table.documento.op('text_pattern_ops')),
    index('profiles_telefone_begins').on(table.telefone.op('text_pattern_ops')),
    index('profiles_name_words').using('gin', nameWords(table.nome)),
    check('profiles_tipo_conta_known', oneOf(table.tipoConta, accountTypes)),
  ],
)

/** The words of a name, in lower case and without accents: the expression of its index. */
export function nameWords(nome: AnyPgColumn): SQL {
  const { accented, plain } = foldingAlphabets
  return sql`to_tsvector('simple'::regconfig, translate(lower(${nome}), ${sql.raw(`'${accented}', '${plain}'`)}))`
}
