import { eq } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import type { SealCertificate } from '../../platform/seal/seal-certificate.ts'
import { sealCertificates } from './tables.server.ts'

/** Certificates that this process has stored. */
const remembered = new WeakMap<SealCertificate, true>()

/** Stores that a certificate seals for this shop: its seals are recognised after it is replaced. */
export async function rememberSeal(
  executor: Executor,
  { seal, now }: { seal: SealCertificate; now: Date },
): Promise<void> {
  if (remembered.has(seal)) return
  const { fingerprint, name, isTest, notAfter: expiresAt } = seal
  await executor
    .insert(sealCertificates)
    .values({ fingerprint, name, isTest, expiresAt, firstUsedAt: now })
    .onConflictDoNothing()
  remembered.set(seal, true)
}

/** @returns undefined for a certificate that was never used by this shop */
export async function findSeal(
  executor: Executor,
  fingerprint: string,
): Promise<{ name: string; isTest: boolean } | undefined> {
  const [row] = await executor
    .select({ name: sealCertificates.name, isTest: sealCertificates.isTest })
    .from(sealCertificates)
    .where(eq(sealCertificates.fingerprint, fingerprint))
  return row
}
