import { asc, eq } from 'drizzle-orm'
import { normalizeEmail } from '../../core/email.ts'
import type { TeamRole } from '../../core/roles.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { changeRole } from './change-role.ts'
import type { Deps } from './deps.ts'
import { isOfTeam, profiles, users } from './tables.server.ts'
import { insertUser, upsertProfile } from './users.server.ts'

/** An account of the team. */
export interface TeamAccount {
  id: string
  email: string
  /** Empty for an account without a name. */
  name: string
  role: TeamRole
}

/** Returns all accounts except those of customers, ordered by name. */
export async function teamAccounts(executor: Executor): Promise<TeamAccount[]> {
  const rows = await executor
    .select({ id: users.id, email: users.email, role: users.role, name: profiles.nome })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(isOfTeam)
    .orderBy(asc(profiles.nome), asc(users.email))
  return rows.flatMap(({ role, name, ...account }) =>
    role === 'customer' ? [] : [{ ...account, role, name: name ?? '' }],
  )
}

/**
 * Gives an e-mail address a role in the team after its owner has opened a link sent to it. An existing account keeps
 * its password and is signed out everywhere.
 *
 * @returns the user id, and whether the account existed before
 */
export async function createTeamAccount(
  tx: Transaction,
  {
    email: typed,
    name,
    role,
    passwordHash,
  }: { email: string; name: string; role: TeamRole; passwordHash: string },
  deps: Pick<Deps, 'clock' | 'newId' | 'documentos'>,
): Promise<{ userId: string; existed: boolean }> {
  const email = normalizeEmail(typed)
  const now = deps.clock.now()
  const id = deps.newId()
  if (await insertUser(tx, { id, email, role, passwordHash, now, confirmed: true })) {
    await upsertProfile(tx, { userId: id, profile: { nome: name } }, { now, documentos: deps.documentos })
    return { userId: id, existed: false }
  }
  await changeRole(tx, { email, role }, deps)
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) throw new Error('an account disappeared while it was admitted to the team')
  return { userId: user.id, existed: true }
}
