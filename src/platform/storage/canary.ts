import { eq, ne } from 'drizzle-orm'
import type { Database, Executor } from '../database/database.ts'
import { fingerprintOf } from '../signing.ts'
import type { Cipher } from './cipher.ts'
import { keyCanaries } from './tables.server.ts'

/** Error: the key of this database is not among ours, as one sentence in Portuguese for the operator. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/**
 * Checks that our keys can decrypt the data in the database, and records the key in use in it.
 *
 * @throws KeyError
 */
export async function checkKeys(
  database: Database,
  { cipher, key, now }: { cipher: Cipher; key: string; now: Date },
): Promise<void> {
  const problem = await keyProblem(database, { cipher, key })
  if (problem) throw new KeyError(problem)
  const fingerprint = fingerprintOf(key)
  const ofKey = eq(keyCanaries.fingerprint, fingerprint)
  if ((await database.select({ one: keyCanaries.fingerprint }).from(keyCanaries).where(ofKey)).length > 0)
    return
  const sealed = cipher.seal(nameOf(fingerprint), Buffer.from(fingerprint))
  await database.insert(keyCanaries).values({ fingerprint, sealed, createdAt: now }).onConflictDoNothing()
}

/** Returns a sentence that names the missing key; undefined if our keys can decrypt the data in the database. */
export async function keyProblem(
  executor: Executor,
  { cipher, key }: { cipher: Cipher; key: string },
): Promise<string | undefined> {
  const known = await executor.select().from(keyCanaries)
  const unknown = known.filter((canary) => !opens(cipher, canary))
  return unknown.length > 0 ? wrongKey(unknown, fingerprintOf(key)) : undefined
}

/**
 * Deletes the record of every key except the one in use, once nothing is encrypted with another. @returns the number of deleted
 * keys
 */
export async function deleteOtherKeys(executor: Executor, key: string): Promise<number> {
  const gone = await executor
    .delete(keyCanaries)
    .where(ne(keyCanaries.fingerprint, fingerprintOf(key)))
    .returning({ fingerprint: keyCanaries.fingerprint })
  return gone.length
}

function opens(cipher: Cipher, { fingerprint, sealed }: typeof keyCanaries.$inferSelect): boolean {
  try {
    return Buffer.from(cipher.open(nameOf(fingerprint), sealed)).toString() === fingerprint
  } catch {
    return false
  }
}

function nameOf(fingerprint: string): string {
  return `key-canary/${fingerprint}`
}

function wrongKey(unknown: readonly { fingerprint: string }[], ours: string): string {
  const wanted = unknown.map(({ fingerprint }) => fingerprint).join(' e ')
  return (
    `A ENCRYPTION_KEY daqui (impressão ${ours}) não abre o que este banco de dados guarda: falta a de impressão ${wanted}. ` +
    'Nada foi alterado. Ponha-a em ENCRYPTION_KEY, ou em ENCRYPTION_KEY_OTHERS se a chave está sendo trocada.'
  )
}
