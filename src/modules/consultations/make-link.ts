import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import { resultLinkExpiry, resultLinkState } from './domain/result-link.ts'
import { resultKey } from './link.server.ts'
import { insertLink, newestLink, revokeLinks } from './links-store.server.ts'
import { consultationLinkMessage } from './messages.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { newestResult } from './results-store.server.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, lockConsultation } from './store.server.ts'

/** Creates a new link to the results of a look-up, which replaces the earlier ones. */
export async function makeResultLink(
  tx: Transaction,
  { consultationId }: { consultationId: string },
  { clock, newId, signer }: Pick<ConsultationsDeps, 'clock' | 'newId' | 'signer'>,
): Promise<{ key: string; expiresAt: Date }> {
  const now = clock.now()
  const link = {
    id: newId(),
    consultationId,
    createdAt: now,
    expiresAt: resultLinkExpiry(now),
    revokedAt: null,
  }
  await insertLink(tx, link)
  return { key: resultKey(link.id, signer), expiresAt: link.expiresAt }
}

export type NewLinkRefusal = 'not_found' | 'nothing_delivered' | 'erased'

/**
 * Sends the buyer a new link on behalf of the team, also after the team revoked the last one. @returns when it expires
 */
export async function sendResultLink(
  tx: Transaction,
  { consultationId }: { consultationId: string },
  deps: Pick<ConsultationsDeps, 'clock' | 'newId' | 'signer' | 'links' | 'cipher' | 'send'>,
): Promise<Outcome<Date, NewLinkRefusal>> {
  const row = await lockConsultation(tx, consultationId)
  return row ? sendLinkOf(tx, row, deps) : refuse('not_found')
}

/**
 * Sends the buyer a new link on request after the last one expired: to the contact of the request, never on the page. While a link
 * is live no other is sent, and one that the team revoked is not replaced.
 */
export async function requestResultLink(
  deps: ConsultationsDeps,
  { consultationId }: { consultationId: string },
): Promise<Outcome<Date, NewLinkRefusal | 'revoked'>> {
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const row = await lockConsultation(tx, consultationId)
    if (!row) return refuse('not_found')
    const last = await newestLink(tx, consultationId)
    if (last && resultLinkState(last, clock.now()) === 'revoked') return refuse('revoked')
    if (last && resultLinkState(last, clock.now()) === 'live') return ok(last.expiresAt)
    return sendLinkOf(tx, row, deps)
  })
}

/** Revokes every link of a look-up: none of them opens the result any more. @returns the number of links */
export async function revokeResultLinks(
  tx: Transaction,
  { consultationId }: { consultationId: string },
  { clock }: Pick<ConsultationsDeps, 'clock'>,
): Promise<Outcome<number, 'not_found' | 'nothing_delivered'>> {
  const row = await lockConsultation(tx, consultationId)
  if (!row) return refuse('not_found')
  const revoked = await revokeLinks(tx, { consultationId, now: clock.now() })
  return revoked > 0 ? ok(revoked) : refuse('nothing_delivered')
}

async function sendLinkOf(
  tx: Transaction,
  row: ConsultationRow,
  deps: Pick<ConsultationsDeps, 'clock' | 'newId' | 'signer' | 'links' | 'cipher' | 'send'>,
): Promise<Outcome<Date, 'nothing_delivered' | 'erased'>> {
  const newest = await newestResult(tx, row.id)
  if (row.status !== 'delivered' || !newest) return refuse('nothing_delivered')
  if (newest.erasedAt) return refuse('erased')
  const { key, expiresAt } = await makeResultLink(tx, { consultationId: row.id }, deps)
  const link = deps.links.lookupResult(key)
  const text = consultationLinkMessage({ consultation: soldLookup(row), link, expiresAt })
  await notifyBuyer(tx, { row, message: { kind: 'consultation.link', ...text } }, deps)
  return ok(expiresAt)
}
