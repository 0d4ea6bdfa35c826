import { randomInt } from 'node:crypto'
import { after, HOUR, MINUTE } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { allow } from '../../platform/rate-limit/rate-limit.ts'
import { allowVisitor } from '../../platform/rate-limit/visitors.ts'
import type { ConsultationsDeps } from './deps.ts'
import { type ProofChannel, proofRule } from './domain/proof.ts'
import { codeText, liveLinkOfGuest } from './guest-link.ts'
import { consultationCodeMessage } from './messages.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { storeCode } from './results-store.server.ts'
import { openSubject } from './store.server.ts'

export type SendCodeRefusal =
  /** Unknown, expired or revoked. */
  | 'no_link'
  /** The buyer has an account: its session is the proof. */
  | 'of_account'
  | 'too_many'

/**
 * Sends the buyer a code that opens the result, only to the contact of the request. A new code replaces the last one. Requests
 * for codes are limited by link, and by network for a client with several links.
 */
export async function sendResultCode(
  deps: ConsultationsDeps,
  { key, channel, ip }: { key: string; channel: ProofChannel; ip: string },
): Promise<Outcome<ProofChannel, SendCodeRefusal>> {
  const { database, clock, signer } = deps
  const found = await liveLinkOfGuest(deps, key)
  if (!found.ok) return found
  const { link, row } = found.value
  const now = clock.now()
  const visitor = { userId: undefined, ip }
  const perHour = { limit: proofRule.codesPerHour, window: HOUR, now }
  const ofNetwork = await allowVisitor(database, { name: 'lookup-code', visitor, ...perHour, limit: 20 })
  if (!ofNetwork.allowed) return refuse('too_many')
  const ofLink = await allow(database, { key: `lookup-code:${link.id}`, ...perHour })
  if (!ofLink.allowed) return refuse('too_many')

  const through = channel === 'email' && openSubject(deps.cipher, row).email ? 'email' : 'whatsapp'
  const code = String(randomInt(10 ** proofRule.codeDigits)).padStart(proofRule.codeDigits, '0')
  await database.transaction(async (tx) => {
    const expiresAt = after(now, proofRule.codeLasts * MINUTE)
    await storeCode(tx, { linkId: link.id, digest: signer.digest(codeText(link.id, code)), expiresAt })
    const message = { kind: 'consultation.code' as const, ...consultationCodeMessage({ code }) }
    await notifyBuyer(tx, { row, message, through: [through] }, deps)
  })
  return ok(through)
}
