import { and, desc, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import { before } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import { networkOf } from '../../core/networks.ts'
import type { Executor } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { DESK_IDLE, DESK_MAX_AGE } from './domain/lifetimes.ts'
import { deskSessions } from './tables.server.ts'

export type DeskSessionRow = typeof deskSessions.$inferSelect

/** @returns the token of the cookie, of which only the digest is stored */
export async function insertDeskSession(
  executor: Executor,
  {
    now,
    ...row
  }: { id: string; userId: string; sessionId: string; ip: string; userAgent: string; now: Date },
): Promise<string> {
  const token = newToken()
  const times = { createdAt: now, lastUsedAt: now, verifiedAt: now }
  await executor.insert(deskSessions).values({ ...row, ...times, tokenHash: hashToken(token) })
  return token
}

/** The networks from which a user opened the desk before. */
export async function networksBefore(executor: Executor, userId: string): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectDistinct({ ip: deskSessions.ip })
    .from(deskSessions)
    .where(eq(deskSessions.userId, userId))
  return new Set(rows.map(({ ip }) => networkOf(ip)))
}

/** The session of a token, if it belongs to this sign-in and has not been ended; it may have expired. */
export async function findDeskSession(
  executor: Executor,
  { token, sessionId }: { token: string; sessionId: string },
): Promise<DeskSessionRow | undefined> {
  const [row] = await executor
    .select()
    .from(deskSessions)
    .where(
      and(
        eq(deskSessions.tokenHash, hashToken(token)),
        eq(deskSessions.sessionId, sessionId),
        isNull(deskSessions.endedAt),
      ),
    )
  return row
}

export async function recordDeskUse(executor: Executor, id: string, now: Date): Promise<void> {
  await executor.update(deskSessions).set({ lastUsedAt: now }).where(eq(deskSessions.id, id))
}

/**
 * Records that the second factor was entered again, and gives the session a new token; the previous one is no longer
 * valid.
 *
 * @returns the token of the cookie; undefined when the session was ended meanwhile
 */
export async function recordVerified(executor: Executor, id: string, now: Date): Promise<string | undefined> {
  const token = newToken()
  const renewed = await executor
    .update(deskSessions)
    .set({ verifiedAt: now, lastUsedAt: now, tokenHash: hashToken(token) })
    .where(and(eq(deskSessions.id, id), isNull(deskSessions.endedAt)))
    .returning({ id: deskSessions.id })
  return renewed.length > 0 ? token : undefined
}

/** Ends desk sessions of a user: the one with this id, or all but one. @returns how many ended */
export async function endDeskSessions(
  executor: Executor,
  { userId, now, ...which }: { userId: string; now: Date } & ({ id: string } | { except?: string }),
): Promise<number> {
  if ('id' in which && !isUuid(which.id)) return 0
  const chosen =
    'id' in which
      ? eq(deskSessions.id, which.id)
      : which.except === undefined
        ? undefined
        : ne(deskSessions.id, which.except)
  const ended = await executor
    .update(deskSessions)
    .set({ endedAt: now })
    .where(and(eq(deskSessions.userId, userId), isNull(deskSessions.endedAt), chosen))
    .returning({ id: deskSessions.id })
  return ended.length
}

/** Ends the desk sessions of everybody, except those of one sign-in. */
export async function endEveryDeskSession(
  executor: Executor,
  { now, exceptSessionId }: { now: Date; exceptSessionId?: string | undefined },
): Promise<void> {
  const chosen = exceptSessionId === undefined ? undefined : ne(deskSessions.sessionId, exceptSessionId)
  await executor
    .update(deskSessions)
    .set({ endedAt: now })
    .where(and(isNull(deskSessions.endedAt), chosen))
}

/** The sign-in of an open desk session of a user. */
export async function sessionOfDesk(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<string | undefined> {
  const [row] = await executor
    .select({ sessionId: deskSessions.sessionId })
    .from(deskSessions)
    .where(and(eq(deskSessions.id, id), eq(deskSessions.userId, userId), isNull(deskSessions.endedAt)))
  return row?.sessionId
}

/** The open desk sessions of a user, the last used first. */
export function openDeskSessions(
  executor: Executor,
  { userId, now }: { userId: string; now: Date },
): Promise<Pick<DeskSessionRow, 'id' | 'userAgent' | 'createdAt' | 'lastUsedAt'>[]> {
  const { id, userAgent, createdAt, lastUsedAt } = deskSessions
  return executor
    .select({ id, userAgent, createdAt, lastUsedAt })
    .from(deskSessions)
    .where(
      and(
        eq(deskSessions.userId, userId),
        isNull(deskSessions.endedAt),
        gt(deskSessions.createdAt, before(now, DESK_MAX_AGE)),
        gt(deskSessions.lastUsedAt, before(now, DESK_IDLE)),
      ),
    )
    .orderBy(desc(deskSessions.lastUsedAt), desc(deskSessions.id))
    .limit(50)
}

export async function deleteDeskSessionsBefore(executor: Executor, instant: Date): Promise<void> {
  await executor.delete(deskSessions).where(lt(deskSessions.createdAt, instant))
}
