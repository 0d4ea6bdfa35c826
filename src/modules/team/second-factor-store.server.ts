import { randomBytes } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { RECOVERY_LETTERS, writeRecoveryCode } from './domain/recovery-code.ts'
import { teamRecoveryCodes, teamSecondFactors } from './tables.server.ts'

export interface SecondFactor {
  /** Until it is confirmed, what the secrets of sign-ins are made of (`secretOfSignIn`). */
  secret: string
  confirmedAt: Date | null
  lastStep: number
}

/** How many recovery codes a team member gets. */
const CODES = 10

export async function readSecondFactor(
  executor: Executor,
  userId: string,
  cipher: Cipher,
): Promise<SecondFactor | undefined> {
  const [row] = await executor.select().from(teamSecondFactors).where(eq(teamSecondFactors.userId, userId))
  return row && opened(row, cipher)
}

/** The same, with a lock: of two concurrent requests with one code, the second finds it used. */
export async function lockSecondFactor(
  tx: Transaction,
  userId: string,
  cipher: Cipher,
): Promise<SecondFactor | undefined> {
  const [row] = await tx
    .select()
    .from(teamSecondFactors)
    .where(eq(teamSecondFactors.userId, userId))
    .for('update')
  return row && opened(row, cipher)
}

/** Stores a secret, unless the user has one already. */
export async function insertSecondFactor(
  executor: Executor,
  {
    userId,
    secret,
    now,
    confirmed = false,
  }: { userId: string; secret: string; now: Date; confirmed?: boolean },
  cipher: Cipher,
): Promise<void> {
  await executor
    .insert(teamSecondFactors)
    .values({
      userId,
      secret: cipher.seal(nameOf(userId), Buffer.from(secret, 'utf8')),
      createdAt: now,
      confirmedAt: confirmed ? now : null,
    })
    .onConflictDoNothing()
}

/** Records that the code of a time step was accepted. */
export async function recordStep(
  tx: Transaction,
  { userId, step }: { userId: string; step: number },
): Promise<void> {
  await tx.update(teamSecondFactors).set({ lastStep: step }).where(eq(teamSecondFactors.userId, userId))
}

/** Stores the secret with which a member set up the second factor. */
export async function confirmSecondFactor(
  tx: Transaction,
  { userId, secret, now }: { userId: string; secret: string; now: Date },
  cipher: Cipher,
): Promise<void> {
  await tx
    .update(teamSecondFactors)
    .set({ secret: cipher.seal(nameOf(userId), Buffer.from(secret, 'utf8')), confirmedAt: now })
    .where(eq(teamSecondFactors.userId, userId))
}

/** Removes the second factor and its recovery codes: the next sign-in sets up another one. */
export async function deleteSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(teamSecondFactors).where(eq(teamSecondFactors.userId, userId))
  await tx.delete(teamRecoveryCodes).where(eq(teamRecoveryCodes.userId, userId))
}

/** Replaces all recovery codes of a user. @returns the new ones, of which only digests are stored */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => writeRecoveryCode(randomBytes(RECOVERY_LETTERS)))
  await tx.delete(teamRecoveryCodes).where(eq(teamRecoveryCodes.userId, userId))
  await tx
    .insert(teamRecoveryCodes)
    .values(codes.map((code) => ({ codeHash: hashToken(code), userId, createdAt: now })))
  return codes
}

/** Uses up a recovery code. @returns false when it is not one of this user's, or was used before */
export async function spendRecoveryCode(
  tx: Transaction,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(teamRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(teamRecoveryCodes.codeHash, hashToken(code)),
        eq(teamRecoveryCodes.userId, userId),
        isNull(teamRecoveryCodes.usedAt),
      ),
    )
    .returning({ code: teamRecoveryCodes.codeHash })
  return used.length > 0
}

/** How many recovery codes a user has left. */
export async function recoveryCodesLeft(executor: Executor, userId: string): Promise<number> {
  const [row] = await executor
    .select({ left: count() })
    .from(teamRecoveryCodes)
    .where(and(eq(teamRecoveryCodes.userId, userId), isNull(teamRecoveryCodes.usedAt)))
  return row?.left ?? 0
}

function opened(row: typeof teamSecondFactors.$inferSelect, cipher: Cipher): SecondFactor {
  const secret = Buffer.from(cipher.open(nameOf(row.userId), row.secret)).toString('utf8')
  return { secret, confirmedAt: row.confirmedAt, lastStep: row.lastStep }
}

function nameOf(userId: string): string {
  return `second-factor/${userId}`
}

/** For the rotation of the encryption key. */
export const sealedSecondFactors: SealedColumn = {
  column: teamSecondFactors.secret,
  row: [teamSecondFactors.userId],
  nameOf,
}
