import { and, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { before } from '../../core/durations.ts'
import { builtOnce } from '../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import type { Deps, Origin } from './deps.ts'
import type { Documentos } from './documentos.server.ts'
import { EMPTY_PROFILE } from './domain/account.ts'
import { SESSION_MAX_AGE, sessionEnd } from './domain/lifetimes.ts'
import type { Viewer } from './domain/person.ts'
import { profiles, sessions, users } from './tables.server.ts'

export interface Session {
  id: string
  viewer: Viewer
  createdAt: Date
  renewedAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
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
    expiresAt: sessionEnd({ createdAt: now, now }),
    lastUsedAt: now,
    ip,
    userAgent,
  })
  return token
}

const liveSession = builtOnce((executor) =>
  executor
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      renewedAt: sessions.renewedAt,
      expiresAt: sessions.expiresAt,
      lastUsedAt: sessions.lastUsedAt,
      user: { id: users.id, email: users.email, role: users.role },
      profile: {
        nome: profiles.nome,
        documento: profiles.documento,
        documentoSealed: profiles.documentoSealed,
        telefone: profiles.telefone,
        tipoConta: profiles.tipoConta,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.createdAt, sql.placeholder('oldest')),
      ),
    ),
)

/** The session of a token with its user, in one query; undefined when it is unknown, ended or expired. */
export async function findSession(
  executor: Executor,
  token: string,
  now: Date,
  documentos: Documentos,
): Promise<Session | undefined> {
  const [row] = await liveSession(executor, {
    tokenHash: hashToken(token),
    now,
    oldest: before(now, SESSION_MAX_AGE),
  })
  if (!row) return undefined
  const { user, profile, ...session } = row
  const { nome, telefone, tipoConta } = profile ?? EMPTY_PROFILE
  const documento = () => (profile ? documentos.inProfile(user.id, profile) : '')
  return { ...session, viewer: { ...user, nome, telefone, tipoConta, documento } }
}

/** Neither ended nor expired. */
function isLive(now: Date) {
  return and(isNull(sessions.endedAt), isUnexpired(now))
}

/** The age is checked separately, because an earlier release renewed sessions indefinitely. */
function isUnexpired(now: Date) {
  return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, before(now, SESSION_MAX_AGE)))
}

/** Whether a session of the user is live, inside a transaction that holds the user's lock. */
export async function isSessionLive(
  tx: Executor,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isLive(now)))
  return rows.length > 0
}

/**
 * Renews a session, unless it has ended or got another token.
 *
 * @returns when it expires; undefined when the session has another token by now
 */
export async function renewSession(
  executor: Executor,
  { id, createdAt, token, now }: { id: string; createdAt: Date; token: string; now: Date },
): Promise<Date | undefined> {
  const expiresAt = sessionEnd({ createdAt, now })
  const renewed = await executor
    .update(sessions)
    .set({ renewedAt: now, lastUsedAt: now, expiresAt })
    .where(and(eq(sessions.id, id), eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return renewed.length > 0 ? expiresAt : undefined
}

export async function recordUse(executor: Executor, id: string, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}

/** Replaces a session's token because rights changed: earlier copies of its cookie become invalid. */
export async function rotateSession(executor: Executor, id: string): Promise<string> {
  const token = newToken()
  await executor
    .update(sessions)
    .set({ tokenHash: hashToken(token) })
    .where(eq(sessions.id, id))
  return token
}

/** The live sessions of a user, by last use, newest first. */
export async function liveSessionsOf(
  executor: Executor,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<{ id: string; userAgent: string; createdAt: Date; lastUsedAt: Date }[]> {
  const lastUsedAt = sql<Date>`coalesce(${sessions.lastUsedAt}, ${sessions.renewedAt})`
    .mapWith(sessions.renewedAt)
    .as('last_use')
  return executor
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(lastUsedAt), desc(sessions.id))
    .limit(limit)
}

/** Ends one session of a user. @returns false when the user has no such session, or it has already ended */
export async function endSessionOf(
  executor: Executor,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const ended = await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isLive(now)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

export async function endSession(executor: Executor, token: string, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)))
}

/** Ends all sessions of a user, except the one with the id `except`. @returns how many were live */
export function endSessionsOf(
  executor: Executor,
  { userId, ...which }: { userId: string; except?: string; now: Date },
): Promise<number> {
  return endSessions(executor, { ...which, whose: eq(sessions.userId, userId) })
}

/**
 * Ends all sessions of everybody, except the one with the id `except`. A sign-in that is being stored is waited for, and its session
 * ends too; those that follow wait until the transaction ends. Their rows stay, as records of access.
 *
 * @returns how many were live
 */
export async function endSessionsOfAll(
  tx: Transaction,
  which: { except?: string | undefined; now: Date },
): Promise<number> {
  await tx.execute(sql`lock table ${sessions} in share row exclusive mode`)
  return endSessions(tx, which)
}

async function endSessions(
  executor: Executor,
  { whose, except, now }: { whose?: SQL; except?: string | undefined; now: Date },
): Promise<number> {
  const ended = await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(whose, isNull(sessions.endedAt), except === undefined ? undefined : ne(sessions.id, except)))
    .returning({ wasLive: sql<boolean>`${isUnexpired(now)}` })
  return ended.filter(({ wasLive }) => wasLive).length
}

export async function deleteSessionsExpiredBefore(executor: Executor, instant: Date): Promise<void> {
  await executor.delete(sessions).where(lt(sessions.expiresAt, instant))
}
