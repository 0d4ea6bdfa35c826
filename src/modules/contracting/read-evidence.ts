import { isUuid } from '../../core/ids.ts'
import { sha256 } from '../../platform/digest.ts'
import type { ContractingDeps } from './deps.ts'
import type { SignedKind } from './domain/breach.ts'
import type { ContractParty } from './domain/parties.ts'
import { addendumLinkText, linkText } from './evidence.ts'
import { addendaOf } from './renegotiation/store.server.ts'
import { lenientOpening } from './sealed-contracts.server.ts'
import { type SignedPlace, selectAcceptance, selectByHash, selectWithdrawal } from './store.server.ts'

/** A signed text with all its evidence. */
interface SignedEvidence {
  kind: SignedKind
  /** Empty after it was erased at the end of its retention period. */
  text: string
  version: string
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: string
  acceptedAt: Date
  acceptedAtText: string
  ip: string
  userAgent: string
  email: string
  emailVerified: boolean
  ticked: readonly string[]
  chain: number
  position: number
  /** Hash of the previous record in its chain. */
  previousHash: string
  recordHash: string
  /** The text whose SHA-256 is `recordHash`; it contains the whole record. Empty after the record was erased. */
  recordText: string
  /** True when both hashes match when recomputed. */
  isIntact: boolean
}

/** All evidence of the texts signed for an order. */
export interface OrderEvidence {
  party: ContractParty
  /** The contract, then its addenda. */
  signed: SignedEvidence[]
  withdrawnAt: Date | undefined
}

/** The evidence of an order's contract, for the team and for its signer; undefined for an order without one, or another user's. */
export async function evidenceOf(
  { database, sealing }: Pick<ContractingDeps, 'database' | 'sealing'>,
  which: { orderId: string; userId: string },
): Promise<OrderEvidence | undefined> {
  const opening = lenientOpening(sealing)
  const contract = isUuid(which.orderId) ? await selectAcceptance(database, which, opening) : undefined
  if (!contract) return undefined
  const addenda = await addendaOf(database, which, opening)
  const withdrawal = await selectWithdrawal(database, which.orderId)
  return {
    party: contract.party,
    signed: [
      evidence('contract', contract, linkText(contract, contract)),
      ...addenda.map((row) => evidence('addendum', row, addendumLinkText(row, row))),
    ],
    withdrawnAt: withdrawal?.withdrawnAt,
  }
}

/** A contract or an addendum by the SHA-256 of its record or of its text; both are unguessable, and act as the credential. */
export async function recordByHash(
  { database }: Pick<ContractingDeps, 'database'>,
  { hash }: { hash: string },
): Promise<SignedPlace | undefined> {
  return selectByHash(database, hash)
}

type Row = Omit<SignedEvidence, 'kind' | 'version' | 'isIntact' | 'recordText'> & { templateVersion: string }

function evidence(kind: SignedEvidence['kind'], row: Row, recordText: string): SignedEvidence {
  const { text, sha256: hash, acceptedAt, acceptedAtText, ip, userAgent, email, emailVerified } = row
  const { ticked, chain, position, previousHash, recordHash, templateVersion: version } = row
  return {
    kind,
    text,
    version,
    sha256: hash,
    acceptedAt,
    acceptedAtText,
    ip,
    userAgent,
    email,
    emailVerified,
    ticked,
    chain,
    position,
    previousHash,
    recordHash,
    recordText: text === '' ? '' : recordText,
    isIntact: sha256(text) === hash && sha256(recordText) === recordHash,
  }
}
