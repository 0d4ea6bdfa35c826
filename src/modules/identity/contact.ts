import { and, eq, isNull, sql } from 'drizzle-orm'
import { normalizeEmail } from '../../core/email.ts'
import { builtOnce } from '../../platform/database/built-once.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { EMPTY_PROFILE } from './domain/account.ts'
import type { Profile } from './domain/person.ts'
import { profiles, users } from './tables.server.ts'
import { findProfile, upsertProfile } from './users.server.ts'

/** A user's contact data for messages. */
export interface Contact {
  email: string
  nome: string
  /** Whether the owner of the mailbox confirmed the address. */
  confirmed: boolean
}

/** Undefined for an unknown or erased user. Takes an executor, so that other modules can call it inside their transaction. */
export async function contactOf(executor: Executor, userId: string): Promise<Contact | undefined> {
  const [found] = await personOf(executor, { userId })
  return found && { email: found.email, nome: found.nome, confirmed: found.confirmed }
}

/** The customers who gave an address: several may share a telephone number. Takes the caller's executor. */
export async function usersOf(
  executor: Executor,
  { email, phone }: { email?: string; phone?: string },
): Promise<string[]> {
  const found = email
    ? await executor
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, normalizeEmail(email)))
    : await executor
        .select({ id: profiles.userId })
        .from(profiles)
        .where(eq(profiles.telefone, phone ?? ''))
        .limit(3)
  return found.map(({ id }) => id)
}

/** The account with a confirmed e-mail address; undefined while it is unconfirmed. Takes the caller's executor. */
export async function accountOf(
  executor: Executor,
  email: string,
): Promise<{ userId: string; email: string; nome: string } | undefined> {
  const [found] = await people(executor).where(eq(users.email, normalizeEmail(email)))
  return found?.confirmed ? { userId: found.userId, email: found.email, nome: found.nome } : undefined
}

const personOf = builtOnce((executor) =>
  people(executor).where(and(eq(users.id, sql.placeholder('userId')), isNull(users.erasedAt))),
)

function people(executor: Executor) {
  return executor
    .select({
      userId: users.id,
      email: users.email,
      nome: sql<string>`coalesce(${profiles.nome}, '')`,
      confirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
}

/** The user's name, document and telephone; empty strings when not known yet. */
export async function profileOf(
  { database, documentos }: Pick<Deps, 'database' | 'documentos'>,
  userId: string,
): Promise<Profile> {
  return (await findProfile(database, userId, documentos)) ?? EMPTY_PROFILE
}

/** Fills the empty fields of a profile and keeps the others (specification, section 7: upsert profiles). */
export async function completeProfile(
  executor: Executor,
  {
    userId,
    given,
    now,
  }: { userId: string; given: Pick<Profile, 'nome' | 'documento' | 'telefone'>; now: Date },
  { documentos }: Pick<Deps, 'documentos'>,
): Promise<void> {
  const profile = await findProfile(executor, userId, documentos)
  const missing = Object.fromEntries(
    Object.entries(given).filter(([name]) => !profile?.[name as keyof typeof given]),
  )
  if (Object.keys(missing).length > 0)
    await upsertProfile(executor, { userId, profile: missing }, { now, documentos })
}
