import { sha256 } from '../../platform/hash-chain.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { addendumLinkText, linkText } from './evidence.ts'
import { addendaOf } from './renegotiation/store.server.ts'
import { leniently } from './sealed-contracts.server.ts'
import { selectAcceptance, selectWithdrawal } from './store.server.ts'

/** A signed text with everything that proves it. */
interface SignedEvidence {
  kind: 'contract' | 'addendum'
  /** Empty once it was erased, because its time was over. */
  text: string
  version: string
  /** Of the text in UTF-8, hexadecimal. */
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
  recordHash: string
  /** Whether both hashes are right when they are computed anew. */
  isIntact: boolean
}

/** All evidence of what was signed about an order. */
export interface OrderEvidence {
  party: ContractParty
  /** The contract, then its addenda. */
  signed: SignedEvidence[]
  withdrawnAt: Date | undefined
}

/** The evidence of an order's contract, for the team alone; undefined for an order without one. */
export async function evidenceOf(
  { database, sealing }: Pick<ContractingDeps, 'database' | 'sealing'>,
  which: { orderId: string; userId: string },
): Promise<OrderEvidence | undefined> {
  const opening = leniently(sealing)
  const contract = await selectAcceptance(database, which, opening)
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

type Row = Omit<SignedEvidence, 'kind' | 'version' | 'isIntact'> & { templateVersion: string }

function evidence(kind: SignedEvidence['kind'], row: Row, recordText: string): SignedEvidence {
  const { text, sha256: hash, acceptedAt, acceptedAtText, ip, userAgent, email, emailVerified } = row
  const { ticked, chain, position, recordHash, templateVersion: version } = row
  return {
    ...{ kind, text, version, sha256: hash, acceptedAt, acceptedAtText, ip, userAgent, email, emailVerified },
    ...{ ticked, chain, position, recordHash },
    isIntact: sha256(text) === hash && sha256(recordText) === recordHash,
  }
}
