import { canonicalJson } from '../../core/json.ts'
import type { LinkPlace } from '../../platform/hash-chain.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'

/** Record of any signed text: what was shown, to whom, when and from where. */
interface SignedText {
  id: string
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

/** The content of an acceptance record, without its link in the hash chain. */
export interface AcceptanceRecord extends SignedText {
  draftId: string
  party: ContractParty
  plan: OfferSnapshot
}

/** The content of an accepted addendum, without its link in the hash chain. */
export interface AddendumRecord extends SignedText {
  renegotiationId: string
}

/** Acceptances are distributed over several chains, so that they do not contend for one lock. */
export const chainCount = 16

/** The chain of an order, by the last hexadecimal digit of its id, which is random. */
export function chainOf(orderId: string): number {
  return Number.parseInt(orderId.slice(-1), 16) % chainCount
}

type Place = LinkPlace & { chain: number }

/** The hash input of a record: previous hash, chain, position and the record as canonical JSON. */
export function linkText(record: AcceptanceRecord, place: Place): string {
  const { draftId, party, plan } = record
  return hashInput({ ...signedText(record), draftId, party, plan }, place)
}

/** The hash input of an addendum, built like that of a contract. */
export function addendumLinkText(record: AddendumRecord, place: Place): string {
  const { renegotiationId } = record
  return hashInput({ ...signedText(record), renegotiationId }, place)
}

function hashInput(own: AcceptanceRecord | AddendumRecord, { chain, position, previousHash }: Place): string {
  return `${previousHash}\n${chain}\n${position}\n${canonicalJson(own)}`
}

/** The fields that every record has, without those of its link in the chain. */
function signedText(record: SignedText): SignedText {
  const { id, orderId, userId, templateVersion, text, sha256, acceptedAt, acceptedAtText } = record
  const { ip, userAgent, email, emailVerified, ticked } = record
  return {
    id,
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
  }
}
