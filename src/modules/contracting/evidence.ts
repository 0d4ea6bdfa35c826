import { createHash } from 'node:crypto'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'

/** Everything an acceptance says, before it is linked to the one before it. */
export interface AcceptanceRecord {
  id: string
  draftId: string
  orderId: string
  userId: string
  templateVersion: string
  text: string
  sha256: string
  acceptedAt: Date
  acceptedAtText: string
  ip: string
  userAgent: string
  email: string
  emailVerified: boolean
  ticked: string[]
  party: ContractParty
  plan: OfferSnapshot
}

/** Acceptances are linked in several chains, so that signing does not stand in one line. */
const chainCount = 16

/** What the first record of a chain says of the one before it. */
export const genesis = '0'.repeat(64)

/** The chain of an order: by the last digit of its id, which is random. */
export function chainOf(orderId: string): number {
  return Number.parseInt(orderId.slice(-1), 16) % chainCount
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The hash of a record and of everything before it. */
export function recordHash(
  record: AcceptanceRecord,
  link: { chain: number; position: number; previousHash: string },
): string {
  const { chain, position, previousHash } = link
  return sha256(`${previousHash}\n${chain}\n${position}\n${canonical(pick(record))}`)
}

/** JSON with the keys of every object in order: a row read back from the database gives the same text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** The record's own fields: a row carries its link as well. */
function pick(record: AcceptanceRecord): AcceptanceRecord {
  const { id, draftId, orderId, userId, templateVersion, text, sha256, acceptedAt, acceptedAtText } = record
  const { ip, userAgent, email, emailVerified, ticked, party, plan } = record
  return {
    id,
    draftId,
    orderId,
    userId,
    templateVersion,
    text,
    sha256,
    acceptedAt,
    acceptedAtText,
    ip,
    userAgent,
    email,
    emailVerified,
    ticked,
    party,
    plan,
  }
}
