import { desc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { type Cipher, openJson, sealJson } from '../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import type { Registration } from './public.ts'
import { registrations } from './tables.server.ts'

export type SavedRegistration = Registration & { savedAt: Date }

/** Inserts it, or replaces the one of the same kind. */
export async function upsertRegistration(
  executor: Executor,
  {
    cipher,
    userId,
    registration,
    now,
  }: { cipher: Cipher; userId: string; registration: Registration; now: Date },
): Promise<void> {
  const { tipoPessoa, dados } = registration
  const sealed = sealJson(cipher, nameOf(userId, tipoPessoa), dados)
  await executor
    .insert(registrations)
    .values({ userId, tipoPessoa, sealed, savedAt: now })
    .onConflictDoUpdate({
      target: [registrations.userId, registrations.tipoPessoa],
      set: { sealed, savedAt: now },
    })
}

/** Last saved first. */
export async function findRegistrations(
  executor: Executor,
  { cipher, userId }: { cipher: Cipher; userId: string },
): Promise<SavedRegistration[]> {
  const rows = await executor
    .select()
    .from(registrations)
    .where(eq(registrations.userId, userId))
    .orderBy(desc(registrations.savedAt), registrations.tipoPessoa)
  return rows.map(({ tipoPessoa, sealed, savedAt }) => {
    const dados = openJson<Registration['dados']>(cipher, nameOf(userId, tipoPessoa), sealed)
    return { tipoPessoa, dados, savedAt } as SavedRegistration
  })
}

export async function deleteRegistrations(executor: Executor, userId: string): Promise<void> {
  await executor.delete(registrations).where(eq(registrations.userId, userId))
}

/** Binds the ciphertext to its row, so that it cannot be moved to another row. */
function nameOf(userId: string, tipoPessoa: string): string {
  return `registration/v1/${userId}/${tipoPessoa}`
}

/** For the rotation of the encryption key. */
export const sealedRegistrations: SealedColumn = {
  column: registrations.sealed,
  row: [registrations.userId, registrations.tipoPessoa],
  nameOf,
}
