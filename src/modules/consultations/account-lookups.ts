import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { concealCpf } from '../../core/cpf.ts'
import { before, DAY } from '../../core/durations.ts'
import type { ConsultationsDeps } from './deps.ts'
import { isLate } from './domain/late.ts'
import { linkKey } from './link.server.ts'
import type { AccountLookup } from './public.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, openSubject } from './store.server.ts'
import { consultations } from './tables.server.ts'

/** Milliseconds for which a look-up that was never paid is listed. */
const unpaidListed = 7 * DAY

/** Far more than a customer buys. */
const maxListed = 50

/**
 * The look-ups that were requested while signed in to an account, newest first, without those that stayed unpaid. A guest's are not
 * found by their e-mail or telephone number, which an account only typed.
 */
export async function lookupsOfAccount(
  { database, cipher, signer, clock }: Pick<ConsultationsDeps, 'database' | 'cipher' | 'signer' | 'clock'>,
  { userId }: { userId: string },
): Promise<AccountLookup[]> {
  const isPaid = isNotNull(consultations.paidAt)
  const isRecent = gt(consultations.createdAt, before(clock.now(), unpaidListed))
  const rows = await database
    .select()
    .from(consultations)
    .where(and(eq(consultations.userId, userId), isNull(consultations.erasedAt), or(isPaid, isRecent)))
    .orderBy(desc(consultations.createdAt), desc(consultations.id))
    .limit(maxListed)
  return rows.map((row) => ({
    key: linkKey(row.id, signer),
    title: soldLookup(row).title,
    cpf: concealCpf(openSubject(cipher, row).cpf),
    createdAt: row.createdAt,
    state: stateOf(row, clock.now()),
  }))
}

function stateOf(
  { status, refundRequestedAt, promisedAt }: ConsultationRow,
  now: Date,
): AccountLookup['state'] {
  if (status !== 'paid') return status
  if (refundRequestedAt) return 'refunding'
  return promisedAt && isLate(promisedAt, now) ? 'late' : 'running'
}
