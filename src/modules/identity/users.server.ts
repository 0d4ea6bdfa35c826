import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { normalizeName } from '../../core/person-name.ts'
import type { Role } from '../../core/roles.ts'
import { builtOnce } from '../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { Documentos } from './documentos.server.ts'
import { EMPTY_PROFILE } from './domain/account.ts'
import type { Profile } from './domain/person.ts'
import { accounts, profiles, users } from './tables.server.ts'

export interface Credentials {
  userId: string
  email: string
  passwordHash: string
  passwordChangedAt: Date
  emailConfirmedAt: Date | null
}

export async function credentialsOf(
  executor: Executor,
  who: { email: string } | { userId: string },
): Promise<Credentials | undefined> {
  const [row] = await selectCredentials(executor).where(
    'email' in who ? eq(users.email, who.email) : eq(users.id, who.userId),
  )
  return row
}

/**
 * Reads the user's credentials and locks the rows of user and account until the transaction ends. `share` waits for a
 * concurrent new password, role or removal and then reads its result; `update` excludes all of them.
 */
export async function lockCredentials(
  tx: Transaction,
  userId: string,
  strength: 'share' | 'update',
): Promise<Credentials | undefined> {
  const [row] = await selectCredentials(tx)
    .where(eq(users.id, userId))
    .for(strength === 'share' ? 'share' : 'no key update')
  return row
}

function selectCredentials(executor: Executor) {
  return executor
    .select({
      userId: users.id,
      email: users.email,
      passwordHash: accounts.passwordHash,
      passwordChangedAt: accounts.passwordChangedAt,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
}

/** @returns false when the e-mail already has an account; nothing is written in that case */
export async function insertUser(
  executor: Executor,
  user: { id: string; email: string; role: Role; passwordHash: string; now: Date; confirmed?: boolean },
): Promise<boolean> {
  const { id, email, role, passwordHash, now, confirmed = false } = user
  const inserted = await executor
    .insert(users)
    .values({ id, email, role, createdAt: now, emailConfirmedAt: confirmed ? now : null })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (inserted.length === 0) return false
  await executor.insert(accounts).values({ userId: id, passwordHash, passwordChangedAt: now })
  return true
}

export async function confirmEmailOf(executor: Executor, userId: string, now: Date): Promise<void> {
  await executor
    .update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
}

export async function setPassword(
  executor: Executor,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await executor
    .update(accounts)
    .set({ passwordHash, passwordChangedAt: now })
    .where(eq(accounts.userId, userId))
}

/**
 * Stores a new hash of the same password, unless the hash has changed meanwhile. This does not count as a password change: sessions
 * and known devices remain.
 */
export async function renewHash(
  executor: Executor,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await executor
    .update(accounts)
    .set({ passwordHash: to })
    .where(and(eq(accounts.userId, userId), eq(accounts.passwordHash, from)))
}

/** Reads the user's role with a share lock: waits for a concurrent change of the role. */
export async function roleOf(tx: Transaction, userId: string): Promise<Role | undefined> {
  const [row] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId)).for('share')
  return row?.role
}

/** Reads the user's role with a lock that excludes other changes of it. */
export async function lockRoleOf(
  tx: Transaction,
  email: string,
): Promise<{ userId: string; role: Role } | undefined> {
  const [row] = await tx
    .select({ userId: users.id, role: users.role })
    .from(users)
    .where(eq(users.email, email))
    .for('no key update')
  return row
}

/** Excludes other changes of these users' roles. The rows are locked in one order, so that two members who change each other do not deadlock. */
export async function lockRolesOf(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(asc(users.id))
    .for('no key update')
}

export async function setRole(
  executor: Executor,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await executor.update(users).set({ role }).where(eq(users.id, userId))
}

export async function findProfile(
  executor: Executor,
  userId: string,
  documentos: Documentos,
): Promise<Profile | undefined> {
  const [row] = await profileRow(executor, { userId })
  if (!row) return undefined
  const { nome, telefone, tipoConta } = row
  return { nome, documento: documentos.inProfile(userId, row), telefone, tipoConta }
}

const profileRow = builtOnce((executor) =>
  executor
    .select({
      nome: profiles.nome,
      documento: profiles.documento,
      documentoSealed: profiles.documentoSealed,
      telefone: profiles.telefone,
      tipoConta: profiles.tipoConta,
    })
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('userId'))),
)

/** Creates or updates the given fields; the others keep their values. */
export async function upsertProfile(
  executor: Executor,
  { userId, profile: { documento, nome, ...given } }: { userId: string; profile: Partial<Profile> },
  { now, documentos }: { now: Date; documentos: Documentos },
): Promise<void> {
  const columns = {
    ...given,
    ...(nome !== undefined && { nome: normalizeName(nome) }),
    ...(documento !== undefined && documentos.ofProfile(userId, documento)),
    updatedAt: now,
  }
  await executor
    .insert(profiles)
    .values({ ...EMPTY_PROFILE, ...columns, userId })
    .onConflictDoUpdate({ target: profiles.userId, set: columns })
}
