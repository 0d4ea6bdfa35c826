import { namesCpf } from '../../core/cpf.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { cutTo, oneLine } from '../../core/text.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import { resultLinkState } from './domain/result-link.ts'
import { linkKey, resultKey } from './link.server.ts'
import { newestLink } from './links-store.server.ts'
import { makeResultLink } from './make-link.ts'
import { consultationCorrectedMessage, consultationDeliveredMessage } from './messages.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { CORRECTION_MAX } from './public.ts'
import { lockPrepared, newestResult, updateResult } from './results-store.server.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, lockConsultation, updateConsultation } from './store.server.ts'

export interface ResultDelivery {
  consultationId: string
  /** Id of the result stored by `prepareResult`. */
  resultId: string
  /** The newest version that the deciding team member has seen; 0 when there is none. */
  seenVersion: number
  /** For a correction: what changed, in words for the buyer. */
  correction?: string | undefined
}

export type DeliverRefusal =
  | 'not_found'
  /** Not paid, cancelled, or its money is being returned. */
  | 'not_deliverable'
  /** A colleague delivered it in the meantime. */
  | 'changed_meanwhile'
  /** A correction must state what changed. */
  | 'no_correction'
  /** The text names a CPF, which no message may contain. */
  | 'names_cpf'
  | 'not_prepared'

/**
 * Delivers a prepared result: marks the look-up as delivered, and sends its buyer a message with a link. A look-up that was
 * already delivered gets a new version, with a note of what changed.
 *
 * @returns the version
 */
export async function deliverResult(
  tx: Transaction,
  { consultationId, resultId, seenVersion, correction: given = '' }: ResultDelivery,
  deps: Pick<ConsultationsDeps, 'cipher' | 'clock' | 'newId' | 'send' | 'signer' | 'links'>,
): Promise<Outcome<number, DeliverRefusal>> {
  const row = await lockConsultation(tx, consultationId)
  if (!row) return refuse('not_found')
  const isOpen = row.status === 'paid' && row.refundRequestedAt === null
  if (!isOpen && row.status !== 'delivered') return refuse('not_deliverable')
  const newest = (await newestResult(tx, consultationId))?.version ?? 0
  if (newest !== seenVersion) return refuse('changed_meanwhile')
  const correction = cutTo(CORRECTION_MAX, oneLine(given))
  if (newest > 0 && correction.length < 3) return refuse('no_correction')
  if (namesCpf(correction)) return refuse('names_cpf')
  const prepared = await lockPrepared(tx, { id: resultId, consultationId })
  if (!prepared) return refuse('not_prepared')

  const now = deps.clock.now()
  const version = newest + 1
  await updateResult(tx, resultId, {
    version,
    deliveredAt: now,
    correction: newest > 0 ? correction : null,
  })
  if (row.status === 'paid') await updateConsultation(tx, row.id, { status: 'delivered', deliveredAt: now })
  await (newest > 0 ? announceCorrection(tx, { row, correction }, deps) : announce(tx, row, deps))
  return ok(version)
}

async function announce(
  tx: Transaction,
  row: ConsultationRow,
  deps: Parameters<typeof deliverResult>[2],
): Promise<void> {
  const { key, expiresAt } = await makeResultLink(tx, { consultationId: row.id }, deps)
  const consultation = soldLookup(row)
  const link = deps.links.lookupResult(key)
  const text = consultationDeliveredMessage({ consultation, link, expiresAt })
  await notifyBuyer(tx, { row, message: { kind: 'consultation.delivered', ...text } }, deps)
}

/** Uses the live link, or a new one when it has expired. Does not replace a link that the team revoked. */
async function announceCorrection(
  tx: Transaction,
  { row, correction }: { row: ConsultationRow; correction: string },
  deps: Parameters<typeof deliverResult>[2],
): Promise<void> {
  const { links, signer, clock } = deps
  const last = await newestLink(tx, row.id)
  const state = last ? resultLinkState(last, clock.now()) : 'expired'
  const fresh = state === 'expired' ? await makeResultLink(tx, { consultationId: row.id }, deps) : undefined
  const live =
    state === 'live' && last ? { key: resultKey(last.id, signer), expiresAt: last.expiresAt } : fresh
  const text = consultationCorrectedMessage({
    consultation: soldLookup(row),
    correction,
    link: live ? links.lookupResult(live.key) : links.lookup(linkKey(row.id, signer)),
    expiresAt: live?.expiresAt,
  })
  await notifyBuyer(tx, { row, message: { kind: 'consultation.corrected', ...text } }, deps)
}
