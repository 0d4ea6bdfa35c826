import { and, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { contractAcceptances, contractAddenda, renegotiations } from './tables.server.ts'

/**
 * Erases the text of a contract and its addenda, and the identity and origin of the signer, when the claims about them are barred.
 * Ids, times, hashes and links stay, so that every other record of the chain can still be verified. The database refuses an earlier
 * erasure.
 */
export async function eraseContract(
  tx: Executor,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  const nothing = { text: '', sealed: null, ip: '', userAgent: '', email: '', erasedAt: now }
  await tx
    .update(contractAcceptances)
    .set({ ...nothing, party: { name: '', cpf: '', phone: '' } })
    .where(and(eq(contractAcceptances.orderId, orderId), isNull(contractAcceptances.erasedAt)))
  await tx
    .update(contractAddenda)
    .set(nothing)
    .where(and(eq(contractAddenda.orderId, orderId), isNull(contractAddenda.erasedAt)))
  await tx.update(renegotiations).set({ words: '', answer: null }).where(eq(renegotiations.orderId, orderId))
}
