import { and, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { insertIfNew } from '../../platform/database/insert-rows.ts'
import { type Cipher, openJson, sealJson } from '../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../platform/storage/reseal.ts'
import type { Subject } from './domain/consultation.ts'
import { consultations } from './tables.server.ts'

export type ConsultationRow = typeof consultations.$inferSelect
export type NewConsultation = typeof consultations.$inferInsert

/** @returns false when an equal look-up already awaits payment */
export function insertConsultation(tx: Executor, row: NewConsultation): Promise<boolean> {
  return insertIfNew(tx, consultations, row)
}

export async function lockAwaiting(tx: Executor, digest: string): Promise<ConsultationRow | undefined> {
  const [row] = await tx
    .select()
    .from(consultations)
    .where(and(eq(consultations.digest, digest), eq(consultations.status, 'awaiting_payment')))
    .for('update')
  return row
}

export async function lockConsultation(tx: Executor, id: string): Promise<ConsultationRow | undefined> {
  const [row] = await tx.select().from(consultations).where(eq(consultations.id, id)).for('update')
  return row
}

export async function findConsultationRow(
  executor: Executor,
  id: string,
): Promise<ConsultationRow | undefined> {
  const [row] = await executor.select().from(consultations).where(eq(consultations.id, id))
  return row
}

/** The change of a look-up that has to be delivered or decided again, regardless of earlier decisions. */
export const refundUndecided = { refundRequestedAt: null, refundDeclinedAt: null }

export async function updateConsultation(
  tx: Executor,
  id: string,
  change: Partial<NewConsultation>,
): Promise<void> {
  await tx.update(consultations).set(change).where(eq(consultations.id, id))
}

export function sealSubject(cipher: Cipher, id: string, subject: Subject): Uint8Array {
  return sealJson(cipher, nameOf(id), subject)
}

export function openSubject(
  cipher: Cipher,
  { id, subject }: Pick<ConsultationRow, 'id' | 'subject'>,
): Subject {
  return openJson<Subject>(cipher, nameOf(id), subject)
}

/** Binds the ciphertext to its row, so that it cannot be moved to another row. */
function nameOf(id: string): string {
  return `consultation/v1/${id}`
}

/** For the rotation of the encryption key. */
export const sealedSubjects: SealedColumn = {
  column: consultations.subject,
  row: [consultations.id],
  nameOf,
}
