import { eq } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import type { Profile } from './domain/person.ts'
import { profiles, users } from './tables.server.ts'
import { findProfile, upsertProfile } from './users.server.ts'

/** Where a person is written to. */
export interface Contact {
  email: string
  nome: string
  /** Whether the owner of the mailbox confirmed the address. */
  confirmed: boolean
}

/** Read on the executor it is given, so that other modules may ask inside their transaction. */
export async function contactOf(executor: Executor, userId: string): Promise<Contact | undefined> {
  const [found] = await executor
    .select({ email: users.email, nome: profiles.nome, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  if (!found) return undefined
  return { email: found.email, nome: found.nome ?? '', confirmed: found.emailConfirmedAt !== null }
}

/** Writes what the profile does not say yet, and leaves what it says (specification, section 7: upsert profiles). */
export async function completeProfile(
  executor: Executor,
  {
    userId,
    given,
    now,
  }: { userId: string; given: Pick<Profile, 'nome' | 'documento' | 'telefone'>; now: Date },
): Promise<void> {
  const known = await findProfile(executor, userId)
  const missing = Object.fromEntries(
    Object.entries(given).filter(([name]) => !known?.[name as keyof typeof given]),
  )
  if (Object.keys(missing).length > 0) await upsertProfile(executor, userId, missing, now)
}
