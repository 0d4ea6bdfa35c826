import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import { after } from '../../core/durations.ts'
import type { Executor } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { LINK_LIFETIME, type LinkPurpose } from './domain/lifetimes.ts'
import { verifications } from './tables.server.ts'

/** Creates the token of a single-use link. Only its digest is stored. */
export async function makeLinkToken(
  executor: Executor,
  { purpose, userId, now }: { purpose: LinkPurpose; userId: string; now: Date },
): Promise<string> {
  const token = newToken()
  await executor.insert(verifications).values({
    tokenHash: hashToken(token),
    purpose,
    userId,
    createdAt: now,
    expiresAt: after(now, LINK_LIFETIME[purpose]),
  })
  return token
}

interface Link {
  purpose: LinkPurpose
  token: string
  now: Date
}

/** Redeems the link in one statement: of two concurrent calls one gets the user id, the other undefined. */
export async function redeemLink(
  executor: Executor,
  { purpose, token, now }: Link,
): Promise<string | undefined> {
  const [row] = await executor
    .update(verifications)
    .set({ usedAt: now })
    .where(whereValid({ purpose, token, now }))
    .returning({ userId: verifications.userId })
  return row?.userId
}

/** The user of a link that is valid now; does not redeem it. */
export async function ownerOfLink(executor: Executor, link: Link): Promise<string | undefined> {
  const [row] = await executor
    .select({ userId: verifications.userId })
    .from(verifications)
    .where(whereValid(link))
  return row?.userId
}

/** Deletes a user's links of one purpose, except `except` (a token): a new password invalidates all recovery links. */
export async function revokeLinks(
  executor: Executor,
  { purpose, userId, except = '' }: { purpose: LinkPurpose; userId: string; except?: string },
): Promise<void> {
  await executor
    .delete(verifications)
    .where(
      and(
        eq(verifications.userId, userId),
        eq(verifications.purpose, purpose),
        ne(verifications.tokenHash, hashToken(except)),
      ),
    )
}

export async function deleteLinksExpiredBefore(executor: Executor, instant: Date): Promise<void> {
  await executor.delete(verifications).where(lt(verifications.expiresAt, instant))
}

function whereValid({ purpose, token, now }: Link) {
  return and(
    eq(verifications.tokenHash, hashToken(token)),
    eq(verifications.purpose, purpose),
    isNull(verifications.usedAt),
    gt(verifications.expiresAt, now),
  )
}
