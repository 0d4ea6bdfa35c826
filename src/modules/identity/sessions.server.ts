import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import type { Deps, Origin } from './deps.ts'
import { EMPTY_PROFILE } from './domain/account.ts'
import { after, SESSION_LIFETIME } from './domain/lifetimes.ts'
import type { Viewer } from './domain/person.ts'
import { hashToken, newToken } from './secrets.server.ts'
import { profiles, sessions, users } from './tables.server.ts'

export interface Session {
  id: string
  viewer: Viewer
  renewedAt: Date
}

/** Creates a session. @returns the cookie's token, of which only the digest is stored */
export async function beginSession(
  tx: Executor,
  { userId, ip, userAgent }: { userId: string } & Origin,
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await tx.insert(sessions).values({
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    createdAt: now,
    renewedAt: now,
    expiresAt: after(now, SESSION_LIFETIME),
    ip,
    userAgent,
  })
  return token
}

/** The session of a token with its user, in one query; undefined when it is unknown, ended or expired. */
export async function findSession(
  executor: Executor,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const [row] = await executor
    .select({
      id: sessions.id,
      renewedAt: sessions.renewedAt,
      user: { id: users.id, email: users.email, role: users.role },
      profile: {
        nome: profiles.nome,
        documento: profiles.documento,
        telefone: profiles.telefone,
        tipoConta: profiles.tipoConta,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(
      and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt), gt(sessions.expiresAt, now)),
    )
  if (!row) return undefined
  const profile = row.profile ?? EMPTY_PROFILE
  return { id: row.id, renewedAt: row.renewedAt, viewer: { ...row.user, ...profile } }
}

export async function renewSession(executor: Executor, id: string, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ renewedAt: now, expiresAt: after(now, SESSION_LIFETIME) })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}

export async function endSession(executor: Executor, token: string, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)))
}

/** Ends all sessions of a user, except the one with the id `except`. */
export async function endSessionsOf(
  executor: Executor,
  { userId, except, now }: { userId: string; except?: string; now: Date },
): Promise<void> {
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
}

export async function deleteSessionsExpiredBefore(executor: Executor, instant: Date): Promise<void> {
  await executor.delete(sessions).where(lt(sessions.expiresAt, instant))
}
