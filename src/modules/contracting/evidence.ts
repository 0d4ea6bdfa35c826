import { canonicalJson } from '../../core/json.ts'
import type { LinkPlace } from '../../platform/hash-chain.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'

/** The content of an acceptance record, without its link in the hash chain. */
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

/** Acceptances are distributed over several chains, so that they do not wait for one lock. */
const chainCount = 16

/** The chain of an order, by the last hexadecimal digit of its id, which is random. */
export function chainOf(orderId: string): number {
  return Number.parseInt(orderId.slice(-1), 16) % chainCount
}

/** The hash input of a record: previous hash, chain, position and the record as canonical JSON. */
export function linkText(
  record: AcceptanceRecord,
  { chain, position, previousHash }: LinkPlace & { chain: number },
): string {
  return `${previousHash}\n${chain}\n${position}\n${canonicalJson(pick(record))}`
}

/** The content of an accepted addendum, without its link in the hash chain. */
export interface AddendumRecord {
  id: string
  renegotiationId: string
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
}

/** The hash input of an addendum: as that of a contract. */
export function addendumLinkText(
  record: AddendumRecord,
  { chain, position, previousHash }: LinkPlace & { chain: number },
): string {
  const { id, renegotiationId, orderId, userId, templateVersion, text, sha256 } = record
  const { acceptedAt, acceptedAtText, ip, userAgent, email, emailVerified, ticked } = record
  const own = {
    ...{ id, renegotiationId, orderId, userId, templateVersion, text, sha256, acceptedAt, acceptedAtText },
    ...{ ip, userAgent, email, emailVerified, ticked },
  }
  return `${previousHash}\n${chain}\n${position}\n${canonicalJson(own)}`
}

/** The record's own fields, without those of its link in the chain. */
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
