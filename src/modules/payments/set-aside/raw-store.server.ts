import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/database.ts'
import { insertNewRows } from '../../../platform/database/insert-rows.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Cipher } from '../../../platform/storage/cipher.ts'
import type { SealedColumn } from '../../../platform/storage/reseal.ts'
import type { ListedPayment } from '../ports.ts'
import { rawPayments, setAsidePayments } from './tables.server.ts'

/** SHA-256 of a provider's payload of a payment, in hex. */
export function digestOf(listed: ListedPayment): string {
  return sha256(textOf(listed))
}

/** The provider's payload; for a provider without one, the payment as reported. */
const textOf = (listed: ListedPayment) => listed.raw ?? JSON.stringify(listed)

/** Stores a provider's payload before it is processed. The same payload is stored once. */
export async function keepRaw(
  executor: Executor,
  {
    cipher,
    provider,
    listed,
    now,
  }: {
    cipher: Cipher
    provider: string
    listed: readonly ListedPayment[]
    now: Date
  },
): Promise<void> {
  const digests = listed.map(digestOf)
  const kept = await keptDigests(executor, { provider, digests })
  const rows = listed.flatMap((payment, index) => {
    const digest = digests[index] ?? ''
    if (kept.has(digest)) return []
    const sealed = cipher.seal(nameOf(provider, digest), deflateRawSync(Buffer.from(textOf(payment), 'utf8')))
    return [{ provider, digest, providerId: payment.providerId, sealed, seenAt: now }]
  })
  await insertNewRows(executor, rawPayments, rows)
}

/** Returns all provider payloads of a payment, unchanged, oldest first. */
export async function readRaw(
  executor: Executor,
  { cipher, provider, providerId }: { cipher: Cipher; provider: string; providerId: string },
): Promise<{ seenAt: Date; text: string }[]> {
  const rows = await executor
    .select()
    .from(rawPayments)
    .where(and(eq(rawPayments.provider, provider), eq(rawPayments.providerId, providerId)))
    .orderBy(asc(rawPayments.seenAt))
  return rows.map(({ digest, sealed, seenAt }) => ({
    seenAt,
    text: inflateRawSync(cipher.open(nameOf(provider, digest), sealed)).toString('utf8'),
  }))
}

/**
 * Erases payloads received before an instant, except those of payments that still need a decision by a person. @returns
 * number of rows
 */
export async function eraseRaw(executor: Executor, before: Date): Promise<number> {
  const waiting = executor
    .select({ one: sql`1` })
    .from(setAsidePayments)
    .where(
      and(
        eq(setAsidePayments.provider, rawPayments.provider),
        eq(setAsidePayments.providerId, rawPayments.providerId),
        sql`${setAsidePayments.resolvedAt} is null`,
      ),
    )
  const erased = await executor
    .delete(rawPayments)
    .where(and(lt(rawPayments.seenAt, before), notExists(waiting)))
    .returning({ digest: rawPayments.digest })
  return erased.length
}

async function keptDigests(
  executor: Executor,
  { provider, digests }: { provider: string; digests: readonly string[] },
): Promise<Set<string>> {
  // A single payload is usually new, so the insert alone decides.
  if (digests.length < 2) return new Set()
  const rows = await executor
    .select({ digest: rawPayments.digest })
    .from(rawPayments)
    .where(and(eq(rawPayments.provider, provider), inArray(rawPayments.digest, [...digests])))
  return new Set(rows.map(({ digest }) => digest))
}

const nameOf = (provider: string, digest: string) => `raw-payment/v1/${provider}/${digest}`

/** For the rotation of the encryption key. */
export const sealedRawPayments: SealedColumn = {
  column: rawPayments.sealed,
  row: [rawPayments.provider, rawPayments.digest],
  nameOf,
}
