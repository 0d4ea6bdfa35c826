import { canonicalJson } from '../../core/json.ts'
import type { LinkPlace } from '../../platform/hash-chain.ts'
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

/** The chain of an order: by the last digit of its id, which is random. */
export function chainOf(orderId: string): number {
  return Number.parseInt(orderId.slice(-1), 16) % chainCount
}

/** What the hash of a record is taken of: the record itself, its place and the hash of everything before it. */
export function linkText(
  record: AcceptanceRecord,
  { chain, position, previousHash }: LinkPlace & { chain: number },
): string {
  return `${previousHash}\n${chain}\n${position}\n${canonicalJson(pick(record))}`
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
