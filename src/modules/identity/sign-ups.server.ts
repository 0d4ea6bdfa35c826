import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { after } from '../../core/durations.ts'
import type { Executor } from '../../platform/database/database.ts'
import { hashToken } from '../../platform/tokens.ts'
import { type Documentos, noDocumento } from './documentos.server.ts'
import type { ConfirmationLink, OwnSignUp } from './domain/confirmation.ts'
import { LINK_LIFETIME } from './domain/lifetimes.ts'
import { signUps, users, verifications } from './tables.server.ts'

/** A sign-up awaiting confirmation, with the digest of its browser's token. */
export interface WaitingSignUp extends OwnSignUp {
  id: string
  browserHash: string
}

/** Stores a sign-up with its link. The link is valid for `LINK_LIFETIME.confirm_email`, and so is the sign-up. */
export async function insertSignUp(
  executor: Executor,
  { profile, linkToken, now, ...row }: WaitingSignUp & { linkToken: string; now: Date },
  documentos: Documentos,
): Promise<void> {
  await executor.insert(signUps).values({
    ...row,
    ...profile,
    ...documentos.ofSignUp(row.id, profile.documento),
    linkHash: hashToken(linkToken),
    createdAt: now,
    expiresAt: after(now, LINK_LIFETIME.confirm_email),
  })
}

/** The newest open sign-up of a browser, or for an address. */
export async function findSignUp(
  executor: Executor,
  { now, ...who }: ({ browserToken: string } | { email: string } | { id: string }) & { now: Date },
  documentos: Documentos,
): Promise<WaitingSignUp | undefined> {
  const [row] = await executor
    .select()
    .from(signUps)
    .where(and(isOf(who), isNull(signUps.closedAt), gt(signUps.expiresAt, now)))
    .orderBy(desc(signUps.createdAt), desc(signUps.id))
    .limit(1)
  if (!row) return undefined
  return { id: row.id, browserHash: row.browserHash, ...typedIn(row, documentos) }
}

function typedIn(row: typeof signUps.$inferSelect, documentos: Documentos): OwnSignUp {
  const { email, passwordHash, hiringDraftId, nome, telefone, tipoConta } = row
  const documento = documentos.inSignUp(row.id, row)
  return { email, passwordHash, hiringDraftId, profile: { nome, documento, telefone, tipoConta } }
}

function isOf(who: { browserToken: string } | { email: string } | { id: string }) {
  if ('browserToken' in who) return eq(signUps.browserHash, hashToken(who.browserToken))
  return 'email' in who ? eq(signUps.email, who.email) : eq(signUps.id, who.id)
}

/** The link of a confirmation e-mail, including one sent when accounts were still created at the sign-up. */
export async function findConfirmationLink(
  executor: Executor,
  token: string,
  documentos: Documentos,
): Promise<ConfirmationLink | undefined> {
  const [row] = await executor
    .select()
    .from(signUps)
    .where(eq(signUps.linkHash, hashToken(token)))
  if (row) {
    const { email, expiresAt, closedAt } = row
    return { email, expiresAt, closedAt, signUp: typedIn(row, documentos) }
  }
  const [earlier] = await executor
    .select({ email: users.email, expiresAt: verifications.expiresAt, closedAt: users.emailConfirmedAt })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.userId))
    .where(and(eq(verifications.tokenHash, hashToken(token)), eq(verifications.purpose, 'confirm_email')))
  return earlier
}

/** Closes every sign-up for an address that is now confirmed, and deletes the data typed in them. */
export async function closeSignUps(
  executor: Executor,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await executor
    .update(signUps)
    .set({ closedAt: now, passwordHash: '', nome: '', ...noDocumento, telefone: '', hiringDraftId: null })
    .where(and(eq(signUps.email, email), isNull(signUps.closedAt)))
}

/** Deletes the sign-ups of a browser, because the person corrected the address. */
export async function deleteSignUpsOf(executor: Executor, browserHash: string): Promise<void> {
  await executor.delete(signUps).where(and(eq(signUps.browserHash, browserHash), isNull(signUps.closedAt)))
}

/** Deletes sign-ups that were not confirmed in time, and the records of old links. */
export async function deleteExpiredSignUps(
  executor: Executor,
  { now, closedBefore }: { now: Date; closedBefore: Date },
): Promise<void> {
  const unconfirmed = and(isNull(signUps.closedAt), lt(signUps.expiresAt, now))
  await executor.delete(signUps).where(or(unconfirmed, lt(signUps.expiresAt, closedBefore)))
}
